/**
 * Speedups from several studies of one program that were run together. A variant that several of them timed, and the variant in the
 * lowest formats, gets one speedup from all samples. Otherwise noise would give the same program different speedups.
 */
import { type JudgedTrial, type MeasurementRecord, meritKind, type StudyState, sameFormats } from '../../core.js';
import { median } from '../../numerics/bootstrap.js';

type Samples = MeasurementRecord['samples'];

export class PooledSpeedups {
  /** Speedup in the lowest formats; null if unknown or within the noise, because there is then no ideal to compare with. */
  readonly ideal: number | null;
  readonly isIdealNoise: boolean;
  /** Whether the ideal was timed; trials that were not timed cannot be compared with it then. */
  private readonly isTimed: boolean;
  private readonly byDigest = new Map<string, number>();

  constructor(states: readonly StudyState[]) {
    const samples = new Map<string, Samples[number][]>();
    const ideals = states.flatMap(({ ideal }) => ideal ?? []).slice(0, 1); // the studies share one
    let narrowest = null as string | null;
    for (const state of states)
      for (const { formats, measurement } of state.trials()) {
        if (!measurement) continue;
        samples.set(measurement.digest, [...(samples.get(measurement.digest) ?? []), ...measurement.samples]);
        if (ideals.some((ideal) => sameFormats(ideal.formats, formats))) narrowest = measurement.digest;
      }
    const [ideal] = ideals;
    this.isTimed = ideal !== undefined && ideal.clock !== 'modelled';
    if (ideal && narrowest !== null) samples.set(narrowest, [...samples.get(narrowest)!, ...ideal.samples]);
    const isRate = meritKind(states[0]?.started?.merit ?? null) === 'rate';
    for (const [digest, all] of samples) {
      const ratio = ratioOf(all, isRate);
      if (ratio !== null) this.byDigest.set(digest, ratio);
    }
    this.isIdealNoise = ideal?.low != null && ideal.low <= 1;
    this.ideal = this.isIdealNoise ? null : (this.byDigest.get(narrowest ?? '') ?? ideal?.ratio ?? null);
  }

  /** Null for a trial that a limit left untimed while others were timed: modelled and measured speedups cannot be compared. */
  of({ measurement, speedup }: JudgedTrial): number | null {
    if (!measurement) return this.isTimed ? null : speedup;
    return this.byDigest.get(measurement.digest) ?? speedup;
  }
}

/** Median time of the baseline ÷ that of the variant; null without samples of both. */
function ratioOf(samples: Samples, isRate: boolean): number | null {
  const costs = (wanted: Samples[number]['program']) =>
    samples.flatMap(({ program, ms, merit }) => {
      if (program !== wanted) return [];
      return merit === undefined ? ms : isRate ? 1 / merit : merit;
    });
  const [baseline, variant] = [costs('baseline'), costs('variant')];
  return baseline.length === 0 || variant.length === 0 ? null : median(baseline) / median(variant);
}
