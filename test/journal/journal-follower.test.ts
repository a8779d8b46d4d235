import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JOURNAL_FILE, Journal } from '../../src/journal/journal.js';
import { JournalFollower } from '../../src/journal/journal-follower.js';
import { trial } from '../support/recorded-study.js';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-follow-'));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

const numbers = (follower: JournalFollower) => follower.state.trials().map(({ number }) => number);

describe('reading a journal while it is written', () => {
  it('waits for a journal that does not exist yet, and reads records that another process adds', () => {
    const file = path.join(folder, JOURNAL_FILE);
    const follower = new JournalFollower(file);
    expect(follower.catchUp()).toBe(false);
    const journal = Journal.open(folder);
    journal.append(trial(1, {}));
    expect(follower.catchUp()).toBe(true);
    expect(follower.catchUp()).toBe(false);
    journal.append(trial(2, {}));
    journal.append(trial(3, {}));
    expect(follower.catchUp()).toBe(true);
    expect(numbers(follower)).toEqual([1, 2, 3]);
    journal.close();
  });

  it('leaves a line that is half written for later', () => {
    const journal = Journal.open(folder);
    journal.append(trial(1, {}));
    journal.append(trial(2, {}));
    journal.close();
    const file = path.join(folder, JOURNAL_FILE);
    const whole = fs.readFileSync(file);
    const cut = whole.indexOf('\n') + 20;
    fs.writeFileSync(file, whole.subarray(0, cut));
    const follower = new JournalFollower(file);
    follower.catchUp();
    expect(numbers(follower)).toEqual([1]);
    fs.appendFileSync(file, whole.subarray(cut));
    follower.catchUp();
    expect(numbers(follower)).toEqual([1, 2]);
  });

  it('starts over with a journal that was started over', () => {
    const follower = new JournalFollower(path.join(folder, JOURNAL_FILE));
    const first = Journal.open(folder);
    first.append(trial(1, {}));
    first.append(trial(2, {}));
    first.close();
    follower.catchUp();
    const fresh = Journal.open(folder, { isFresh: true });
    fresh.append(trial(7, {}));
    fresh.close();
    expect(follower.catchUp()).toBe(true);
    expect(numbers(follower)).toEqual([7]);
  });
});
