import * as fs from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { journalLine } from '../../src/journal/journal.js';
import type { JournalRecord } from '../../src/journal/records.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { RECORDS } from '../support/recorded-study.js';

const scratch = new Scratch({
  'mantissa.json': JSON.stringify({
    inputs: { small: { arguments: ['9'] }, large: { arguments: ['900'] } },
    timing: ['larg'],
    goal: { metric: 'max-relative', maxError: 1e-3 },
  }),
  'sum.c':
    '#include <stdio.h>\nint main(void) { double x = 0; for (int i = 1; i < 9; i++) x += 1.0 / i; printf("%.17g\\n", x); return 0; }\n',
  'study/empty': '',
});
afterAll(() => scratch[Symbol.dispose]());
const run = (...args: string[]) => mantissa(args, { cwd: scratch.folder });

const speed = (ratio: number, above = 0.04): JournalRecord => ({
  ...{ kind: 'input-speed', trial: 3, digest: 'binary-3', input: 'large', clock: 'gpu', samples: [] },
  ...{ ratio, low: ratio - 0.03, high: ratio + above },
});
const timedOnSmall = RECORDS.map((record) =>
  record.kind === 'measurement'
    ? { ...record, inputs: [{ input: 'small', ratio: 1.8, low: 1.74, high: 1.86 }] }
    : record,
);

function recorded(ratio: number, above?: number): void {
  const lines = [...timedOnSmall, speed(ratio, above)].map((record, at) =>
    journalLine(record, 1_760_000_000_000 + 1000 * at),
  );
  fs.writeFileSync(scratch.path('study/journal.jsonl'), Buffer.concat(lines));
}

describe('speedups input by input', () => {
  it('are shown by show and the report where they differ', async () => {
    recorded(1.22);
    const words = 'small 1.80× (1.74–1.86), large 1.22× (1.19–1.26)';
    expect((await run('show', '3', '-o', 'study')).stdout.replace(/\s+/g, ' ')).toContain(`per input ${words}`);
    const { verdict } = JSON.parse((await run('report', 'study', '--json')).stdout);
    expect(verdict.facts).toContainEqual({ name: 'speedup by input', value: '1.22–1.80×', note: words });
  });

  it('are not claimed where the times of an input cannot tell', async () => {
    recorded(0.8, 0.6);
    const { verdict } = JSON.parse((await run('report', 'study', '--json')).stdout);
    const note = 'small 1.80× (1.74–1.86), large cannot tell (0.77–1.40)';
    expect(verdict.facts).toContainEqual({ name: 'speedup by input', value: '1.80×', note });
  });

  it('are not shown where they agree, and --json has them in any case', async () => {
    recorded(1.79);
    expect((await run('show', '3', '-o', 'study')).stdout).not.toContain('per input');
    const { verdict } = JSON.parse((await run('report', 'study', '--json')).stdout);
    expect(verdict.facts.map(({ name }: { name: string }) => name)).not.toContain('speedup by input');
    const { perInput } = JSON.parse((await run('show', '3', '-o', 'study', '--json')).stdout);
    expect(perInput.map(({ input }: { input: string }) => input)).toEqual(['small', 'large']);
  });
});

it('an input for timing that does not exist is refused with the nearest one', async () => {
  const { exitCode, stderr } = await run('tune', '.', '--engine', 'wasm');
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`error MX2004: `);
  expect(stderr).toContain(`there is no input 'larg', which "timing" names: did you mean large?`);
});
