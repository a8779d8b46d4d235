/**
 * Estimates how far a tuned program can be trusted near its tuning input (AMPT-GA paper, section 4.7): the original and the tuned program run on
 * the same perturbed inputs, and the result is the share on which their outputs differ by at most the bound. A perturbed input adds a
 * normally distributed number to each value marked with MANTISSA_INPUT; without marks, to the values that are first copied to the device, or
 * to the numbers among the arguments. Other command lines can be used instead.
 */
import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Artifact, RunOutcome } from '../../execution/engine.js';
import type { OutputPlace, StudyInput } from '../../journal/records.js';
import type {
  NeighbourDistance,
  StartedFrom,
  VerificationRecord,
  VerificationSample,
} from '../../journal/verification-record.js';
import { wilsonInterval } from '../../numerics/wilson.js';
import type { Configuration } from '../../space/resolve.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.js';
import type { Bench } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import type { OutputJudge } from '../judging/judge-output.js';
import { describePlace, filesToCollect, type ProgramOutput, readOutput } from '../judging/program-output.js';
import { failureOf } from '../judging/run-end.js';
import { orInterrupted } from '../plan.js';
import { type ArgumentNumbers, summaryOf } from './argument-numbers.js';
import { inputText, inputWithArguments } from './input-text.js';
import { neighbourDistance } from './neighbour-distance.js';

/** The file in which MANTISSA_INPUT lists perturbed values, see runtime/mantissa/perturb.h. */
const GIVEN = 'mantissa-input.txt';

export type SampleSource =
  | {
      readonly kind: 'perturbed';
      readonly input: StudyInput;
      readonly spread: number;
      /** Whether the distance of neighbouring values limits the perturbation (not of values that the source marks). */
      readonly isByValues?: boolean;
      readonly seed: number;
      readonly samples: number;
      readonly from: PerturbedValues;
    }
  | { readonly kind: 'arguments'; readonly lines: readonly (readonly string[])[] };

/** Which numbers are perturbed: those marked in the source, those first copied to the device, or those in arguments and files. */
export type PerturbedValues =
  | { readonly kind: 'annotated' | 'copied' }
  | { readonly kind: 'given'; readonly numbers: ArgumentNumbers };

export interface VerificationPlan {
  readonly trial: number;
  readonly configuration: Configuration;
  readonly source: SampleSource;
  readonly limits: Omit<RunLimits, 'arguments' | 'collect'>;
  /** Samples that run at the same time. */
  readonly jobs: number;
  readonly signal?: AbortSignal;
}

interface Sample {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly environment: Record<string, string>;
  /** Folder in which files named by its arguments are looked up first. */
  readonly filesIn?: string;
  /** Summary of its inputs, if known before the run. */
  readonly inputs?: readonly StartedFrom[];
}

interface Unperturbed {
  readonly given: Given;
  readonly bytes: Buffer | null;
  /** Null if only the size of a value limits its perturbation. */
  readonly distances: readonly NeighbourDistance[] | null;
}

/** The values of one name: all, and those that are not 0. */
interface GivenValues {
  readonly name: string;
  readonly count: number;
  readonly nonzero: number;
}
type Given = readonly GivenValues[];
type PerturbedInput = Extract<VerificationRecord['neighbours'], { kind: 'perturbed' }>;

export class Verification {
  /** Inputs and output of the unperturbed run; null for other command lines. */
  private unperturbed: Unperturbed | null = null;
  private changedOutputs = 0;
  private folder: TemporaryFolder | null = null;

  constructor(
    private readonly bench: Pick<Bench, 'engineName' | 'builds' | 'variants' | 'runs'>,
    private readonly judge: OutputJudge,
    private readonly place: OutputPlace,
    private readonly plan: VerificationPlan,
    private readonly report: (done: number, of: number) => void,
  ) {}

  async run(): Promise<VerificationRecord> {
    try {
      return await this.verify();
    } finally {
      this.folder?.remove();
    }
  }

