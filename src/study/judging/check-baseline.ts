/** What must hold before tuning: the program builds, runs, repeats itself; how noisy its time and how wrong its own numbers are. */
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
import { printedDigits } from '../prospects/printed-digits.js';
import { expectMerit } from '../timing/figure-of-merit.js';
import { measure } from '../timing/measurement.js';
import { type DifferingLine, differingLines, timingLines } from './check-verdict.js';
import { watchedLimits } from './memory-check.js';
import { isOfOneThread } from './one-thread.js';
import { describePlace, isText, type ProgramOutput, readOutput } from './program-output.js';
import { describeEnd, remedyFor } from './run-end.js';

/** How far one output is from another: not at all, further than values tell, or so far value by value. */
export type Distance =
  | { readonly identical: true; readonly maxRelative: 0; readonly digits: null }
  | { readonly identical: false; readonly maxRelative: null; readonly digits: null }
  | { readonly identical: false; readonly maxRelative: number; readonly digits: number };

export interface InputReport {
  readonly input: string;
  readonly values: number;
  readonly runs: number;
  readonly medianMs: number;
  /** The worst between any run and the first. */
  readonly repeats: Distance;
  /** Lines that a later run printed otherwise than the first, or that tell a time which the instrumented program prints otherwise; none of a binary output. */
  readonly differing: readonly DifferingLine[];
  /** Significant digits of what is printed; null where nothing has a fraction, or the output is binary. */
  readonly digits: { readonly fewest: number; readonly most: number } | null;
  /** The instrumented program under the baseline's formats, against the original. */
  readonly instrumented: Distance;
  /** Whether OpenMP's threads are what makes that distance: in one thread, as the instrumented program has it, the original prints the same. */
  readonly isOfThreads: boolean;
  /** Why every emulated run has a process of its own; null where they share one. */
  readonly emulatedApart: string | null;
  /** The baseline against everything in fp64x2, or why there is no such run. */
  readonly reference: Distance | { readonly missing: string };
  /** In percent, of the baseline timed against itself; null on an engine whose times are modelled. */
  readonly timeNoisePercent: number | null;
  /** What is found by watching it at its memory, or why nobody watched. */
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
  onStep('building the program as written');
  await bench.builds.original();
  const outputs: ProgramOutput[] = [];
  const durations: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    if (run === 1) {
      // nothing is built for one that does not run, nor while others are timed
      onStep('building the instrumented program, and one in fp64x2');
      await Promise.all([bench.builds.prepare('emulate'), bench.builds.prepare('reference')]);
    }
    onStep(`running the program as written, on ${input.name}: run ${run + 1} of ${RUNS}`);
    const outcome = await bench.runs.original(limits);
    outputs.push(outputOf(outcome, place, input, 'it'));
    if (run === 0 && !input.heldOut && !isModelled(bench)) expectMerit(merit, outcome, `${input.name}: the program`);
    if ('durationMs' in outcome) durations.push(outcome.durationMs);
  }
  const [first, ...others] = outputs as [ProgramOutput, ...ProgramOutput[]];
  onStep('running the instrumented program');
  const emulated = outputOf(await bench.runs.emulated(baselineConfiguration, limits), place, input, 'instrumented, it');
  const isOfThreads = !emulated.bytes.equals(first.bytes) && (await isOfOneThread(bench, place, limits, emulated));
  const medianMs = durations.toSorted((a, b) => a - b)[RUNS >> 1] ?? 0;
  const emulatedApart = await bench.runs.whyApart(limits);
  onStep('running it in fp64x2');
  const reference = await referenceDistance(bench, place, input, limits, first);
  onStep('timing it against itself');
  const timeNoisePercent = isModelled(bench) ? null : await timeNoise(bench, limits, random);
  onStep('watching its memory');
  const memory = sanitizes ? await watched(bench, limits, medianMs) : { missing: '--no-sanitize' };
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

/** Between runs of the program as written; where there are none, between it and its instrumented twin, which takes longer. */
function linesThatDiffer(
  first: ProgramOutput,
  others: readonly ProgramOutput[],
  emulated: ProgramOutput,
): readonly DifferingLine[] {
  const other = others.find(({ bytes }) => !bytes.equals(first.bytes));
  return other ? differingLines(textOf(first), textOf(other)) : timingLines(textOf(first), textOf(emulated));
}

async function watched(bench: Bench, limits: RunLimits, ms: number): Promise<InputReport['memory']> {
  const patient = watchedLimits(limits, ms);
  if (patient === null) return { missing: `it takes ${durationText(ms)}` };
  const inspection = await bench.runs.inspectMemory(null, patient);
  if (inspection.kind === 'not-inspected') return { missing: inspection.why };
  return { tools: inspection.tools, findings: inspection.findings.map(findingText) };
}

function textOf({ bytes }: ProgramOutput): string {
  return bytes.toString('latin1');
}

type Printing =
  | { readonly kind: 'printed'; readonly output: ProgramOutput }
  | { readonly kind: 'nothing'; readonly text: string; readonly remedy: string };

function outputIn(outcome: RunOutcome, place: OutputPlace, input: StudyInput, what: string): Printing {
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0)
    return { kind: 'nothing', text: `${input.name}: ${what} ${describeEnd(outcome)}`, remedy: remedyFor(outcome) };
  const output = readOutput(place, outcome);
  if (output && output.values.length > 0) return { kind: 'printed', output };
  const where = describePlace(place);
  const text = `${input.name}: ${what} ${output ? `prints no numbers on ${where}` : `writes no file ${where}`}`;
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
  const printing = outputIn(outcome, place, input, 'in fp64x2, it');
  return printing.kind === 'nothing' ? { missing: printing.text } : distance(printing.output, first);
}

/** Of what a compiler says of a text that nobody but us has written, its first error. */
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
