import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MemoryFinding, MemoryInspection } from '../../../src/execution/memory-inspection.js';
import { findingText } from '../../../src/execution/memory-inspection.js';
import { oneAtATime } from '../../../src/search/one-at-a-time.js';
import type { Strategy } from '../../../src/search/strategy.js';
import { memoryText } from '../../../src/study/judging/memory-check.js';
import { expectNamed, naming } from '../../support/naming.js';
import { printed, ScriptedProgram } from '../../support/scripted-bench.js';
import { recordsOf, study } from '../../support/study-runs.js';

let program: ScriptedProgram;
let folder: string;
beforeAll(async () => {
  program = await ScriptedProgram.open();
});
afterAll(() => program.close());
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
});

const overflow: MemoryFinding = {
  tool: 'AddressSanitizer',
  what: 'heap-buffer-overflow',
  place: { file: 'program.c', line: 4, linesBehind: 3 },
  function: 'main',
  report: 'WRITE of size 8',
};
const wrapped: MemoryFinding = {
  tool: 'UndefinedBehaviorSanitizer',
  what: "signed integer overflow: 1 + 2147483647 cannot be represented in type 'int'",
  place: { file: 'program.c', line: 3, linesBehind: 4 },
  function: 'main',
  report: 'program.c:3:1: runtime error',
};
const found = (...findings: MemoryFinding[]): MemoryInspection => ({
  kind: 'inspected',
  tools: ['AddressSanitizer', 'UndefinedBehaviorSanitizer'],
  findings,
});
/** The fewer lowered, the faster: what is unsafe is what would win. */
const run = (lowered: string) => printed(1, { cpuMs: lowered === '' ? 100 : 10 * lowered.length });
const plan = { strategy: oneAtATime as Strategy };

const WATCHED = { input: 'only', tools: ['AddressSanitizer', 'UndefinedBehaviorSanitizer'], skipped: [] };

describe('a candidate for recommendation', () => {
  it('is unsafe with memory errors that the original does not have, and the next best is checked', async () => {
    const inspect = (lowered: string) => (lowered.includes('a') ? found(overflow, wrapped) : found());
    const bench = program.bench({ engine: 'native', run, inspect });
    const { best, trials } = await study(bench, folder, plan);
    expect(Object.keys(best!.formats)).not.toContain('main.a');
    const unsafe = trials.filter(({ outcome }) => outcome === 'unsafe');
    expect(unsafe.length).toBeGreaterThan(0);
    expect(unsafe[0]).toMatchObject({
      accepted: false,
      evidence: naming('only', findingText(overflow)),
    });
    expect(unsafe[0]!.memory!.finding!.report).toBe('WRITE of size 8');
    expect(best!.memory).toMatchObject({ ...WATCHED, inherited: 0, finding: null });
    expectNamed(memoryText(best!.memory), ...WATCHED.tools, 'only');
    // resumed, it asks nobody again
    const again = program.bench({ engine: 'native', run, inspect: () => found(overflow) });
    expect((await study(again, folder, plan)).best).toEqual(best);
  });

  it("is not unsafe because of the original's errors at the same place, even with lines added above it", async () => {
    const moved = { ...wrapped, what: wrapped.what.replace('1 +', '7 +'), place: { ...wrapped.place!, line: 5 } };
    const bench = program.bench({
      engine: 'native',
      run,
      inspect: (lowered) => (lowered === '' ? found(wrapped) : found(moved)),
    });
    const { best } = await study(bench, folder, plan);
    expect(best!.memory).toMatchObject({ ...WATCHED, inherited: 1, finding: null });
    expectNamed(memoryText(best!.memory), ...WATCHED.tools, '1', 'only');
  });

  it('is checked by the other tool only if one ends the original', async () => {
    const bench = program.bench({
      engine: 'native',
      run,
      inspect: (lowered, isWanted) =>
        isWanted('AddressSanitizer')
          ? found(overflow)
          : { kind: 'inspected', tools: ['UndefinedBehaviorSanitizer'], findings: lowered === '' ? [wrapped] : [] },
    });
    const { best } = await study(bench, folder, plan);
    expect(best!.memory).toMatchObject({
      ...{ input: 'only', tools: ['UndefinedBehaviorSanitizer'], finding: null },
      skipped: [{ what: 'AddressSanitizer', why: naming(findingText(overflow)) }],
    });
    expectNamed(memoryText(best!.memory), 'UndefinedBehaviorSanitizer', 'only', findingText(overflow));
  });

  it('is reported as unchecked, with the reason, if it cannot be checked', async () => {
    const bench = program.bench({ engine: 'native', run });
    const { best } = await study(bench, folder, plan);
    expect(best!.memory).toMatchObject({ tools: [], finding: null, skipped: [{ why: 'it is scripted' }] });
    expectNamed(memoryText(best!.memory), 'it is scripted');
  });

  it('is not checked without the option', async () => {
    const bench = program.bench({ engine: 'native', run, inspect: () => found(overflow) });
    const { best } = await study(bench, folder, { ...plan, sanitizes: false });
    expect(best!.memory).toBeNull();
    expect(recordsOf(folder, 'memory')).toEqual([]);
  });
});
