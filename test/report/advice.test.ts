import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type {
  BaselineRecord,
  JournalRecord,
  MeasurementRecord,
  StudyStarted,
  TrialRecord,
} from '../../src/journal/records.js';
import { StudyState } from '../../src/journal/replay.js';
import { trialRecord } from '../../src/journal/trial-record.js';
import { adviceFor } from '../../src/report/advice.js';
import { expectNamed, naming } from '../support/naming.js';

/** As it stands in the file: every field, whatever the outcome. */
type WrittenTrial = z.input<typeof trialRecord>;

const INPUTS = [
  { name: 'small', arguments: [], heldOut: false },
  { name: 'large', arguments: [], heldOut: true },
];

const started = (rest: Partial<StudyStarted> = {}): StudyStarted => ({
  kind: 'study-started',
  schemaVersion: 1,
  program: 'nbody',
  opened: { inputs: [], includeFolders: [], defines: [], undefines: [], standard: null, workingFolder: '/' },
  sources: '',
  engine: 'native',
  strategy: 'delta-debugging',
  options: {},
  seed: 1,
  goal: { metric: 'max-relative', bound: 1e-6, against: 'baseline', minSpeedup: null, command: null },
  formats: ['fp64', 'fp32'],
  scope: 'all',
  inputs: INPUTS,
  output: { stdout: true },
  timing: 'recommended',
  merit: null,
  gpu: 'h200',
  gpuProfile: null,
  command: ['mantissa', 'tune', '.'],
  environment: {},
  ...rest,
});

const baseline = (rest: Partial<BaselineRecord> = {}): BaselineRecord => ({
  kind: 'baseline',
  input: 'small',
  count: 1,
  digest: '',
  values: [1],
  durationsMs: [100],
  noise: 0,
  error: null,
  ...rest,
});

const trial = (number: number, rest: Partial<WrittenTrial> = {}): TrialRecord =>
  trialRecord.parse({
    kind: 'trial',
    number,
    formats: { x: 'fp32' },
    resolution: String(number),
    how: 'emulated',
    outcome: 'accurate',
    error: 1e-8,
    speedup: 1.2,
    speedupKind: 'modelled',
    accepted: true,
    evidence: null,
    durationMs: 1,
    ...rest,
  });

/** `rounds` runs of each program, the baseline's taking `ms`, and an interval of ± `spread` around 1.2. */
function measurement(
  rounds: number,
  ms: number,
  spread: number,
  rest: Partial<MeasurementRecord> = {},
): MeasurementRecord {
  const samples = Array.from({ length: rounds }, () => [
    { program: 'baseline' as const, ms },
    { program: 'variant' as const, ms: ms / 1.2 },
  ]).flat();
  const [low, high] = [1.2 * (1 - spread), 1.2 * (1 + spread)];
  return {
    kind: 'measurement',
    trial: 1,
    digest: 'd',
    clock: 'cpu',
    samples,
    ratio: 1.2,
    low,
    high,
    verdict: '',
    ...rest,
  };
}

const codes = (...records: JournalRecord[]) => adviceFor(new StudyState(records)).map(({ code }) => code);
const only = (...records: JournalRecord[]) => {
  const advice = adviceFor(new StudyState(records));
  expect(advice).toHaveLength(1);
  return advice[0]!;
};

