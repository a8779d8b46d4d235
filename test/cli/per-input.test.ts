import * as fs from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { journalLine } from '../../src/journal/journal.js';
import type { JournalRecord } from '../../src/journal/records.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { expectNamed, naming } from '../support/naming.js';
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
    const figures = ['small', '1.80×', '1.74–1.86', 'large', '1.22×', '1.19–1.26'];
    expectNamed((await run('show', '3', '-o', 'study')).stdout, ...figures);
    const { verdict } = JSON.parse((await run('report', 'study', '--json')).stdout);
    expect(verdict.facts).toContainEqual(expect.objectContaining({ value: '1.22–1.80×', note: naming(...figures) }));
  });

  it('are not claimed if the times of an input are too noisy', async () => {
    recorded(0.8, 0.6);
    const { verdict } = JSON.parse((await run('report', 'study', '--json')).stdout);
    const note = naming('small', '1.80×', '1.74–1.86', 'large', '0.77–1.40');
    expect(verdict.facts).toContainEqual(expect.objectContaining({ value: '1.80×', note }));
  });

  it('are not shown where they agree, and --json has them in any case', async () => {
    recorded(1.79);
    expect((await run('show', '3', '-o', 'study')).stdout).not.toMatch(/large +1\.79×/);
    const { verdict } = JSON.parse((await run('report', 'study', '--json')).stdout);
    expect(JSON.stringify(verdict.facts)).not.toMatch(/large +1\.79×/);
    const { perInput } = JSON.parse((await run('show', '3', '-o', 'study', '--json')).stdout);
    expect(perInput.map(({ input }: { input: string }) => input)).toEqual(['small', 'large']);
  });
});

it('an input for timing that does not exist is refused with the nearest one', async () => {
  const { exitCode, stderr } = await run('tune', '.', '--engine', 'wasm');
  expect(exitCode).toBe(2);
  expectDiagnostic(stderr, 'MX2004', { names: ["'larg'", '"timing"', 'large'], remedy: ['"timing"', 'mantissa.json'] });
});
