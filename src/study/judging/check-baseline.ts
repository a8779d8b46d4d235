/** `mantissa check`: whether a program builds, runs and repeats its output, how noisy its time is, and how accurate its output. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { RunOutcome } from '../../execution/engine.js';
import { findingText } from '../../execution/memory-inspection.js';
import type { FigureOfMerit, OutputPlace, StudyInput } from '../../journal/records.js';
import { findOffence, measureError } from '../../numerics/error-metrics.js';
import { noisePercent } from '../../numerics/speed-verdict.js';
import { baselineConfiguration } from '../../space/resolve.js';
import { durationText } from '../../support/duration-text.js';
import { reasonOf } from '../../workbench/attempts.js';
import { type Bench, isModelled } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { inputText, inputWithArguments } from '../inputs/input-text.js';
import { printedDigits } from '../prospects/printed-digits.js';
import { expectMerit } from '../timing/figure-of-merit.js';
import { measure } from '../timing/measurement.js';
import { type DifferingLine, differingLines, timingLines } from './check-verdict.js';
import { sanitizedRunLimits } from './memory-check.js';
import { printsSameWithOneThread } from './one-thread.js';
import { describePlace, isText, type ProgramOutput, readOutput } from './program-output.js';
import { describeEnd, remedyFor } from './run-end.js';

/** Difference of two outputs: none, not comparable value by value (nulls), or the largest relative difference. */
export type Distance =
  | { readonly identical: true; readonly maxRelative: 0; readonly digits: null }
  | { readonly identical: false; readonly maxRelative: null; readonly digits: null }
  | { readonly identical: false; readonly maxRelative: number; readonly digits: number };

export interface InputReport {
  readonly input: string;
  readonly values: number;
  readonly runs: number;
  readonly medianMs: number;
  /** The largest difference between any run and the first. */
  readonly repeats: Distance;
  /** Lines that differ between runs, or lines with a time that differ in the instrumented run. Empty for binary output. */
  readonly differing: readonly DifferingLine[];
  /** Significant digits of the printed numbers; null if none has a fraction, or the output is binary. */
  readonly digits: { readonly fewest: number; readonly most: number } | null;
  /** Difference between the instrumented program, in the original formats, and the original program. */
  readonly instrumented: Distance;
  /** Whether OpenMP threads cause that difference: with one thread, like the instrumented program, the original prints the same. */
  readonly isOfThreads: boolean;
  /** Why every emulated run needs its own process; null if they share one. */
  readonly emulatedApart: string | null;
  /** Difference between the baseline and the run in fp64x2, or why there is no such run. */
  readonly reference: Distance | { readonly missing: string };
  /** Noise in percent when the baseline is timed against itself; null if the engine's times are modelled. */
  readonly timeNoisePercent: number | null;
  /** Findings of the memory sanitizers, or why there was no such run. */
  readonly memory:
    | { readonly tools: readonly string[]; readonly findings: readonly string[] }
    | { readonly missing: string };
}

const RUNS = 5;

export async function checkInput(
  bench: Bench,
  place: OutputPlace,
  input: StudyInput,
  limits: RunLimits,
  random: () => number,
  {
    merit = null,
    sanitizes = true,
    onStep = () => undefined,
  }: { merit?: FigureOfMerit | null; sanitizes?: boolean; onStep?: (what: string) => void } = {},
): Promise<InputReport> {
  onStep('building the original program');
  await bench.builds.original();
  const outputs: ProgramOutput[] = [];
  const durations: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    if (run === 1) {
      // after the first run, which shows that the program works, and before the timed ones
      onStep('building the instrumented program and the fp64x2 reference');
      await Promise.all([bench.builds.prepare('emulate'), bench.builds.prepare('reference')]);
    }
    onStep(`running the original program on input '${input.name}' (run ${run + 1} of ${RUNS})`);
    const outcome = await bench.runs.original(limits);
    outputs.push(outputOf(outcome, place, { input, what: 'the original program', limits }));
    if (run === 0 && !input.heldOut && !isModelled(bench))
      expectMerit(merit, outcome, `${inputText(input.name)}: the program`);
    if ('durationMs' in outcome) durations.push(outcome.durationMs);
  }
  const [first, ...others] = outputs as [ProgramOutput, ...ProgramOutput[]];
  onStep('running the instrumented program');
  const emulated = outputOf(await bench.runs.emulated(baselineConfiguration, limits), place, {
    input,
    what: 'the instrumented program',
  });
  const isOfThreads =
    !emulated.bytes.equals(first.bytes) && (await printsSameWithOneThread(bench, place, limits, emulated));
  const medianMs = durations.toSorted((a, b) => a - b)[RUNS >> 1] ?? 0;
  const emulatedApart = await bench.runs.separateProcessReason(limits);
  onStep('running the fp64x2 reference');
  const reference = await referenceDistance(bench, place, input, limits, first);
  if (!isModelled(bench)) onStep('measuring the timing noise: the original program against itself');
  const timeNoisePercent = isModelled(bench) ? null : await timeNoise(bench, limits, random);
  if (sanitizes && bench.runs.inspectsMemory) onStep('running the original program under memory sanitizers');
  const memory = sanitizes ? await sanitized(bench, limits, medianMs) : { missing: '--no-sanitize' };
  return {
    input: input.name,
    values: first.values.length,
    runs: RUNS,
    medianMs,
    repeats: others.map((other) => distance(first, other)).reduce(worse),
    differing: isText(place) ? linesThatDiffer(first, others, emulated) : [],
    digits: isText(place) ? printedDigits(textOf(first)) : null,
    instrumented: distance(first, emulated),
    isOfThreads,
    emulatedApart,
    reference,
    timeNoisePercent,
    memory,
  };
}

