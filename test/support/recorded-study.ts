import type { z } from 'zod';
import { repeatedCommand } from '../../src/cli/repeated-command.js';
import { confirmationRecord } from '../../src/journal/confirmation-record.js';
import type { ProgramRecord, SourceSpan } from '../../src/journal/program-record.js';
import type { ConfirmationRecord, JournalRecord, StudyStarted, TrialRecord } from '../../src/journal/records.js';
import { StudyState } from '../../src/journal/replay.js';
import type { StudySurroundings } from '../../src/journal/study-surroundings.js';
import { trialRecord } from '../../src/journal/trial-record.js';
import { buildReport } from '../../src/report/build-document.js';
import type { ReportDocument } from '../../src/report/document.js';

/** A trial as written to the file, with all fields for every outcome. */
type WrittenTrial = z.input<typeof trialRecord>;

/** A study written by hand: a kernel with four variables, of which `frozen` cannot change. */
export const KERNEL = `// a kernel – with a dash of UTF-8
__global__ void k(double *a, double b) {
  double c = a[0] * b; /* c */
  double frozen = c + 1.0;
  escape(&frozen);
}
`;

const bytes = Buffer.from(KERNEL).toString('latin1');

function span(text: string, nth = 1): SourceSpan {
  let begin = -1;
  for (let found = 0; found < nth; found++) begin = bytes.indexOf(text, begin + 1);
  const before = bytes.slice(0, begin).split('\n');
  return { file: 0, line: before.length, column: before.at(-1)!.length + 1, begin, end: begin + text.length };
}

const site = (name: string, where: SourceSpan, group: string, frozen: string | null = null) => ({
  id: `k.${name}`,
  name,
  kind: 'variable',
  function: 'k',
  type: 'double',
  format: 'fp64',
  group,
  tunable: frozen === null,
  frozen,
  span: where,
});

export const program: ProgramRecord = {
  kind: 'program',
  root: '/nowhere',
  isCuda: true,
  files: [{ path: 'k.cu', text: bytes }],
  functions: [{ name: 'k', kind: 'kernel', span: { ...span('{'), end: bytes.lastIndexOf('}') + 1 } }],
  sites: [
    site('a', span('a,'), 'g1'),
    site('b', span('b)'), 'g2'),
    site('c', span('c ='), 'g3'),
    site('frozen', span('frozen'), 'g4', 'its address is passed to code outside the program: escape'),
  ].map((one) => ({ ...one, span: { ...one.span, end: one.span.begin + one.name.length } })),
  operations: [
    {
      id: 'k#1',
      kind: 'mul',
      symbol: '*',
      function: 'k',
      format: 'fp64',
      span: span('* b;'),
      expression: span('a[0] * b'),
    },
    {
      id: 'k#2',
      kind: 'add',
      symbol: '+',
      function: 'k',
      format: 'fp64',
      span: span('+ 1.0'),
      expression: span('c + 1.0'),
    },
  ].map((one) => ({ ...one, span: { ...one.span, end: one.span.begin + 1 } })),
  groups: [
    { id: 'g1', sites: ['k.a'], why: [], frozen: null },
    { id: 'g2', sites: ['k.b'], why: [], frozen: null },
    { id: 'g3', sites: ['k.c'], why: [], frozen: null },
    { id: 'g4', sites: ['k.frozen'], why: [], frozen: 'its address is passed to code outside the program: escape' },
  ],
  warnings: [],
  inactive: [],
  durationMs: 1000,
};

export const started: StudyStarted = {
  kind: 'study-started',
  schemaVersion: 1,
  program: 'k',
  opened: {
    inputs: ['/nowhere/k.cu'],
    includeFolders: [],
    defines: [],
    undefines: [],
    standard: null,
    workingFolder: '/nowhere',
  },
  sources: 'digest',
  engine: 'cuda',
  strategy: 'exhaustive',
  options: {},
  seed: 1,
  goal: { metric: 'max-relative', bound: 1e-6, against: 'baseline', minSpeedup: null, command: null },
  formats: ['fp64', 'fp32'],
  scope: 'kernels',
  inputs: [
    { name: 'small', arguments: ['8', 'a b'], heldOut: false },
    { name: 'large', arguments: [], heldOut: true },
  ],
  output: { stdout: true },
  timing: 'recommended',
  merit: null,
  gpu: 'h200',
  gpuProfile: null,
  command: ['mantissa', 'tune', 'k.cu', '--max-error', '1e-6', 'a b'],
  environment: { node: 'v20' },
};

