/**
 * The baseline on one input: it must run, print numbers, and print the same ones again as far as the goal can tell. What a trial is
 * compared with is its output, or that of a reference run in fp64x2.
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
import { expectMerit } from '../timing/figure-of-merit.js';
import type { OutputJudge } from './judge-output.js';
import { describePlace, digestValues, type ProgramOutput, readOutput } from './program-output.js';
import { describeEnd, failureOf, remedyFor } from './run-end.js';
import { doesNotFit, wantOfMemory, wantOfMemoryInBuild, wideMemoryText } from './wide-memory.js';

export interface InputBaseline {
  readonly input: StudyInput;
  readonly output: ProgramOutput;
  /** What a trial should print. */
  readonly expected: ProgramOutput;
  readonly record: BaselineRecord;
}

const RUNS = 3;
/** Of a program that takes so long, two runs show whether it repeats itself: the first answer waits for them. */
const LONG_RUN_MS = 1000;
const RUNS_WHEN_LONG = 2;
const KEPT_VALUES = 1000;

/** `known` is what the journal says of an earlier session: one run then checks that nothing has changed since. */
export async function establishBaseline(
  bench: Bench,
  judge: OutputJudge,
  place: OutputPlace,
  input: StudyInput,
  limits: RunLimits,
  known: BaselineRecord | null,
  merit: FigureOfMerit | null = null,
  /** Of a search that goes on where the program as written is not near enough. */
  mayBeBeyond = false,
  /** Formats wider than fp64 are tried: the reference has all their digits. */
  isWide = false,
): Promise<InputBaseline> {
  const outputs: ProgramOutput[] = [];
  const durationsMs: number[] = [];
  const timed: GpuTimes[] = [];
  let peakBytes = 0;
  const runs = () => (known ? 1 : (durationsMs[0] ?? 0) > LONG_RUN_MS ? RUNS_WHEN_LONG : RUNS);
  for (let run = 0; run < runs(); run++) {
    const outcome = await bench.runs.original(limits);
    outputs.push(trusted(outcome, place, input, !comparesValues(judge.goal.metric)));
    if (run === 0 && (!input.heldOut || input.timed)) expectMerit(merit, outcome, `${input.name}: the program`);
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
  const own = judge.goal.against === 'reference' ? await judge.judge(input.name, expected, output) : null;
  if (own?.kind === 'beyond' && !mayBeBeyond)
    throw new MantissaError('MX4010', `against a run in fp64x2, ${own.evidence}; the bound is ${judge.goal.bound}`);
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

function trusted(outcome: RunOutcome, place: OutputPlace, input: StudyInput, mayLackNumbers: boolean): ProgramOutput {
  failureOf(outcome);
  const refuse = (text: string, remedy?: string): never => {
    throw new MantissaError('MX4009', `${input.name}: ${text}`, remedy ? { remedy } : {});
  };
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0)
    return refuse(`it ${describeEnd(outcome)}`, remedyFor(outcome));
  const output = readOutput(place, outcome);
  const where = describePlace(place);
  if (!output) return refuse(`it writes no file ${where}`, 'check "output" in mantissa.json');
  if (output.values.length === 0 && !mayLackNumbers)
    return place.lines
      ? refuse(
          `no line of ${where} that matches ${place.lines} has a number`,
          'check "lines" of "output" in mantissa.json',
        )
      : refuse(`it prints no numbers on ${where}`, 'print the results, with 17 significant digits');
  const odd = output.values.findIndex((value) => !Number.isFinite(value));
  if (odd >= 0)
    return refuse(
      `value ${odd + 1} of its output is ${output.values[odd]}`,
      'tune an input whose results are finite, or compare some lines only: "output": {"stdout": true, "lines": "…"} in mantissa.json',
    );
  return output;
}

/** A command must find no error between an output and itself. */
async function checkJudge(judge: OutputJudge, input: StudyInput, output: ProgramOutput): Promise<void> {
  const itself = await judge.judge(input.name, output, output);
  if (itself.kind === 'beyond' && !comparesValues(judge.goal.metric))
    throw new MantissaError('MX2021', `asked for the baseline against itself, ${itself.evidence}`);
}

/** The largest relative difference between two runs; more than the goal allows, and no trial could be judged. */
async function noiseOf(judge: OutputJudge, input: StudyInput, outputs: readonly ProgramOutput[]): Promise<number> {
  const [first, ...others] = outputs;
  let noise = 0;
  for (const other of others) {
    if (other.bytes.equals(first!.bytes)) continue;
    const judgement = await judge.judge(input.name, first!, other);
    if (judgement.kind === 'beyond') {
      throw new MantissaError(
        'MX4009',
        `two runs of it differ by more than the bound ${judge.goal.bound}: ${judgement.evidence}`,
      );
    }
    if (!findOffence(first!.values, other.values) && first!.values.length > 0)
      noise = Math.max(noise, measureError('max-relative', first!.values, other.values));
  }
  return noise;
}

/** The values the journal kept stand for all of them. */
async function checkAgainst(
  judge: OutputJudge,
  input: StudyInput,
  known: BaselineRecord,
  output: ProgramOutput,
): Promise<void> {
  const head: ProgramOutput = { bytes: output.bytes, values: output.values.slice(0, known.values.length) };
  const judgement =
    known.count === output.values.length && comparesValues(judge.goal.metric)
      ? await judge.judge(input.name, { bytes: head.bytes, values: known.values }, head)
      : null;
  if (judgement?.kind === 'within') return;
  throw new MantissaError(
    'MX4009',
    `it does not print what it printed when the study began: ${judgement?.evidence ?? `${output.values.length} values instead of ${known.count}`}`,
    { remedy: 'start afresh with --fresh: another compiler or machine is another baseline' },
  );
}

/** Everything that may be in the widest format there is, printed in full; else in fp64x2, where that cannot be written or built. */
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
  /** In use by the program as written; 0 where nobody knows. */
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
  throw new MantissaError('MX4009', `${input.name}: its reference run ${failure?.evidence ?? 'wrote no output'}`, {
    remedy: 'compare --against baseline, or give it more time with --timeout',
  });
}
