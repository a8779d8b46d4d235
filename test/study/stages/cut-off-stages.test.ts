import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { RunOutcome } from '../../../src/execution/engine.js';
import { JOURNAL_FILE, readJournal } from '../../../src/journal/journal.js';
import type { JournalRecord } from '../../../src/journal/records.js';
import { type JudgedTrial, StudyState } from '../../../src/journal/replay.js';
import { strategies } from '../../../src/search/strategies.js';
import { defineStrategy, type Point } from '../../../src/search/strategy.js';
import { stages } from '../../../src/study/stages/stages.js';
import type { StudyPlan, StudyResult } from '../../../src/study/study.js';
import { Deadline } from '../../../src/support/deadline.js';
import type { Bench } from '../../../src/workbench/bench.js';
import { MovedClock } from '../../support/moved-clock.js';
import { printed, type Script, ScriptedProgram, SOURCE, TWO_ARRAYS } from '../../support/scripted-bench.js';
import { study } from '../../support/study-runs.js';

/** One study, made anew each time it is opened: its program's runs are scripted. */
interface Story {
  readonly source: keyof typeof SOURCES;
  /** Its time is limited: a study that goes on has time of its own, and comes further. */
  readonly isTimed?: boolean;
  open(program: ScriptedProgram): { readonly bench: Bench; readonly plan: Partial<StudyPlan> };
}

const SOURCES = {
  four: [SOURCE, 'c'],
  arrays: [TWO_ARRAYS, 'cu'],
  /** The local one, in fp32 between doubles, buys nothing by the model. */
  local: [
    TWO_ARRAYS.replace(
      'b[threadIdx.x] = b[threadIdx.x] * 2.0;',
      'double c = b[threadIdx.x] * 2.0;\n    b[threadIdx.x] = c * c + c;',
    ),
    'cu',
  ],
  sum: [
    `#include <stdio.h>
int main(void) {
  double s = 0.0, a = 0.5;
  for (int i = 0; i < 100; i++) s += a * i;
  printf("%.17g\\n", s);
  return 0;
}
`,
    'c',
  ],
  blocks: [
    `#include <cstdio>
#include <cuda_runtime.h>
#define BLOCK 128
__global__ void both(double *x, double a, double b, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * a + b;
}
int main()
{
  int n = 1000;
  double *x;
  cudaMalloc(&x, n * sizeof(double));
  both<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, 2.0, 3.0, n);
  printf("%d\\n", n);
  return 0;
}
`,
    'cu',
  ],
} as const;

const searching = (name: string): Partial<StudyPlan> => {
  const strategy = strategies.find((one) => one.name === name)!;
  return { strategy, options: strategy.options.parse({}) };
};
const inputs = ['seen', 'unseen'].map((name) => ({ name, arguments: [name], heldOut: name === 'unseen' }));
const namesIn = (lowered: string) => lowered.split(' ').filter(Boolean);
/** Each lowered group costs so much error; together they add up. */
const errorOf = (lowered: string, errors: Readonly<Record<string, number>>) =>
  namesIn(lowered).reduce((sum, name) => sum + (errors[name] ?? 0), 0);
/** No two choices of groups save as much. */
const savedMs = (lowered: string) => errorOf(lowered, { a: 4, b: 8, c: 16, d: 32 });

/** A run on a GPU whose one kernel took so long. */
function onGpu(value: number, ms: number): RunOutcome {
  const gpu = {
    ...{ kernels: [{ name: 'both', launches: 1, ms }], kernelMs: ms, copyMs: 0, lastError: null },
    occupancy: { multiprocessors: 132, kernels: [{ name: 'both', threads: 256, blocks: 1056 }] },
    energy: { joules: 10 * ms, ms: 1500 },
  };
  const outcome = printed(value, { cpuMs: ms });
  return outcome.kind === 'exited' ? { ...outcome, gpu } : outcome;
}

/** Narrow is twice as fast and wants larger blocks. */
const withBlocks: Script['run'] = (lowered) => {
  const isNarrow = /\ba\b/.test(lowered);
  const size = Number(/BLOCK=(\d+)/.exec(lowered)?.[1] ?? 128);
  const slower = 1 + 0.2 * Math.abs(Math.log2(size / (isNarrow ? 512 : 64)));
  return onGpu(size === 1024 ? 5 : 1, (isNarrow ? 10 : 20) * slower);
};