export const baseline = (input: string): JournalRecord => ({
  kind: 'baseline',
  input,
  count: 3,
  digest: 'd',
  values: [1, 2, 3],
  durationsMs: [10, 11],
  noise: 0,
  error: null,
});

export const trial = (number: number, formats: TrialRecord['formats'], rest: Partial<WrittenTrial> = {}): TrialRecord =>
  trialRecord.parse({
    kind: 'trial',
    number,
    formats,
    resolution: `resolution-${number}-of-some-length`,
    how: 'emulated',
    outcome: 'accurate',
    error: 1e-9,
    speedup: 1.1,
    speedupKind: 'modelled',
    accepted: true,
    evidence: null,
    durationMs: 100,
    ...rest,
  });

export const inaccurate = (number: number, formats: TrialRecord['formats'], error: number | null): TrialRecord =>
  trial(number, formats, {
    outcome: 'inaccurate',
    error: error === Number.POSITIVE_INFINITY ? 'Infinity' : error, // JSON has no infinity
    speedup: null,
    speedupKind: null,
    accepted: false,
    evidence: 'small: value 2 is 3 instead of 2',
  });

export const PATCH = `--- a/k.cu
+++ b/k.cu
@@ -2,3 +2,3 @@
 __global__ void k(double *a, double b) {
-  double c = a[0] * b; /* c */
+  float c = a[0] * b; /* c */
   double frozen = c + 1.0;
`;

export const confirmation = (
  number: number,
  rest: Partial<z.input<typeof confirmationRecord>> = {},
): ConfirmationRecord =>
  confirmationRecord.parse({
    kind: 'confirmation',
    trial: number,
    outcome: 'accurate',
    error: 4e-7,
    evidence: null,
    digest: `binary-${number}`,
    inputs: ['small', 'large'],
    asEmulated: null,
    patch: PATCH,
    outputs: [
      {
        input: 'small',
        count: 3,
        even: { indexes: [0, 1, 2], expected: [1, 2, 3], found: [1, 2.0000004, 3.0000003] },
        worst: {
          indexes: [1, 2],
          expected: [2, 3],
          found: [2.0000004, 3.0000003],
          places: ['energy (line 2)', 'line 3'],
        },
      },
    ],
    ...rest,
  });

export const measurement = (number: number, ratio = 1.5): JournalRecord => ({
  kind: 'measurement',
  trial: number,
  digest: `binary-${number}`,
  clock: 'gpu',
  samples: Array.from({ length: 20 }, (_, at) => ({
    program: at % 2 === 0 ? ('baseline' as const) : ('variant' as const),
    ms: at % 2 === 0 ? 15 : 10,
  })),
  ratio,
  low: ratio - 0.05,
  high: ratio + 0.05,
  verdict: `${ratio.toFixed(2)}× faster`,
});

/** A finished study: lowering b and c is good, lowering a is not. */
export const RECORDS: readonly JournalRecord[] = [
  started,
  program,
  baseline('small'),
  inaccurate(1, { 'k.a': 'fp32', 'k.b': 'fp32', 'k.c': 'fp32' }, 1e-3),
  trial(2, { 'k.b': 'fp32' }, { speedup: 1.05, error: 1e-8 }),
  trial(3, { 'k.b': 'fp32', 'k.c': 'fp32' }, { speedup: 1.4, error: 4e-7 }),
  inaccurate(4, { 'k.a': 'fp32' }, Number.POSITIVE_INFINITY),
  trial(
    5,
    { 'k.b': 'fp32', 'k.c': 'fp32' },
    {
      ...{ outcome: 'duplicate', how: 'known', accepted: false, durationMs: 0 },
      evidence: 'the same program as trial 3',
    },
  ),
  baseline('large'),
  confirmation(3),
  measurement(3),
  { kind: 'study-ended', reason: 'finished', best: 3 },
];

/** Records a second apart. */
export function stateOf(records: readonly JournalRecord[]): StudyState {
  return new StudyState(
    records,
    records.map((_, at) => 1_700_000_000_000 + 1000 * at),
  );
}

export function reportOf(
  records: readonly JournalRecord[] = RECORDS,
  around: Partial<StudySurroundings> = {},
): ReportDocument {
  const state = stateOf(records);
  return buildReport(
    state,
    state.started!,
    { study: 'study', isRunning: false, changedFiles: [], applied: null, ...around },
    repeatedCommand,
  );
}
