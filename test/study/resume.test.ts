import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MantissaError } from '../../src/diagnostics/mantissa-error.js';
import type { MemoryFinding } from '../../src/execution/memory-inspection.js';
import { OUTCOMES } from '../../src/journal/outcomes.js';
import type { JudgedTrial } from '../../src/journal/replay.js';
import { strategies } from '../../src/search/strategies.js';
import type { StudyResult } from '../../src/study/study.js';
import { cannotWrite, captured, printed, type Script, ScriptedProgram } from '../support/scripted-bench.js';
import { study } from '../support/study-runs.js';

let program: ScriptedProgram;
beforeAll(async () => {
  program = await ScriptedProgram.open();
});
afterAll(() => program.close());

/** Ways for a trial to end, by the groups it lowers; nothing of it depends on how often it is asked. */
const SEEN_AT_ONCE: Script = {
  run: (lowered) => {
    if (lowered === 'a b') return { kind: 'timed-out', timeoutMs: 1000, ...captured };
    if (lowered === 'b c') return { kind: 'crashed', crash: 'abort', reason: 'aborted', ...captured };
    return printed(lowered === 'a b c' ? 2 : 1);
  },
  write: (lowered) => {
    if (/b.*d/.test(lowered)) throw cannotWrite('main.d');
  },
};

const OVERFLOW: MemoryFinding = {
  tool: 'AddressSanitizer',
  what: 'heap-buffer-overflow',
  place: { file: 'program.c', line: 4, linesBehind: 3 },
  function: 'main',
  report: 'WRITE of size 8',
};
/** A search that is played again is told what building has found out meanwhile, and may ask for something else. */
const SEEN_WHEN_BUILT: Script = {
  run: (lowered, how) => printed(how === 'built' && lowered.includes('c') ? '1.00001 x' : '1 x'),
  build: (lowered) => {
    if (/^a b ?d?$/.test(lowered)) throw new MantissaError('MX4007', "error: no match for 'operator+'");
  },
  inspect: (lowered) => ({
    kind: 'inspected',
    tools: ['AddressSanitizer'],
    findings: /^(?:a|b) ?d?$/.test(lowered) ? [OVERFLOW] : [],
  }),
};
const seen = new Set<string>();

describe.each([
  [
    'at once',
    SEEN_AT_ONCE,
    ({ trials, best, stopped }: StudyResult) => ({ trials: trials.map(plain), best: best?.number, stopped }),
  ],
  ['when it is built', SEEN_WHEN_BUILT, ({ best, stopped }: StudyResult) => ({ best: best?.formats, stopped })],
])('a study of what is seen %s, broken off after any record', (story, script, comesTo) => {
  it.each(strategies.map((one) => [one.name, one] as const))('comes to the same: %s', async (name, strategy) => {
    const plan = { strategy, options: strategy.options.parse({}), maxTrials: 40 };
    const folder = path.join(program.folder, `${story} ${name}`);
    const whole = await study(program.bench(script), path.join(folder, 'whole'), plan);
    for (const { outcome } of whole.trials) seen.add(outcome);
    const text = fs.readFileSync(path.join(folder, 'whole', 'journal.jsonl'), 'utf8');
    const lines = text.split(/(?<=\n)/);
    for (const kept of lines.keys()) {
      const cut = path.join(folder, String(kept));
      fs.mkdirSync(cut);
      fs.writeFileSync(path.join(cut, 'journal.jsonl'), lines.slice(0, kept).join(''));
      const resumed = await study(program.bench(script), cut, plan);
      expect(comesTo(resumed), `after ${kept} records`).toEqual(comesTo(whole));
    }
  });
});

function plain({ number, formats, outcome, accepted }: JudgedTrial) {
  return { number, formats, outcome, accepted };
}

it('every way for a trial to end was among them, but for repeats, which no strategy asked for', () => {
  expect(OUTCOMES.filter((outcome) => !seen.has(outcome))).toEqual(['duplicate']);
});