/** Asks for these groups one by one, in one search after the other. */
function asking(searches: readonly (readonly string[])[]): Partial<StudyPlan> {
  let begun = 0;
  const strategy = defineStrategy({
    name: 'asking',
    summary: 'asks for what it is told to',
    options: z.strictObject({}),
    needs: ['model'],
    *propose({ space }) {
      for (const wanted of searches[begun++] ?? [])
        yield [space.dimensions.map(({ id, formats }) => formats[id.endsWith(`.${wanted}`) ? 1 : 0]!)] as Point[];
    },
  });
  return { strategy, options: {}, inputs };
}

const STORIES: Readonly<Record<string, Story>> = {
  'the trade-off between error and speed': {
    source: 'four',
    open: (program) => {
      const bench = program.bench({
        engine: 'native',
        run: (lowered) =>
          printed(1 + errorOf(lowered, { a: 0.002, b: 0.02, c: 0.09 }), { cpuMs: 100 - savedMs(lowered) }),
      });
      const scope = new Set(['a', 'b', 'c'].map((name) => bench.program.sites.findIndex((one) => one.name === name)));
      return { bench, plan: { front: true, timing: 'every', inputs, scope } };
    },
  },
  'a program that prints something else built than emulated': {
    source: 'four',
    open: (program) => ({
      bench: program.bench({
        run: (lowered, how) => printed(how === 'built' && lowered.includes('c') ? '1.00001 x' : '1 x'),
      }),
      plan: searching('delta-debugging'),
    }),
  },
  'formats that hold on no held-out input': {
    source: 'four',
    open: (program) => ({
      bench: program.bench({
        run: (lowered, _, [input]) => {
          const error = errorOf(lowered, { a: 0.03, b: 0.02, c: 0.001, d: 0.001 });
          return printed(1 + (input === 'unseen' ? 10 * error : error));
        },
      }),
      plan: { ...searching('delta-debugging'), inputs },
    }),
  },
  'a model that timed trials correct': {
    source: 'arrays',
    open: (program) => ({
      bench: program.bench({
        engine: 'cuda',
        run: (lowered, how) =>
          onGpu(
            lowered === 'a a b b' ? 2 : 1,
            how === 'emulated' ? 50 : lowered === '' ? 10 : lowered === 'a a' ? 3 : 8,
          ),
      }),
      plan: searching('auto'),
    }),
  },
  'candidates that the model predicts to be no faster': {
    source: 'local',
    open: (program) => ({
      bench: program.bench({
        engine: 'cuda',
        run: (lowered, how, [input]) => {
          const isOff = how === 'built' && input === 'unseen' && lowered === 'a a';
          return printed(isOff ? 2 : 1, { cpuMs: lowered === '' ? 10 : 9 });
        },
      }),
      plan: asking([['a', 'c'], ['a']]),
    }),
  },
  'sums that are added up in other ways': {
    source: 'sum',
    open: (program) => ({
      bench: program.bench({
        engine: 'native',
        run: (lowered) => printed(/\bs\b(?!\+)/.test(lowered) ? 2 : 1, { cpuMs: 100 - 5 * lowered.length }),
      }),
      plan: { ...searching('exhaustive'), triesSums: true },
    }),
  },
  'blocks, energy and vectors on a GPU': {
    source: 'blocks',
    open: (program) => {
      const bench = program.bench({ engine: 'cuda', run: withBlocks });
      const asked = { tunesBlocks: true, energy: 'beside', vectorizes: true } as const;
      return {
        bench: { ...bench, variants: { ...bench.variants, tryChanged: async () => null } },
        plan: { ...searching('auto'), ...asked, lowersUnseen: true, buildJobs: 8 },
      };
    },
  },
  'a search that leaves time, of which nothing holds': {
    source: 'four',
    isTimed: true,
    open: (program) => {
      const clock = new MovedClock();
      const run: Script['run'] = (lowered, _, [input]) => {
        clock.move(40);
        const isWithin = lowered === '' || (/^(a|b)$/.test(lowered) && input === 'seen');
        return printed(isWithin ? 1 : 2, { cpuMs: 100 - savedMs(lowered) });
      };
      const plan = { ...searching('exhaustive'), inputs, deadline: new Deadline(1000, clock) };
      return { bench: program.bench({ engine: 'native', run }), plan };
    },
  },
  'phases of a loop, where nothing is faster throughout the run': {
    source: 'four',
    open: (program) => ({
      bench: program.bench({ engine: 'native', run: (lowered) => printed(1, { cpuMs: 100 + 5 * lowered.length }) }),
      plan: {
        ...searching('delta-debugging'),
        phaseSearch: {
          low: 'fp32',
          isAsked: true,
          run: async () => ({
            ...{ kind: 'phases', low: 'fp32', switches: [{ first: 78, error: 1e-9, isWithin: true }], fraction: 0.78 },
            loop: { id: 'main@3', file: 'program.c', line: 3, iterations: 100 },
            speedup: { clock: 'cpu', ratio: 1.3, interval: [1.2, 1.4] },
            ...{ throughout: null, reason: null, document: '{}', patch: '' },
          }),
        },
      },
    }),
  },
  'blocks where the engine has no clock for kernels': {
    source: 'blocks',
    open: (program) => ({
      bench: program.bench({ engine: 'native', run: withBlocks }),
      plan: { tunesBlocks: true, sanitizes: false, lowersUnseen: true, maxTrials: 1 },
    }),
  },
};

