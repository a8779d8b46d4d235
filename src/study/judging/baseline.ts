/**
 * Establishes the baseline on one input: the program must run, print numbers, and repeat them as far as the goal can tell. Trials are compared
 * with its output, or with that of a reference run in fp64x2.
 */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { GpuTimes, RunOutcome } from '../../execution/engine.js';
import type { BaselineRecord, FigureOfMerit, OutputPlace, StudyInput } from '../../journal/records.js';
import { findOffence, measureError } from '../../numerics/error-metrics.js';
import { type Format, widestFormat } from '../../numerics/format.js';
import { comparesValues } from '../../numerics/metrics.js';
import { widestConfiguration } from '../../space/configuration.js';
import type { Bench } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { inputText, inputWithArguments } from '../inputs/input-text.js';
import { expectMerit } from '../timing/figure-of-merit.js';
import type { OutputJudge } from './judge-output.js';
import { describePlace, digestValues, type ProgramOutput, readOutput } from './program-output.js';
import { describeEnd, failureOf, remedyFor } from './run-end.js';
import { doesNotFit, wantOfMemory, wantOfMemoryInBuild, wideMemoryText } from './wide-memory.js';

export interface InputBaseline {
  readonly input: StudyInput;
  readonly output: ProgramOutput;
  /** The output that trials are compared with. */
  readonly expected: ProgramOutput;
  readonly record: BaselineRecord;
}

const RUNS = 3;
/** Longer programs run only twice to see whether they repeat their output, because the first answer waits for these runs. */
const LONG_RUN_MS = 1000;
const RUNS_WHEN_LONG = 2;
const KEPT_VALUES = 1000;

/** `known`: the record of an earlier session; one run then checks that the output is unchanged. */
export async function establishBaseline(
  bench: Bench,
  judge: OutputJudge,
  place: OutputPlace,
  input: StudyInput,
  limits: RunLimits,
  known: BaselineRecord | null,
  merit: FigureOfMerit | null = null,
  /** Whether the original program may miss the goal (for a tuning plan). */
  mayBeBeyond = false,
  /** Whether formats above fp64 are tried: the reference then needs the digits of the widest format. */
  isWide = false,
): Promise<InputBaseline> {
  const outputs: ProgramOutput[] = [];
  const durationsMs: number[] = [];
  const timed: GpuTimes[] = [];
  let peakBytes = 0;
  const runs = () => (known ? 1 : (durationsMs[0] ?? 0) > LONG_RUN_MS ? RUNS_WHEN_LONG : RUNS);
  for (let run = 0; run < runs(); run++) {
    const outcome = await bench.runs.original(limits);
    outputs.push(trusted(outcome, place, { input, limits, mayLackNumbers: !comparesValues(judge.goal.metric) }));
    if (run === 0 && (!input.heldOut || input.timed))
      expectMerit(merit, outcome, `${inputText(input.name)}: the program`);
    durationsMs.push('durationMs' in outcome ? outcome.durationMs : 0);
    if ('peakMemoryBytes' in outcome) peakBytes = Math.max(peakBytes, outcome.peakMemoryBytes ?? 0);
    if ('gpu' in outcome && outcome.gpu) timed.push(outcome.gpu);
  }
  const output = outputs[0]!;
  await checkJudge(judge, input, output);
  const noise = await noiseOf(judge, input, outputs);
  if (known && known.digest !== digestValues(output.values)) await checkAgainst(judge, input, known, output);
  const expected =
    judge.goal.against === 'reference' ? await reference(bench, place, input, limits, isWide, peakBytes) : output;
  const own = judge.goal.against === 'reference' ? await judge.judge(inputText(input.name), expected, output) : null;
  if (own?.kind === 'beyond' && !mayBeBeyond)
    throw new MantissaError(
      'MX4010',
      `compared with a run in fp64x2, ${own.evidence}; the bound is ${judge.goal.bound}`,
    );
  const record = known ?? {
    kind: 'baseline',
    input: input.name,
    count: output.values.length,
    digest: digestValues(output.values),
    values: output.values.slice(0, KEPT_VALUES),
    durationsMs,
    noise,
    error: own?.error ?? null,
    ...(timed.length > 0 && { gpu: leastDisturbed(timed) }),
    ...(peakBytes > 0 && { peakMemoryBytes: peakBytes }),
  };
  return { input, output, expected, record };
}

function leastDisturbed(timed: readonly GpuTimes[]): NonNullable<BaselineRecord['gpu']> {
  const { kernels, copyMs } = timed.reduce((least, one) => (one.kernelMs < least.kernelMs ? one : least));
  return { kernels: kernels.map(({ name, ms, launches }) => ({ name, ms, launches })), copyMs };
}

interface OriginalRun {
  readonly input: StudyInput;
  readonly limits: RunLimits;
  readonly mayLackNumbers: boolean;
}

