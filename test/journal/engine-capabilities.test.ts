import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { engines } from '../../src/execution/engines.js';
import type { EngineName } from '../../src/frontend/project/engine-names.js';
import { capabilitiesOf } from '../../src/journal/engine-capabilities.js';
import { JOURNAL_FILE, Journal, readJournal } from '../../src/journal/journal.js';
import type { StudyStarted } from '../../src/journal/records.js';
import { StudyState } from '../../src/journal/replay.js';
import { openStudyJournal } from '../../src/journal/study-journal.js';
import { diagnostic } from '../support/diagnostics.js';
import { started, trial } from '../support/recorded-study.js';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-capabilities-'));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The first record of a study, as it is read back. */
function reread(record: StudyStarted): StudyStarted {
  const journal = Journal.open(folder);
  journal.append(record);
  journal.close();
  const { records, times } = readJournal(path.join(folder, JOURNAL_FILE));
  return new StudyState(records, times).started!;
}

const own = (name: EngineName) => engines[name]({ cache: folder }).capabilities;

describe('the properties of a recorded engine', () => {
  it.each(['wasm', 'native', 'cuda', 'command'] as const)('is known of an old journal that names %s alone', (name) => {
    const read = reread({ ...started, engine: name });
    expect(read.engineCapabilities).toBeUndefined();
    expect(capabilitiesOf(read)).toEqual(own(name));
  });

  it('come from the journal, whatever the name of the engine', () => {
    const read = reread({ ...started, engine: 'elsewhere', engineCapabilities: own('native') });
    expect(capabilitiesOf(read)).toEqual(own('native'));
    expect(capabilitiesOf({ ...read, engine: 'wasm' })).toEqual(own('native'));
  });

  it('are not guessed for an unknown name', () => {
    expect(capabilitiesOf({ engine: 'elsewhere' })).toMatchObject({ timing: 'either', isExact: false });
  });

  it('does not prevent a study of an earlier version from continuing', () => {
    const header = { ...reread({ ...started, engine: 'cuda' }), engineCapabilities: own('cuda') };
    const journal = openStudyJournal(folder, header, false);
    journal.append(trial(1, {}));
    journal.close();
    expect(() => openStudyJournal(folder, { ...header, engine: 'native' }, false)).toThrow(
      diagnostic('MX2017', { names: ['engine', 'cuda', 'native'] }),
    );
  });
});
