import * as fs from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { journalLine } from '../../src/journal/journal.js';
import type { JournalRecord } from '../../src/journal/records.js';
import { energyText } from '../../src/report/energy-text.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { expectNamed, naming } from '../support/naming.js';
import { RECORDS } from '../support/recorded-study.js';

const SOURCE =
  '#include <stdio.h>\nint main(void) { double x = 0; for (int i = 1; i < 9; i++) x += 1.0 / i; printf("%.17g\\n", x); return 0; }\n';
const scratch = new Scratch({ 'sum.c': SOURCE, 'study/empty': '' });
afterAll(() => scratch[Symbol.dispose]());
const run = (...args: string[]) => mantissa(args, { cwd: scratch.folder });

describe('energy', () => {
  it.each([
    ['--energy', ['--energy']],
    ['--objective energy', ['--objective', 'energy']],
  ])('%s is refused before anything is built if no GPU reports its energy use', async (asked, options) => {
    const { exitCode, stderr } = await run('tune', 'sum.c', '--engine', 'wasm', '--max-error', '1e-3', ...options);
    expect(exitCode).toBe(2);
    expectDiagnostic(stderr, 'MX2084', { names: [asked, 'wasm'] });
    expect(fs.existsSync(scratch.path('.mantissa'))).toBe(false);
  });

  it('is shown beside the time by show and by the report', async () => {
    const energy: JournalRecord = {
      ...{ kind: 'energy', trial: 3, digest: 'd', samples: [{ program: 'variant', joules: 12.3, runs: 4 }] },
      ...{ baselineJoules: 20.1, variantJoules: 12.3, ratio: 1.634, low: 1.6, high: 1.66 },
    };
    const lines = [...RECORDS, energy].map((record, at) => journalLine(record, 1_760_000_000_000 + 1000 * at));
    fs.writeFileSync(scratch.path('study/journal.jsonl'), Buffer.concat(lines));
    const words = energyText(energy);
    expectNamed(words, '12.3 J', '20.1 J', '1.63×', '1.60–1.66', 'NVML');
    expect((await run('show', '3', '-o', 'study')).stdout.replace(/\s+/g, ' ')).toContain(`energy ${words}`);
    const { verdict } = JSON.parse((await run('report', 'study', '--json')).stdout);
    expect(verdict.facts).toContainEqual(expect.objectContaining({ value: naming('1.63×'), note: words }));
  });
});
