/** Which trial gave which group which format: one column a trial, one row a group. */
import { useMemo, useRef, useState } from 'preact/hooks';
import type { ReportTrial } from '../../src/report/document.js';
import { Figure } from '../figures/figure.js';
import { lookOf } from '../glyphs.js';
import { AS_DECLARED, type Reader } from '../reading.js';
import { useIsPrinting } from '../virtual-list.js';

const NAMES = 200;
const ROW = 16;
const HEAD = 18;
const MARGIN = 40;

export function Matrix({ reader }: { readonly reader: Reader }) {
  const { report, trial, select, formatOf } = reader;
  const view = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(0);
  const isPrinting = useIsPrinting();
  const trials = useMemo(() => report.trials.filter(({ outcome }) => outcome !== 'duplicate'), [report]);
  const column = trials.length > 400 ? 6 : trials.length > 120 ? 9 : 16;
  const { dimensions } = report;
  const height = HEAD + dimensions.length * ROW + 4;
  const first = isPrinting ? 0 : Math.max(0, Math.floor(left / column) - MARGIN);
  const inSight = isPrinting ? trials.length : Math.ceil((view.current?.clientWidth ?? 1200) / column) + 2 * MARGIN;
  const shown = trials.slice(first, first + inSight);
  const width = trials.length * column;
  if (dimensions.length === 0 || trials.length === 0) return null;
  return (
    <Figure
      id="matrix"
      title="Groups and trials"
      rows={() => matrixRows(reader, trials)}
      wholeSvg={() => wholeMatrix(reader, trials, column)}
      caption={
        <>
          One column a trial, in order; one row a group. A filled cell is a group the trial lowered, in the colour and
          with the letter of its format; the strip on top is the outcome (green within the goal, red not). Good is a{' '}
          <b>full column under a green top</b>. Select a column to see that trial.
        </>
      }
    >
      <div class="matrix">
        <svg
          class="chart matrix-names"
          width={NAMES}
          height={height}
          viewBox={`0 0 ${NAMES} ${height}`}
          aria-hidden="true"
        >
          {dimensions.map(({ id }, row) => (
            <text key={id} x={NAMES - 8} y={HEAD + row * ROW + 12} text-anchor="end">
              {id.length > 30 ? `…${id.slice(-29)}` : id}
            </text>
          ))}
        </svg>
        <div
          class="matrix-view"
          ref={view}
          role="region"
          aria-label="groups and trials; scrolls sideways"
          tabIndex={0}
          onScroll={(event) => setLeft(event.currentTarget.scrollLeft)}
        >
          <svg
            class="chart selectable"
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={`${trials.length} trials by ${dimensions.length} groups`}
            onClick={(event) => {
              const bounds = event.currentTarget.getBoundingClientRect();
              const found = trials[Math.floor((event.clientX - bounds.left) / column)];
              if (found) select({ trial: found.number });
            }}
          >
            {shown.map((one, index) => (
              <Column
                key={one.number}
                trial={one}
                x={(first + index) * column}
                width={column}
                formatOf={formatOf}
                isSelected={one.number === trial?.number}
                height={height}
              />
            ))}
          </svg>
        </div>
      </div>
    </Figure>
  );
}

interface ColumnProps {
  readonly trial: ReportTrial;
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly isSelected: boolean;
  formatOf(letter: string): string;
}

function Column({ trial, x, width, height, isSelected, formatOf }: ColumnProps) {
  return (
    <g>
      <title>{`trial ${trial.number}: ${trial.outcome}`}</title>
      <rect class={`strip-${lookOf(trial)}`} x={x + 0.5} y={2} width={width - 1} height={HEAD - 6} />
      {[...trial.cells].map((cell, row) =>
        cell === AS_DECLARED ? null : (
          <g key={row}>
            <rect
              class={`cell format-${formatOf(cell)}`}
              x={x + 0.5}
              y={HEAD + row * ROW}
              width={width - 1}
              height={ROW - 1}
            />
            {width >= 16 && (
              <text class="cell-letter" x={x + width / 2} y={HEAD + row * ROW + 12} text-anchor="middle">
                {cell}
              </text>
            )}
          </g>
        ),
      )}
      {isSelected && <rect class="column-selected" x={x} y={0.5} width={width} height={height - 1} />}
    </g>
  );
}

function matrixRows({ report, formatOf }: Reader, trials: readonly ReportTrial[]) {
  return [
    ['trial', 'outcome', ...report.dimensions.map(({ id }) => id)],
    ...trials.map(({ number, outcome, cells }) => [
      number,
      outcome,
      ...[...cells].map((cell) => (cell === AS_DECLARED ? '' : formatOf(cell))),
    ]),
  ];
}

/** The whole of it as a drawing of its own, whatever part is in sight. */
function wholeMatrix({ report, formatOf }: Reader, trials: readonly ReportTrial[], column: number): string {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const height = HEAD + report.dimensions.length * ROW + 4;
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const names = report.dimensions.map(
    ({ id }, row) =>
      `<text x="${NAMES - 8}" y="${HEAD + row * ROW + 12}" text-anchor="end" font-family="sans-serif" font-size="11" fill="${colour('--ink')}">${escaped(id)}</text>`,
  );
  const cells = trials.flatMap((trial, at) => {
    const x = NAMES + at * column;
    const top = colour(trial.accepted ? '--good' : '--bad');
    return [
      `<rect x="${x}" y="2" width="${column - 1}" height="${HEAD - 6}" fill="${top}"/>`,
      ...[...trial.cells].flatMap((cell, row) =>
        cell === AS_DECLARED
          ? []
          : `<rect x="${x}" y="${HEAD + row * ROW}" width="${column - 1}" height="${ROW - 1}" fill="${colour(`--${formatOf(cell)}`)}"/>`,
      ),
    ];
  });
  const width = NAMES + trials.length * column;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour('--paper')}"/>${names.join('')}${cells.join('')}</svg>`;
}
