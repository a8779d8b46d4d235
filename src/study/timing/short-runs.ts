/**
 * Warns about timed runs that are too short to be representative. Kernels of a few microseconds are dominated by launch latency, a host program of
 * milliseconds by its start-up, and data in the last-level cache is not limited by memory bandwidth. The speedup of such a run says little
 * about a larger input.
 */
import { memorySizeText } from '../../support/memory-size.js';

/** The representative run of a measurement: the original program on the longest timed input. */
export interface TimedRun {
  readonly input: string;
  /** Wall-clock time. */
  readonly ms: number;
  /** All kernel launches and their GPU time; null for host code, and without launch counts. */
  readonly kernels: { readonly launches: number; readonly ms: number } | null;
  /** Whether it used a GPU at all. */
  readonly usesGpu: boolean;
  readonly peakMemoryBytes: number | null;
}

export interface TimedRunCircumstances {
  /** For the machine of the run; null if unknown. */
  readonly lastLevelCacheBytes: number | null;
  /** Whether the patch changes the format of arrays, so that the speedup depends on the cache. */
  readonly changesArrays: boolean;
  /** Whether the project names inputs for timing. */
  readonly isNamed: boolean;
  /** Whether the input is the arguments after `--`. */
  readonly isGiven: boolean;
}

export interface ShortRun {
  readonly code: 'launch-bound' | 'brief-run' | 'cache-resident';
  readonly text: string;
  readonly remedy: string;
}

/**
 * Mean duration of a kernel below which launch latency is a large part of its GPU time.
 * Chosen: a launch takes 2 to 5 µs, which was not measured for this; nothing else was tried.
 */
const MIN_KERNEL_US = 10;
/**
 * Duration of a run below which process start-up, page faults and cold caches take a noticeable part.
 * Chosen: they take milliseconds, which are then a tenth or less; nothing else was tried.
 */
const MIN_RUN_MS = 50;

/** Null if the run is long enough. */
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
    text: `on input '${input}' a kernel takes ${meanUs.toPrecision(2)} µs on average (${launches}), little more than its launch; the speedup on a larger input may differ`,
  };
}

function brief({ input, ms }: TimedRun): Finding | null {
  if (ms >= MIN_RUN_MS) return null;
  const time = ms < 10 ? ms.toPrecision(2) : ms.toFixed(0);
  return {
    code: 'brief-run',
    text: `the timed run on input '${input}' takes ${time} ms, less than ${MIN_RUN_MS} ms; the speedup on a longer run may differ`,
  };
}

/** There is no warning for inputs that were chosen for timing: the program may never use more memory. */
function cacheResident(
  { input, peakMemoryBytes }: TimedRun,
  { lastLevelCacheBytes, changesArrays, isNamed }: TimedRunCircumstances,
): Finding | null {
  if (isNamed || !changesArrays || peakMemoryBytes === null || lastLevelCacheBytes === null) return null;
  if (peakMemoryBytes > lastLevelCacheBytes) return null;
  const [peak, cache] = [memorySizeText(peakMemoryBytes), memorySizeText(lastLevelCacheBytes)];
  return {
    code: 'cache-resident',
    text: `the timed run on input '${input}' uses at most ${peak} of memory, which fits in the last-level cache (${cache}), and the patch changes arrays; the speedup on larger data may differ`,
  };
}

function remedyFor({ isNamed, isGiven }: TimedRunCircumstances): string {
  if (isGiven)
    return 'list inputs in mantissa.json instead of arguments after --, and name a larger one under "timing"';
  return `name a larger input ${isNamed ? 'instead ' : ''}under "timing" in mantissa.json`;
}
