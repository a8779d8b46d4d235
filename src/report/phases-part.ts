import { isSilent } from '../journal/phases-record.js';
import type { StudyState } from '../journal/replay.js';
import type { Metric } from '../numerics/metrics.js';
import type { ReportPhases } from './document.js';
import { figureOrNull } from './figures.js';
import { chosenSwitch, phasesText } from './phases-text.js';

/** The switches of a loop that the study tried; null if it tried none. */
export function describePhases({ phases }: StudyState, metric: Metric): ReportPhases | null {
  if (phases === null || phases.loop === null || isSilent(phases)) return null;
  const { loop, low, switches } = phases;
  return {
    loop: `${loop.id} (${loop.file}:${loop.line})`,
    iterations: loop.iterations,
    low,
    switches: switches
      .toSorted((a, b) => a.first - b.first)
      .map(({ first, error, isWithin, speedup }) => ({
        ...{ first, isWithin, error: figureOrNull(error), speedup: speedup ?? null },
      })),
    chosen: chosenSwitch(phases)?.first ?? null,
    text: phasesText(phases, metric),
  };
}
