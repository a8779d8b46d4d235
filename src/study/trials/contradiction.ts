/**
 * A contradiction: the built program of a trial prints something else than the emulated one. Either of them is wrong, so that the trial cannot be
 * trusted. Delta debugging finds the formats that cause it.
 */
import type { ConfirmationRecord, OutputPlace } from '../../journal/records.js';
import { NotAConfiguration } from '../../space/configuration.js';
import type { Configuration } from '../../space/resolve.js';
import { visibleText } from '../../support/visible-text.js';
import { inputText } from '../inputs/input-text.js';
import type { InputBaseline } from '../judging/baseline.js';
import type { Finding } from '../judging/judge-runs.js';
import { parseOutput } from '../judging/program-output.js';
import type { ConfigurationSpace, Formats } from '../search-space.js';
import type { TrialRunner } from './trial-runner.js';

export type Contradiction = NonNullable<ConfirmationRecord['contradiction']>;

/** Length of the recorded prefix of each output. */
const KEPT_BYTES = 2 ** 16;
const SHOWN_CHARACTERS = 60;
/** Each test costs a build; six halvings of 64 groups take twelve. */
const MOST_TESTS = 32;

/** The first input on which the outputs differ; null if they agree. */
export function findContradiction(
  place: OutputPlace,
  emulated: Pick<Finding, 'outputs'>,
  built: Pick<Finding, 'outputs'>,
): Contradiction | null {
  for (const [input, ours] of emulated.outputs) {
    const theirs = built.outputs.get(input);
    if (!theirs || theirs.equals(ours)) continue;
    const kept = (bytes: Buffer) => bytes.subarray(0, KEPT_BYTES).toString('latin1');
    return { input, difference: firstDifference(place, theirs, ours), built: kept(theirs), emulated: kept(ours) };
  }
  return null;
}

export function contradictionText({ input, difference }: Contradiction): string {
  return `${inputText(input)}: ${difference}`;
}

function firstDifference(place: OutputPlace, built: Buffer, emulated: Buffer): string {
  const [ours, theirs] = [parseOutput(place, emulated).values, parseOutput(place, built).values];
  const at = theirs.findIndex((value, index) => !Object.is(value, ours[index]));
  const index = at < 0 && ours.length > theirs.length ? theirs.length : at;
  if (index >= 0) {
    const shown = (values: readonly number[]) => (index < values.length ? String(values[index]) : 'missing');
    return `value ${index + 1} is ${shown(theirs)} when built and ${shown(ours)} when emulated`;
  }
  const [builtLines, emulatedLines] = [linesOf(built), linesOf(emulated)];
  const line = builtLines.findIndex((text, number) => text !== emulatedLines[number]);
  const shown = (text: string | undefined) =>
    text === undefined ? 'missing' : `'${visibleText(text).slice(0, SHOWN_CHARACTERS)}'`;
  return line < 0
    ? `it prints ${built.length} bytes when built and ${emulated.length} when emulated`
    : `line ${line + 1} is ${shown(builtLines[line])} when built and ${shown(emulatedLines[line])} when emulated`;
}

function linesOf(bytes: Buffer): string[] {
  return bytes.toString('latin1').split('\n');
}

/** The smallest part of a trial with the same contradiction that a few builds find; otherwise the whole trial. */
export async function contradictingPart(
  formats: Formats,
  baseline: InputBaseline,
  { runner, tuning }: { readonly runner: TrialRunner; readonly tuning: ConfigurationSpace },
): Promise<Formats> {
  const part = await smallestPart(Object.entries(formats), async (entries) => {
    const configuration = configurationOfPart(tuning, Object.fromEntries(entries));
    if (configuration === null) return false;
    const built = await runner.rebuild(configuration, [baseline]);
    const emulated = built.artifact ? await runner.emulate(configuration, [baseline]) : null;
    const [ours, theirs] = [emulated?.outputs, built.outputs].map((one) => one?.get(baseline.input.name));
    return ours !== undefined && theirs !== undefined && !ours.equals(theirs);
  });
  return Object.fromEntries(part);
}

/** Null if the part is not a valid configuration. */
function configurationOfPart(tuning: ConfigurationSpace, formats: Formats): Configuration | null {
  try {
    return tuning.configurationOf(formats);
  } catch (error) {
    if (error instanceof NotAConfiguration) return null;
    throw error;
  }
}

/** Delta debugging (Zeller): tests halves, then quarters and their complements, until no smaller part fails or the tests are used up. */
export async function smallestPart<Item>(
  all: readonly Item[],
  holds: (part: readonly Item[]) => Promise<boolean>,
  mostTests = MOST_TESTS,
): Promise<readonly Item[]> {
  let tests = 0;
  const firstThatHolds = async (parts: readonly (readonly Item[])[]): Promise<readonly Item[] | null> => {
    for (const part of parts) {
      if (tests === mostTests) return null;
      tests++;
      if (await holds(part)) return part;
    }
    return null;
  };
  let kept = all;
  for (let pieces = 2; kept.length > 1 && tests < mostTests; ) {
    const size = Math.ceil(kept.length / pieces);
    const chunks = Array.from({ length: Math.ceil(kept.length / size) }, (_, at) =>
      kept.slice(at * size, (at + 1) * size),
    );
    const rests = chunks.length > 2 ? chunks.map((_, left) => chunks.filter((_, at) => at !== left).flat()) : [];
    const chunk = await firstThatHolds(chunks);
    const smaller = chunk ?? (await firstThatHolds(rests));
    if (smaller) [kept, pieces] = [smaller, chunk ? 2 : Math.max(2, pieces - 1)];
    else if (size === 1) return kept;
    else pieces = Math.min(kept.length, 2 * pieces);
  }
  return kept;
}
