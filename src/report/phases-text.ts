/** Describes what the phases of a loop gain (`tune --phases`), in the terminal and the report. */
import type { PhasesRecord, PhasesSpeed } from '../journal/phases-record.js';
import type { Metric } from '../numerics/metrics.js';
import { firstIterations } from '../space/phases.js';
import { errorText } from '../study/judging/judge-output.js';

/** `the first 78 % of the iterations of main@30 (heat.cu:30) in fp32: 1.37× (1.35–1.39), max-relative 5.64e-8; …`; the reason if there are no phases. */
export function phasesText(record: PhasesRecord, metric: Metric): string {
  const { loop, low, fraction, speedup, throughout, reason } = record;
  if (loop === null || fraction === null) return `none: ${reason}`;
  const chosen = chosenSwitch(record);
  const parts = [
    `the first ${Math.round(100 * fraction)} % of the ${loop.iterations} iterations of ${loop.id} (${loop.file}:${loop.line}) in ${low}${speedup ? `: ${speedText(speedup)}` : ''}${chosen?.error == null ? '' : `, ${errorText(metric, chosen.error)}`}`,
    ...(throughout ? [`with ${low} throughout the run ${speedText(throughout)}`] : []),
    reason === null ? 'mantissa apply --phases prints the patch, which was built and checked' : `no patch: ${reason}`,
  ];
  return parts.join('; ');
}

/** The switch that was found, among those that ran; undefined if there is none. */
export function chosenSwitch({ loop, fraction, switches }: PhasesRecord): PhasesRecord['switches'][number] | undefined {
  if (loop === null || fraction === null) return undefined;
  const last = firstIterations({ fraction }, loop.iterations);
  return switches.findLast(({ isWithin, first }) => isWithin && first <= last);
}

function speedText({ ratio, interval, clock }: PhasesSpeed): string {
  const times = `${ratio.toFixed(2)}×`;
  if (interval) return `${times} (${interval.map((end) => end.toFixed(2)).join('–')})`;
  return clock === 'modelled' ? `${times} modelled` : times;
}