/** Lines that differ between runs of the original program; otherwise lines with a time that differ in the slower, instrumented run. */
function linesThatDiffer(
  first: ProgramOutput,
  others: readonly ProgramOutput[],
  emulated: ProgramOutput,
): readonly DifferingLine[] {
  const other = others.find(({ bytes }) => !bytes.equals(first.bytes));
  return other ? differingLines(textOf(first), textOf(other)) : timingLines(textOf(first), textOf(emulated));
}

async function sanitized(bench: Bench, limits: RunLimits, ms: number): Promise<InputReport['memory']> {
  const sanitizerLimits = sanitizedRunLimits(limits, ms);
  if (sanitizerLimits === null) return { missing: `one run takes ${durationText(ms)}` };
  const inspection = await bench.runs.inspectMemory(null, sanitizerLimits);
  if (inspection.kind === 'not-inspected') return { missing: inspection.why };
  return { tools: inspection.tools, findings: inspection.findings.map(findingText) };
}

function textOf({ bytes }: ProgramOutput): string {
  return bytes.toString('latin1');
}

type Printing =
  | { readonly kind: 'printed'; readonly output: ProgramOutput }
  | { readonly kind: 'nothing'; readonly text: string; readonly remedy: string };

interface CheckedRun {
  readonly input: StudyInput;
  readonly what: string;
  /** Of the original program. */
  readonly limits?: RunLimits;
}

function outputIn(outcome: RunOutcome, place: OutputPlace, { input, what, limits }: CheckedRun): Printing {
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0)
    return {
      kind: 'nothing',
      text: `${inputWithArguments(input)}: ${what} ${describeEnd(outcome, limits)}`,
      remedy: remedyFor(outcome),
    };
  const output = readOutput(place, outcome);
  if (output && output.values.length > 0) return { kind: 'printed', output };
  const where = describePlace(place);
  const text = `${inputWithArguments(input)}: ${what} ${output ? `prints no numbers to ${where}` : `does not write the file ${where}`}`;
  return { kind: 'nothing', text, remedy: 'print the results, with 17 significant digits' };
}

function outputOf(...run: Parameters<typeof outputIn>): ProgramOutput {
  const printing = outputIn(...run);
  if (printing.kind === 'printed') return printing.output;
  throw new MantissaError('MX4009', printing.text, { remedy: printing.remedy });
}

async function referenceDistance(
  bench: Bench,
  place: OutputPlace,
  input: StudyInput,
  limits: RunLimits,
  first: ProgramOutput,
): Promise<InputReport['reference']> {
  const outcome = await bench.runs.tryReference(limits);
  if (outcome.kind === 'not-instrumented') return { missing: inOneLine(reasonOf(outcome)) };
  const printing = outputIn(outcome, place, { input, what: 'in fp64x2, the program' });
  return printing.kind === 'nothing' ? { missing: printing.text } : distance(printing.output, first);
}

/** The first error of a compiler's message about generated source. */
function inOneLine(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  return lines.find((line) => /\berror\b/i.test(line)) ?? lines[0]!;
}

async function timeNoise(bench: Bench, limits: RunLimits, random: () => number): Promise<number> {
  const program = await bench.builds.original();
  const estimate = await measure(async (one) => [await bench.runs.run(one, limits)], program, program, random);
  return Number(noisePercent(estimate));
}

function distance(expected: ProgramOutput, found: ProgramOutput): Distance {
  if (expected.bytes.equals(found.bytes)) return { identical: true, maxRelative: 0, digits: null };
  if (findOffence(expected.values, found.values)) return { identical: false, maxRelative: null, digits: null };
  return {
    identical: false,
    maxRelative: measureError('max-relative', expected.values, found.values),
    digits: measureError('digits', expected.values, found.values),
  };
}

function worse(a: Distance, b: Distance): Distance {
  if (a.maxRelative === null || b.maxRelative === null) return a.maxRelative === null ? a : b;
  return b.maxRelative > a.maxRelative || a.identical ? b : a;
}
