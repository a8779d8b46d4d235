/** Checks whether the longest run behind a measured speedup is too short to represent longer runs. */
import type { BaselineRecord } from '../journal/records.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import { type ShortRun, shortRun, type TimedRun } from '../study/timing/short-runs.js';
import { parseMemorySize } from '../support/memory-size.js';

/** Null if the runs are long enough or their durations are not recorded. */
export function shortRunOf(state: StudyState, { number, formats, measurement }: JudgedTrial): ShortRun | null {
  const { program, surroundings } = state;
  const { inputs = [] } = state.started ?? {};
  const isNamed = inputs.some(({ timed }) => timed);
  const timed = inputs.filter((one) => (isNamed ? one.timed : !one.heldOut)).map(({ name }) => name);
  const others = state.inputSpeeds.flatMap(({ trial, input }) => (trial === number ? [input] : []));
  const runs = [...timed, ...others].flatMap((name) => state.baselines.get(name) ?? []).map(timedRun);
  const [longest] = runs.toSorted((a, b) => (b.kernels?.ms ?? b.ms) - (a.kernels?.ms ?? a.ms));
  if (!longest) return null;
  const changed = new Set(
    Object.keys(formats).flatMap((id) => program?.groups.find((one) => one.id === id)?.sites ?? [id]),
  );
  const cache = parseMemorySize(surroundings?.environment['last-level cache'] ?? '');
  return shortRun(longest, {
    lastLevelCacheBytes: measurement?.node === undefined ? cache : null, // the cache size of a cluster node is unknown
    changesArrays: program?.sites.some(({ id, type }) => changed.has(id) && isOfMany(type)) ?? false,
    isNamed,
    isGiven: surroundings?.command.includes('--') ?? false,
  });
}

/** Whether a type holds many values: pointers, arrays and containers. */
function isOfMany(type: string): boolean {
  return /[*[<]/.test(type);
}

function timedRun({ input, durationsMs, gpu, peakMemoryBytes }: BaselineRecord): TimedRun {
  const launches = gpu?.kernels.map((one) => one.launches) ?? [];
  const isCounted = launches.length > 0 && !launches.includes(undefined);
  const sum = (numbers: readonly (number | undefined)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
  return {
    input,
    ms: Math.min(...durationsMs),
    kernels: isCounted ? { launches: sum(launches), ms: sum(gpu!.kernels.map(({ ms }) => ms)) } : null,
    usesGpu: gpu !== undefined,
    peakMemoryBytes: peakMemoryBytes ?? null,
  };
}