  private async verify(): Promise<VerificationRecord> {
    const { plan, bench } = this;
    const original = await this.orStopped(bench.builds.original());
    const variant = await this.orStopped(bench.variants.build(plan.configuration));
    if (plan.source.kind === 'perturbed')
      this.unperturbed = await this.orStopped(this.runUnperturbed(original, variant, plan.source));
    const samples = this.samplesOf(plan.source);
    const judged: VerificationSample[] = [];
    const waiting = [...samples.entries()];
    let done = 0;
    this.report(done, samples.length);
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        judged[next[0]] = await this.judgeSample(next[1], original, variant);
        this.report(++done, samples.length);
      }
    };
    await this.orStopped(Promise.all(Array.from({ length: plan.jobs }, lane)));
    return this.summarise(judged);
  }

  private summarise(samples: VerificationSample[]): VerificationRecord {
    const { source, trial } = this.plan;
    const judged = samples.filter(({ outcome }) => outcome !== 'baseline-failed');
    const estimate = wilsonInterval(judged.filter(({ outcome }) => outcome === 'within').length, judged.length);
    if (!estimate)
      throw new MantissaError(
        'MX4032',
        `${samples.length === 1 ? '1 sample' : `${samples.length} samples`}; the first: ${samples[0]?.evidence ?? ''}`,
      );
    if (source.kind === 'perturbed' && source.spread > 0 && this.changedOutputs === 0)
      throw new MantissaError('MX4031', `all ${samples.length} perturbed runs print the same as the unperturbed run`);
    return {
      kind: 'verification',
      trial,
      engine: this.bench.engineName,
      neighbours:
        source.kind === 'arguments'
          ? { kind: 'arguments' }
          : {
              kind: 'perturbed',
              input: source.input.name,
              spread: source.spread,
              seed: source.seed,
              ...(source.from.kind !== 'annotated' && { from: source.from.kind }),
              ...(this.unperturbed!.distances && { distances: [...this.unperturbed!.distances] }),
              ...movedOf(source.from, this.unperturbed!.given),
            },
      samples,
      confidence: estimate.share,
      low: estimate.low,
      high: estimate.high,
    };
  }

  private async runUnperturbed(
    original: Artifact,
    variant: Artifact,
    { input, from, isByValues = false }: Extract<SampleSource, { kind: 'perturbed' }>,
  ): Promise<Unperturbed> {
    const sample = { name: 'the unperturbed input', arguments: input.arguments, environment: perturbation(0, 0) };
    const outcome = await this.start(original, sample);
    const failure = failureOf(outcome, { ...this.plan.limits, arguments: input.arguments });
    if (failure)
      throw new MantissaError('MX4009', `${inputWithArguments(input)}: the original program ${failure.evidence}`);
    const bytes = this.read(outcome)?.bytes ?? null;
    if (from.kind === 'given')
      return { given: from.numbers.given, bytes, distances: isByValues ? from.numbers.distances : null };
    const given = givenIn(outcome);
    if (given.length === 0)
      throw new MantissaError(
        'MX2040',
        `${inputText(input.name)}, engine ${this.bench.engineName}: MANTISSA_INPUT marks no value`,
      );
    if (from.kind === 'copied') {
      // checked before perturbing: with other counts the copies would exceed the arrays
      const tuned = await this.start(variant, sample);
      if (failureOf(tuned) === null) requireSameCounts(given, givenIn(tuned), 'the tuned program', sample.name);
    }
    const distances =
      isByValues && from.kind === 'copied'
        ? summaries(outcome).flatMap((one) => neighbourDistance(one.name, one) ?? [])
        : null;
    return { given, bytes, distances };
  }

  private async judgeSample(sample: Sample, original: Artifact, variant: Artifact): Promise<VerificationSample> {
    const whole = await this.start(original, sample);
    const inputs = (sample.inputs ?? numbersIn(whole, this.plan.source)).slice(0, MOST_NAMES);
    const found = await this.compare(sample, whole, variant);
    return inputs.length > 0 ? { ...found, inputs } : found;
  }

  private async compare(sample: Sample, whole: RunOutcome, variant: Artifact): Promise<VerificationSample> {
    const { name } = sample;
    const expected = this.expectedOf(whole);
    if (typeof expected === 'string')
      return { name, outcome: 'baseline-failed', error: null, evidence: `${name}: ${expected}` };
    this.checkGiven(sample, whole, 'the original program');
    if (this.unperturbed?.bytes && !expected.bytes.equals(this.unperturbed.bytes)) this.changedOutputs++;

    const tuned = await this.start(variant, sample);
    const failure = failureOf(tuned);
    if (failure) return { name, outcome: 'failed', error: null, evidence: `${name}: it ${failure.evidence}` };
    this.checkGiven(sample, tuned, 'the tuned program');
    const found = this.read(tuned);
    if (!found) {
      const evidence = `${name}: it does not write the file ${describePlace(this.place)}`;
      return { name, outcome: 'failed', error: null, evidence };
    }
    const judgement = await this.judge.judge(name, expected, found);
    if (judgement.kind === 'within') return { name, outcome: 'within', error: judgement.error, evidence: null };
    const { error, evidence } = judgement;
    return error === null ? { name, outcome: 'failed', error, evidence } : { name, outcome: 'beyond', error, evidence };
  }

  /** The output to compare with, or why there is none. */
  private expectedOf(outcome: RunOutcome): ProgramOutput | string {
    const failure = failureOf(outcome);
    if (failure) return `the original program ${failure.evidence}`;
    const output = this.read(outcome);
    if (!output) return `the original program does not write the file ${describePlace(this.place)}`;
    const odd = output.values.findIndex((value) => !Number.isFinite(value));
    return odd < 0 ? output : `value ${odd + 1} of the original program's output is ${output.values[odd]}`;
  }

  /** The same values must be perturbed in every run, or the programs would run on different inputs. */
  private checkGiven(sample: Sample, outcome: RunOutcome, program: string): void {
    const { source } = this.plan;
    if (!this.unperturbed || (source.kind === 'perturbed' && source.from.kind === 'given')) return;
    requireSameCounts(this.unperturbed.given, givenIn(outcome), program, sample.name);
  }

  private start(program: Artifact, { arguments: given, environment, filesIn }: Sample): Promise<RunOutcome> {
    const limits = {
      ...this.plan.limits,
      arguments: given,
      collect: [...filesToCollect(this.place), GIVEN],
      ...(filesIn !== undefined && { argumentsFrom: [filesIn, ...(this.plan.limits.argumentsFrom ?? [])] }),
    };
    return this.bench.runs.run(program, limits, environment);
  }

  private read(outcome: RunOutcome): ProgramOutput | null {
    return outcome.kind === 'exited' ? readOutput(this.place, outcome) : null;
  }

  private samplesOf(source: SampleSource): Sample[] {
    if (source.kind === 'arguments')
      return source.lines.map((line) => ({
        name: line.join(' '),
        arguments: line,
        environment: {},
        inputs: numbersAmong(line),
      }));
    const { input, samples, seed, spread, from, isByValues = false } = source;
    const distances = this.unperturbed?.distances ?? [];
    return Array.from({ length: samples }, (_, index) => {
      const name = `sample ${index + 1}`;
      const own = seed * SEEDS + index;
      if (from.kind !== 'given')
        return { name, arguments: input.arguments, environment: perturbation(own, spread, distances) };
      this.folder ??= temporaryFolder('mantissa-perturbed-');
      const filesIn = path.join(this.folder.path, String(index + 1));
      return { name, ...from.numbers.perturb(own, { spread, isByValues }, filesIn), environment: {}, filesIn };
    });
  }

  private orStopped<T>(work: Promise<T>): Promise<T> {
    return orInterrupted(this.plan.signal, work);
  }
}