describe('advice', () => {
  it('is empty for a study that has not begun and for one without problems', () => {
    expect(codes()).toEqual([]);
    expect(codes(started(), baseline(), trial(1), measurement(20, 100, 0.01))).toEqual([]);
  });

  it('names one cause of a doubtful time: a short run, few rounds, or scatter', () => {
    const timed = (one: MeasurementRecord) => only(started(), baseline(), trial(1), one);
    expect(timed(measurement(31, 0.9, 0.3, { clock: 'wall' }))).toMatchObject({
      code: 'short-run',
      text: naming('0.9 ms'),
    });
    expect(timed(measurement(7, 3000, 0.08))).toMatchObject({
      code: 'too-few-runs',
      text: naming('trial 1', '7', '1.10', '1.30'),
      remedy: naming('3.0 s'),
    });
    expect(timed(measurement(31, 100, 0.08)).code).toBe('noisy-timing');
    // a shorter input would not make these better
    expect(timed(measurement(7, 6, 0.4, { clock: 'wall' }))).toMatchObject({
      code: 'noisy-timing',
      remedy: naming('longer'),
    });
    expect(codes(started(), baseline(), trial(1), measurement(7, 3000, 0.01))).toEqual([]);
  });

  it('names other programs as the cause if they used the processors', () => {
    const timed = (one: MeasurementRecord) => codes(started(), baseline(), trial(1), one);
    expect(timed(measurement(31, 100, 0.08, { preemptionsPerSecond: 200 }))).toEqual(['busy-machine']);
    expect(timed(measurement(31, 100, 0.01, { preemptionsPerSecond: 200 }))).toEqual([]);
    expect(timed(measurement(31, 100, 0.08, { preemptionsPerSecond: 10 }))).toEqual(['noisy-timing']);
  });

  it('doubts a speedup that was measured on short runs alone', () => {
    const fast = [trial(1), measurement(20, 20, 0.01)] as const;
    const brief = baseline({ durationsMs: [21, 20] });
    expect(only(started(), brief, ...fast)).toMatchObject({
      code: 'brief-run',
      text: naming('small', '20 ms'),
      remedy: naming('"timing"', 'mantissa.json'),
    });
    // a longer input was timed beside it, or instead of it
    const large = baseline({ input: 'large', durationsMs: [900] });
    const elsewhere: JournalRecord = {
      ...{ kind: 'input-speed', trial: 1, digest: 'd', input: 'large', clock: 'cpu', samples: [] },
      ...{ ratio: 1.2, low: 1.1, high: 1.3 },
    };
    expect(codes(started(), brief, large, ...fast, elsewhere)).toEqual([]);
    const inputs = [INPUTS[0]!, { ...INPUTS[1]!, timed: true as const }];
    expect(codes(started({ inputs }), brief, large, ...fast)).toEqual([]);
    // one cause has one warning
    expect(
      codes(started(), baseline({ durationsMs: [1] }), trial(1), measurement(31, 0.9, 0, { clock: 'wall' })),
    ).toEqual(['short-run']);
    const gpu = { kernels: [{ name: 'k', ms: 4, launches: 1000 }], copyMs: 0 };
    expect(codes(started(), baseline({ gpu }), trial(1), measurement(20, 100, 0.01))).toEqual(['launch-bound']);
    const older = { kernels: [{ name: 'k', ms: 4 }], copyMs: 0 };
    expect(codes(started(), baseline({ gpu: older }), trial(1), measurement(20, 100, 0.01))).toEqual([]);
  });

  it('doubts a speedup of arrays that fit in the cache of the machine that timed them', () => {
    const span = { file: 0, line: 1, column: 1, begin: 0, end: 1 };
    const program = (type: string) => ({
      ...{ kind: 'program' as const, root: '/', isCuda: false, files: [], functions: [], operations: [], warnings: [] },
      sites: [
        {
          ...{ id: 'x', name: 'x', kind: 'variable', function: 'main', type, format: 'fp64', group: 'x' },
          ...{ tunable: true, frozen: null, span },
        },
      ],
      groups: [{ id: 'x', sites: ['x'], why: [], frozen: null }],
      inactive: [],
      durationMs: 1,
    });
    const environment = { 'last-level cache': '32 MiB' };
    const of = (type: string, rest: Partial<MeasurementRecord> = {}, memory = 3 * 2 ** 20) =>
      codes(
        ...[started({ environment }), program(type), baseline({ peakMemoryBytes: memory }), trial(1)],
        measurement(20, 100, 0.01, rest),
      );
    expect(of('double *')).toEqual(['cache-resident']);
    expect(of('double')).toEqual([]);
    expect(of('double *', {}, 64 * 2 ** 20)).toEqual([]);
    expect(of('double *', { node: 'n1' })).toEqual([]);
  });

  it('names nodes of a cluster that disagree about the baseline, and no others', () => {
    const on = (node: string, of: number, ms: number) => ({
      ...measurement(20, ms, 0.01, { node }),
      trial: of,
      digest: node,
    });
    const records = (slow: number) => [started(), baseline(), trial(1), trial(2), on('n1', 1, 100), on('n2', 2, slow)];
    expect(codes(...records(108))).toEqual([]);
    expect(only(...records(140))).toMatchObject({
      code: 'nodes-differ',
      text: naming(/140 ms\b.*\bn2\b.*100 ms\b.*\bn1\b/),
    });
  });

  it('considers the times of the recommendation only, however much others scatter', () => {
    const scattered = { ...measurement(31, 100, 0.2), trial: 2, digest: 'e', ratio: 1.3 };
    const records = [started(), baseline(), trial(1), trial(2), measurement(31, 100, 0.01), scattered];
    expect(codes(...records)).toEqual(['noisy-timing']);
    expect(codes(...records, { kind: 'study-ended', reason: 'finished', best: 1 })).toEqual([]);
  });

  it('asks for more inputs, with the command for this study', () => {
    const one = [INPUTS[0]!];
    expect(only(started({ inputs: one }), baseline())).toMatchObject({
      code: 'one-input',
      remedy: naming('"inputs"', 'mantissa.json', '"heldOut": true'),
    });
    const given = [{ name: 'arguments', arguments: ['64', '4'], heldOut: false }];
    const after = only(started({ inputs: given, command: ['mantissa', 'tune', 'x.cu', '--', '64', '4'] }), baseline());
    expect(after.text).toContain("'64 4'");
    expectNamed(after.remedy!, '--', 'mantissa.json');
    const two = INPUTS.map((input) => ({ ...input, heldOut: false }));
    expect(codes(started({ inputs: two }), baseline())).toEqual(['no-held-out-input']);
  });

  it('reports a GPU whose clock changes or that others use, if kernels are timed', () => {
    const environment = {
      'GPU clock, MHz': '345',
      'GPU highest clock, MHz': '1980',
      'GPU utilisation, %': '0',
      'GPU processes': '2',
    };
    expect(codes(started({ environment }), baseline())).toEqual([]);
    expect(codes(started({ environment, engine: 'cuda' }), baseline())).toEqual(['moving-clocks', 'shared-gpu']);
    const locked = { ...environment, 'GPU clock, MHz': '1500', 'GPU processes': '0' };
    expect(codes(started({ environment: locked, engine: 'cuda' }), baseline())).toEqual([]);
    // a study resumed elsewhere is judged by where it was last
    const resumed = { kind: 'study-resumed' as const, command: [], environment: locked };
    expect(codes(started({ environment, engine: 'cuda' }), resumed, baseline())).toEqual([]);
  });

  it('reports that a program is not reproducible, with the bound that follows', () => {
    const far = only(started(), baseline({ noise: 2e-12 }));
    expect(far).toMatchObject({ code: 'baseline-noise', text: naming('2.0e-12') });
    expect(only(started(), baseline({ noise: 3e-7 })).remedy).toContain('--max-error 3e-6');
  });

  it('reports a goal that exceeds the accuracy of the program', () => {
    const goal = { ...started().goal, against: 'reference' as const };
    const tight = only(started({ goal }), baseline({ error: 8e-7 }));
    expect(tight).toMatchObject({ code: 'tight-goal', text: naming('80 %') });
    expect(codes(started({ goal }), baseline({ error: 1e-9 }))).toEqual([]);
    expect(codes(started({ goal: { ...started().goal, bound: 2e-16 } }), baseline())).toEqual(['tight-goal']);
    expect(codes(started({ goal: { ...started().goal, metric: 'digits', bound: 1e-20 } }), baseline())).toEqual([]);
  });

  it('reports flags for fast arithmetic, and failed trials', () => {
    const program = {
      kind: 'program' as const,
      root: '/',
      isCuda: true,
      ...{ files: [], functions: [], sites: [], operations: [], groups: [] },
      warnings: [{ code: 'fast-math', text: 'built with --use_fast_math: …', span: null }],
      inactive: [],
      durationMs: 1,
    };
    expect(only(started(), program, baseline())).toMatchObject({ code: 'fast-math', text: naming('--use_fast_math') });
    const broken = trial(4, { outcome: 'build-failed', accepted: false });
    expect(only(started(), baseline(), trial(1), broken)).toMatchObject({
      code: 'failed-builds',
      text: naming('1 of 2', 'trial 4'),
      remedy: naming('mantissa show 4'),
    });
    expect(codes(started(), baseline(), trial(2, { outcome: 'timed-out', accepted: false }))).toEqual([
      'timed-out-trials',
    ]);
  });

  it('lists excluded text only if it names a changed variable', () => {
    const span = (line: number, begin: number, end: number) => ({ file: 0, line, column: 1, begin, end });
    const site = (id: string, name: string) => ({
      ...{ id, name, kind: 'variable', function: 'main', type: 'double', format: 'fp64', group: id },
      ...{ tunable: true, frozen: null, span: span(2, 10, 16) },
    });
    const branch = (line: number, begin: number, names: string[]) => ({
      ...{ span: span(line, begin, begin + 9), directives: ['#ifdef VERIFY'], flag: '-DVERIFY', names },
    });
    const program = {
      kind: 'program' as const,
      root: '/',
      isCuda: false,
      files: [{ path: 'a.c', text: '' }],
      functions: [{ name: 'main', kind: 'host' as const, span: span(1, 0, 100) }],
      sites: [site('x', 'worst'), site('y', 'kept')],
      ...{ operations: [], warnings: [], durationMs: 1 },
      groups: [{ id: 'x', sites: ['x'], why: [], frozen: null }],
      inactive: [branch(31, 50, ['worst', 'kept']), branch(40, 70, ['kept']), branch(90, 200, ['worst'])],
    };
    const ended: JournalRecord = { kind: 'study-ended', reason: 'finished', best: 1 };
    expect(only(started(), program, baseline(), trial(1), ended)).toMatchObject({
      code: 'not-compiled',
      text: naming('#if', 'a.c:31 (#ifdef VERIFY)', 'worst'),
      remedy: naming('-DVERIFY', '--strict-branches'),
    });
    const nothing = trial(1, { formats: { y: 'fp32' } });
    expect(codes(started(), { ...program, inactive: [branch(90, 200, ['kept'])] }, baseline(), nothing, ended)).toEqual(
      [],
    );
  });

  it('names the values that a shadow run lost, the most frequent first', () => {
    const operation = (id: string, lost?: number) => ({ id, executions: 9, difference: 1, ...(lost && { lost }) });
    const shadow: JournalRecord = {
      kind: 'profile',
      mode: 'shadow',
      input: 'small',
      operations: [operation('k#1'), operation('k#2', 1), operation('k#3', 7)],
      ...{ stores: [], launches: [], transfers: [], overhead: 2 },
    };
    expect(only(started(), baseline(), shadow)).toMatchObject({
      code: 'lost-in-shadow',
      text: naming('2 operations', 'fp32', 'fp64', 'k#3', '7'),
    });
    const clean: JournalRecord = { ...shadow, operations: [operation('k#1')] };
    expect(codes(started(), baseline(), clean)).toEqual([]);
  });
});
