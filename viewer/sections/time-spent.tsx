/** Tuning time by phase. */
import type { PhaseTime, ReportDocument } from '../../src/report/document.js';
import { Figure } from '../figures/figure.js';
import { timeWords } from '../words.js';

const WIDTH = 520;
const ROW = 34;
const NAMES = 190;

const WORDS: Readonly<Record<PhaseTime['phase'], string>> = {
  reading: 'reading the program',
  baseline: 'baseline, several runs',
  preparing: 'instrumenting, profiling',
  trials: 'trials',
  confirming: 'building and confirming',
  timing: 'timed runs',
};

export function TimeSpent({ report }: { readonly report: ReportDocument }) {
  const { phases, totalMs } = report.time;
  if (totalMs === null || phases.length === 0)
    return (
      <div>
        <h3>Tuning time</h3>
        <p class="empty">This journal was written by an older version, which did not record times.</p>
      </div>
    );
  const most = Math.max(1, ...phases.map(({ ms }) => ms));
  const height = phases.length * ROW + 4;
  return (
    <Figure
      id="time-spent"
      title="Tuning time"
      rows={() => [['phase', 'time (ms)'], ...phases.map(({ phase, ms }) => [WORDS[phase], ms])]}
      caption={
        <>
          Good is <b>short</b>: {timeWords(totalMs)} in total over all sessions of the study; reading the program is
          counted only for the first.
        </>
      }
    >
      <svg viewBox={`0 0 ${WIDTH} ${height}`} class="chart" role="img" aria-label="time by phase">
        {phases.map(({ phase, ms }, at) => (
          <g key={phase}>
            <text class="axis-text" x={NAMES - 8} y={at * ROW + 21} text-anchor="end">
              {WORDS[phase]}
            </text>
            <rect
              class="bar-neutral"
              x={NAMES}
              y={at * ROW + 7}
              width={Math.max(1, (ms / most) * (WIDTH - NAMES - 90))}
              height={ROW - 14}
            />
            <text class="axis-text" x={NAMES + Math.max(1, (ms / most) * (WIDTH - NAMES - 90)) + 6} y={at * ROW + 21}>
              {timeWords(ms)}
            </text>
          </g>
        ))}
      </svg>
    </Figure>
  );
}