/** Distance of the sample seeds of consecutive seeds: two seeds share no sample unless one has more samples than this. */
const SEEDS = 1_000_003;

/** The variables that runtime/mantissa/perturb.h reads. */
function perturbation(
  seed: number,
  spread: number,
  distances: readonly NeighbourDistance[] = [],
): Record<string, string> {
  return {
    MANTISSA_PERTURB: `${seed} ${spread}`,
    ...(distances.length > 0 && {
      MANTISSA_DISTANCES: distances.map(({ name, distance }) => `${distance} ${name}\n`).join(''),
    }),
  };
}

/** A perturbation relative to the values does not change zeros; one of marked values is absolute. */
function movedOf(from: PerturbedValues, given: Given): Pick<PerturbedInput, 'moved' | 'unmoved'> {
  if (from.kind === 'annotated') return { moved: given.map(({ name, count }) => ({ name, count })) };
  const moved = given.flatMap(({ name, nonzero }) => (nonzero > 0 ? [{ name, count: nonzero }] : []));
  const unmoved = given.flatMap(({ name, nonzero }) => (nonzero > 0 ? [] : [name]));
  return { moved, ...(unmoved.length > 0 && { unmoved }) };
}

function requireSameCounts(first: Given, given: Given, program: string, sample: string): void {
  for (const { name } of [...first, ...given]) {
    const before = first.find((one) => one.name === name)?.count ?? 0;
    const now = given.find((one) => one.name === name)?.count ?? 0;
    if (before === now) continue;
    throw new MantissaError(
      'MX4030',
      `'${name}' has ${before} numbers in the unperturbed run and ${now} in ${program} (${sample})`,
    );
  }
}