const opened = new Map<string, ScriptedProgram>();
const stagesRun = new Set<string>();
beforeAll(async () => {
  for (const stage of stages) {
    const run = stage.run;
    vi.spyOn(stage, 'run').mockImplementation((context) => {
      stagesRun.add(stage.name);
      return run(context);
    });
  }
  for (const [name, [source, language]] of Object.entries(SOURCES))
    opened.set(name, await ScriptedProgram.open(source, language));
});
afterAll(async () => {
  vi.restoreAllMocks();
  for (const program of opened.values()) await program.close();
});

describe('a study that is cut off after any record', () => {
  it.each(Object.entries(STORIES))(
    'comes to the same, and does nothing twice: %s',
    async (name, { source, isTimed, open }) => {
      const program = opened.get(source)!;
      const run = (folder: string) => {
        const { bench, plan } = open(program);
        return study(bench, folder, plan);
      };
      const whole = path.join(program.folder, name, 'whole');
      const answer = comesTo(await run(whole));
      const lines = fs.readFileSync(path.join(whole, JOURNAL_FILE), 'utf8').split(/(?<=\n)/);
      const wholeStands = stands(recordsIn(whole));
      for (const kept of lines.keys()) {
        const cut = path.join(program.folder, name, String(kept));
        fs.mkdirSync(cut, { recursive: true });
        fs.writeFileSync(path.join(cut, JOURNAL_FILE), lines.slice(0, kept).join(''));
        const resumed = comesTo(await run(cut));
        if (!isTimed) expect(resumed, `after ${kept} records`).toEqual(answer);
        const records = recordsIn(cut);
        expect(doneTwice(records), `after ${kept} records`).toEqual([]);
        if (wholeStands) expect(stands(records), `after ${kept} records`).toBe(true);
      }
    },
  );
});

it('every stage was among them', () => {
  expect(stages.map(({ name }) => name).filter((name) => !stagesRun.has(name))).toEqual([]);
});

function recordsIn(folder: string): JournalRecord[] {
  return [...readJournal(path.join(folder, JOURNAL_FILE)).records];
}

function comesTo({ best, stopped, front }: StudyResult) {
  const what = ({ formats, accumulators, blocks }: JudgedTrial) => ({ formats, accumulators, blocks });
  return { best: best && what(best), stopped, front: front?.map(what) };
}

/** Whether a recommendation stands after every record from the first one on. */
function stands(records: readonly JournalRecord[]): boolean {
  const first = records.findIndex(({ kind }) => kind === 'best-so-far');
  return records.every((_, at) => at < first || new StudyState(records.slice(0, at + 1)).recommended !== null);
}

/** What is written down once for each of its subjects. */
function doneTwice(records: readonly JournalRecord[]): string[] {
  const subjects = records.flatMap((record) => {
    if (record.kind === 'trial') return [`trial ${record.number}`];
    if (record.kind === 'phases') return ['phases'];
    if (record.kind === 'baseline') return [`baseline ${record.input}`];
    if (record.kind === 'profile') return [`profile ${record.mode} ${record.input}`];
    if (record.kind === 'confirmation') return [`confirmation ${record.trial} ${record.outcome} ${record.asEmulated}`];
    if (record.kind === 'memory' || record.kind === 'energy' || record.kind === 'occupancy')
      return [`${record.kind} ${record.trial}`];
    return [];
  });
  return subjects.filter((one, at) => subjects.indexOf(one) !== at);
}