function trusted(
  outcome: RunOutcome,
  place: OutputPlace,
  { input, limits, mayLackNumbers }: OriginalRun,
): ProgramOutput {
  failureOf(outcome);
  const refuse = (text: string, remedy?: string): never => {
    throw new MantissaError('MX4009', `${inputWithArguments(input)}: ${text}`, remedy ? { remedy } : {});
  };
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0)
    return refuse(`the original program ${describeEnd(outcome, limits)}`, remedyFor(outcome));
  const output = readOutput(place, outcome);
  const where = describePlace(place);
  if (!output)
    return refuse(`the original program does not write the file ${where}`, 'check "output" in mantissa.json');
  if (output.values.length === 0 && !mayLackNumbers)
    return place.lines
      ? refuse(
          `no line of ${where} that matches ${place.lines} contains a number`,
          'check "lines" of "output" in mantissa.json',
        )
      : refuse(`the original program prints no numbers to ${where}`, 'print the results, with 17 significant digits');
  const odd = output.values.findIndex((value) => !Number.isFinite(value));
  if (odd >= 0)
    return refuse(
      `value ${odd + 1} of its output is ${output.values[odd]}`,
      'use an input whose results are finite, or compare only some lines: "output": {"stdout": true, "lines": "…"} in mantissa.json',
    );
  return output;
}

/** An error command must accept the baseline compared with itself. */
async function checkJudge(judge: OutputJudge, input: StudyInput, output: ProgramOutput): Promise<void> {
  const itself = await judge.judge(inputText(input.name), output, output);
  if (itself.kind === 'beyond' && !comparesValues(judge.goal.metric))
    throw new MantissaError('MX2021', `comparing the baseline with itself failed: ${itself.evidence}`);
}

/** The largest relative difference between two runs. If it exceeds the bound, no trial can be judged (MX4009). */
async function noiseOf(judge: OutputJudge, input: StudyInput, outputs: readonly ProgramOutput[]): Promise<number> {
  const [first, ...others] = outputs;
  let noise = 0;
  for (const other of others) {
    if (other.bytes.equals(first!.bytes)) continue;
    const judgement = await judge.judge(inputText(input.name), first!, other);
    if (judgement.kind === 'beyond') {
      throw new MantissaError(
        'MX4009',
        `two runs differ by more than the bound ${judge.goal.bound}: ${judgement.evidence}`,
      );
    }
    if (!findOffence(first!.values, other.values) && first!.values.length > 0)
      noise = Math.max(noise, measureError('max-relative', first!.values, other.values));
  }
  return noise;
}

/** Compares the values in the journal, a prefix of the output. */
async function checkAgainst(
  judge: OutputJudge,
  input: StudyInput,
  known: BaselineRecord,
  output: ProgramOutput,
): Promise<void> {
  const head: ProgramOutput = { bytes: output.bytes, values: output.values.slice(0, known.values.length) };
  const judgement =
    known.count === output.values.length && comparesValues(judge.goal.metric)
      ? await judge.judge(inputText(input.name), { bytes: head.bytes, values: known.values }, head)
      : null;
  if (judgement?.kind === 'within') return;
  throw new MantissaError(
    'MX4009',
    `its output has changed since the study began: ${judgement?.evidence ?? `${output.values.length} values instead of ${known.count}`}`,
    { remedy: 'start over with --fresh: another compiler or machine has another baseline' },
  );
}

/** Every variable in the highest precision, printed in full; in fp64x2 if that cannot be written or built. */
async function runReference(
  bench: Bench,
  limits: RunLimits,
  isWide: boolean,
): Promise<{ readonly format: Format; readonly end: RunOutcome | MantissaError }> {
  if (isWide) {
    const configuration = widestConfiguration(bench.program, bench.groups, widestFormat);
    const building = await bench.variants.tryBuild(configuration, undefined, 'full');
    if (building.kind === 'built')
      return { format: widestFormat, end: await bench.runs.run(building.artifact, limits) };
    if (wantOfMemoryInBuild(building.message) !== null) return { format: widestFormat, end: building.message };
  }
  const made = await bench.runs.tryReference(limits);
  return { format: 'fp64x2', end: 'message' in made ? made.message : made };
}

async function reference(
  bench: Bench,
  place: OutputPlace,
  input: StudyInput,
  limits: RunLimits,
  isWide: boolean,
  /** Memory use of the original program; 0 if unknown. */
  peakBytes: number,
): Promise<ProgramOutput> {
  const { format, end } = await runReference(bench, limits, isWide);
  const want = end instanceof MantissaError ? wantOfMemoryInBuild(end) : wantOfMemory(end, limits);
  if (want !== null)
    throw doesNotFit(input.name, want, peakBytes > 0 ? wideMemoryText(bench.program, peakBytes, format) : null);
  if (end instanceof MantissaError) throw end;
  const failure = failureOf(end);
  const output = end.kind === 'exited' && !failure ? readOutput(place, end) : null;
  if (output) return output;
  throw new MantissaError(
    'MX4009',
    `${inputText(input.name)}: the reference run ${failure?.evidence ?? 'wrote no output'}`,
    {
      remedy: 'compare --against baseline, or raise --timeout',
    },
  );
}