/** Largest number of inputs summarised per sample. */
const MOST_NAMES = 16;

/** The numbers among the arguments of a command line. */
function numbersAmong(line: readonly string[]): StartedFrom[] {
  return line.flatMap((word, at) => {
    const value = word.trim() === '' ? Number.NaN : Number(word);
    return Number.isFinite(value) ? [summaryOf(`argument ${at + 1}`, [value])] : [];
  });
}

/** A line written by runtime/mantissa/perturb.h: the name and the perturbed values of one call. */
interface GivenLine extends StartedFrom {
  readonly count: number;
  readonly nonzero: number;
}

function linesIn(outcome: RunOutcome): GivenLine[] {
  const text = outcome.kind === 'exited' ? (outcome.collected.get(GIVEN)?.toString('latin1') ?? '') : '';
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, count, nonzero, least, mean, most, name] = /^(\S+) (\S+) (\S+) (\S+) (\S+) (.*)$/.exec(line)!;
      return {
        ...{ name: name!, count: Number(count), nonzero: Number(nonzero) },
        ...{ least: cNumber(least!), mean: cNumber(mean!), most: cNumber(most!) },
      };
    });
}

/** Parses a number printed by printf. */
function cNumber(text: string): number {
  const [, sign, isInfinite] = /^([-+]?)(inf)?/i.exec(text)!;
  return isInfinite ? (sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY) : Number(text);
}

/** Number of values per name, over all calls. */
function givenIn(outcome: RunOutcome): Given {
  const all = new Map<string, GivenValues>();
  for (const { name, count, nonzero } of linesIn(outcome)) {
    const before = all.get(name);
    all.set(name, { name, count: count + (before?.count ?? 0), nonzero: nonzero + (before?.nonzero ?? 0) });
  }
  return [...all.values()];
}

/** Summary of the perturbed values per name, over all calls. */
function numbersIn(outcome: RunOutcome, source: SampleSource): StartedFrom[] {
  const movesZeros = source.kind === 'perturbed' && source.from.kind === 'annotated';
  return summaries(outcome).flatMap(({ count: _, nonzero, ...rest }) => (movesZeros || nonzero > 0 ? [rest] : []));
}

function summaries(outcome: RunOutcome): GivenLine[] {
  const found = new Map<string, GivenLine>();
  for (const line of linesIn(outcome).filter(({ count }) => count > 0)) {
    const { name, count, nonzero, least, mean, most } = line;
    const before = found.get(name);
    const all = count + (before?.count ?? 0);
    found.set(name, {
      name,
      count: all,
      nonzero: nonzero + (before?.nonzero ?? 0),
      least: Math.min(least, before?.least ?? least),
      mean: (mean * count + (before?.mean ?? 0) * (before?.count ?? 0)) / all,
      most: Math.max(most, before?.most ?? most),
    });
  }
  return [...found.values()];
}
