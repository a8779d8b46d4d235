/**
 * Timed runs that are too short to speak for longer ones. Kernels of a few microseconds mostly wait to be launched; a host program of
 * milliseconds mostly starts up; data that fits in the last-level cache is not limited by memory bandwidth. What a narrower format gains
 * in such a run says little about a run on a larger input.
 */
import { memorySizeText } from '../../support/memory-size.js';

/** The run that stands for a measurement: the longest of the inputs that were timed, the original program. */
export interface TimedRun {
  readonly input: string;
  /** Wall-clock time. */
  readonly ms: number;
  /** Of all kernels, by the GPU's clock; null for host code, and where nobody counted the launches. */
  readonly kernels: { readonly launches: number; readonly ms: number } | null;
  /** Whether it used a GPU at all. */
  readonly usesGpu: boolean;
  readonly peakMemoryBytes: number | null;
}

export interface TimedRunCircumstances {
  /** Of the machine that ran it; null where that is not known. */
  readonly lastLevelCacheBytes: number | null;
  /** Whether the patch changes the format of arrays: then its speedup depends on where they lie. */
  readonly changesArrays: boolean;
  /** Whether the project names inputs for timing. */
  readonly isNamed: boolean;
  /** Whether the input is the arguments behind `--`. */
  readonly isGiven: boolean;
}

export interface ShortRun {
  readonly code: 'launch-bound' | 'brief-run' | 'cache-resident';
  readonly text: string;
  readonly remedy: string;
}

/**
 * Mean duration of a kernel below which launching it is a large part of what the GPU's clock sees.
 * Chosen: a launch takes 2 to 5 µs, which was not measured for this; nothing else was tried.
 */
const MIN_KERNEL_US = 10;
/**
 * Duration of a run below which process start-up, page faults and cold caches are a noticeable part of it.
 * Chosen: they take milliseconds, which are then a tenth or less; nothing else was tried.
 */
const MIN_RUN_MS = 50;

/** Null where the run is long enough, or nothing speaks against it. */
export function shortRun(run: TimedRun, circumstances: TimedRunCircumstances): ShortRun | null {
  const found = run.usesGpu ? launchBound(run) : (brief(run) ?? cacheResident(run, circumstances));
  return found && { ...found, remedy: remedyFor(circumstances) };
}

type Finding = Omit<ShortRun, 'remedy'>;

function launchBound({ input, kernels }: TimedRun): Finding | null {
  if (kernels === null || kernels.launches === 0) return null;
  const meanUs = (1000 * kernels.ms) / kernels.launches;
  if (meanUs >= MIN_KERNEL_US) return null;
  const launches = `${kernels.launches.toLocaleString('en-US')} ${kernels.launches === 1 ? 'launch' : 'launches'}`;
  return {
    code: 'launch-bound',
    text: `on ${input} a kernel takes ${meanUs.toPrecision(2)} µs on average (${launches}), little more than launching it; the speedup on a larger input may differ`,
  };
}

function brief({ input, ms }: TimedRun): Finding | null {
  if (ms >= MIN_RUN_MS) return null;
  const time = ms < 10 ? ms.toPrecision(2) : ms.toFixed(0);
  return {
    code: 'brief-run',
    text: `the timed run on ${input} takes ${time} ms, less than ${MIN_RUN_MS} ms; the speedup on a longer run may differ`,
  };
}

/** Inputs that somebody chose for timing are not doubted: the program may never hold more. */
function cacheResident(
  { input, peakMemoryBytes }: TimedRun,
  { lastLevelCacheBytes, changesArrays, isNamed }: TimedRunCircumstances,
): Finding | null {
  if (isNamed || !changesArrays || peakMemoryBytes === null || lastLevelCacheBytes === null) return null;
  if (peakMemoryBytes > lastLevelCacheBytes) return null;
  const [peak, cache] = [memorySizeText(peakMemoryBytes), memorySizeText(lastLevelCacheBytes)];
  return {
    code: 'cache-resident',
    text: `the timed run on ${input} holds ${peak} of memory at most, which fits in the last-level cache (${cache}), and the patch changes arrays; with data beyond the cache the speedup may differ`,
  };
}

function remedyFor({ isNamed, isGiven }: TimedRunCircumstances): string {
  if (isGiven) return 'arguments after -- are one input: name inputs in mantissa.json, and a larger one under "timing"';
  return `name a larger input ${isNamed ? 'instead ' : ''}under "timing" in mantissa.json`;
}
