/**
 * The ideal speedup: the program with every group in scope in its lowest precision (GPUMixer's p_32), built and timed against the baseline
 * regardless of its error. It is modelled if times cannot be measured.
 */
import type { IdealRecord } from '../../journal/records.js';
import type { Bench } from '../../workbench/bench.js';
import type { TuningSpace } from '../search-space.js';
import { NoFigureOfMerit } from '../timing/figure-of-merit.js';
import { THOROUGH, TimedRunFailed } from '../timing/measurement.js';
import type { TrialTiming } from '../timing/trial-timing.js';
import type { TrialRunner } from '../trials/trial-runner.js';

const UNKNOWN = { samples: [], ratio: null, low: null, high: null, error: null };

export async function measureIdeal(
  bench: Bench,
  groups: TuningSpace,
  timing: TrialTiming,
  runner: TrialRunner,
): Promise<IdealRecord> {
  const formats = groups.narrowest;
  const record = { kind: 'ideal', formats, clock: 'wall' } as const;
  const finding = await runner.rebuild(groups.configurationOf(formats));
  if (!finding.artifact) return { ...record, ...UNKNOWN, evidence: finding.evidence };
  try {
    const measured = await timing.measure(await bench.builds.original(), finding.artifact, THOROUGH, 'ideal');
    const { clock, samples, ratio, low, high, node } = measured;
    const figures = { clock, samples, ratio, low, high, ...(node !== undefined && { node }) };
    return { ...record, ...figures, error: finding.error, evidence: finding.evidence };
  } catch (error) {
    if (!(error instanceof TimedRunFailed || error instanceof NoFigureOfMerit)) throw error;
    return { ...record, ...UNKNOWN, evidence: error.message };
  }
}

export function modelledIdeal(groups: TuningSpace, ratio: number | null): IdealRecord {
  const formats = groups.narrowest;
  const record = { kind: 'ideal', formats, clock: 'modelled', evidence: null } as const;
  if (ratio === null) return { ...record, ...UNKNOWN };
  return { ...record, samples: [], ...{ ratio, low: ratio, high: ratio }, error: null };
}
