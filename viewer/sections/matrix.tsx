/** The formats of all groups in all trials: one column per trial, one row per group. */
import { memo } from 'preact/compat';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { ReportTrial } from '../../src/report/document.js';
import { Figure } from '../figures/figure.js';
import { lookOf } from '../glyphs.js';
import { AS_DECLARED, type Reader, showsSameTrial } from '../reading.js';
import { useIsPrinting } from '../virtual-list.js';

const NAMES = 200;
const ROW = 16;
const HEAD = 18;
const MARGIN = 40;
/** Columns of this width have space for a letter. */
const WIDE_COLUMN = 16;

export const Matrix = memo(({ reader }: { readonly reader: Reader }) => {
  const { report, trial, select, formatOf } = reader;
  const view = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(0);
  const isPrinting = useIsPrinting();
  const trials = useMemo(() => report.trials.filter(({ outcome }) => outcome !== 'duplicate'), [report]);
  const column = trials.length > 400 ? 6 : trials.length > 120 ? 9 : WIDE_COLUMN;
  const { dimensions } = report;
  const height = HEAD + dimensions.length * ROW + 4;
  const first = isPrinting ? 0 : Math.max(0, Math.floor(left / column / MARGIN) * MARGIN - MARGIN);
  const inSight = isPrinting ? trials.length : Math.ceil((view.current?.clientWidth ?? 1200) / column) + 3 * MARGIN;
  const shown = useMemo(() => trials.slice(first, first + inSight), [trials, first, inSight]);
  const selected = trials.findIndex(({ number }) => number === trial?.number);
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
          One column per trial, one row per group. A filled cell is a lowered group in the colour of its format (16-bit
          formats fill half of it), with its letter if there is space. On top, a tall green block marks a trial that
          meets the goal, a low block one that does not. Good is a <b>full column under a tall block</b>. Select a
          column to see that trial.
        </>
      }
    >
      <div class="matrix">
        <svg
          class="chart matrix-names"
          width={NAMES}
          height={height}
          viewBox={`0 0 ${NAMES} ${height}`}
          preserveAspectRatio="xMaxYMin slice"
          style={{ height: `${height}px` }}
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
            <Cells shown={shown} first={first} column={column} formatOf={formatOf} />
            {selected >= 0 && (
              <rect class="column-selected" x={selected * column} y={0.5} width={column} height={height - 1} />
            )}
          </svg>
        </div>
      </div>
    </Figure>
  );
}, showsSameTrial);

interface CellsProps {
  readonly shown: readonly ReportTrial[];
  /** Index of the first shown trial among all. */
  readonly first: number;
  readonly column: number;
  formatOf(letter: string): string;
}

/** All cells of a colour are one path, because thousands of elements would be slow. */
const Cells = memo(({ shown, first, column, formatOf }: CellsProps) => {
  const paths = new Map<string, string[]>();
  const letters: { x: number; y: number; letter: string }[] = [];
  const add = (kind: string, x: number, y: number, height: number) => {
    if (!paths.has(kind)) paths.set(kind, []);
    paths.get(kind)!.push(`M${x + 0.5},${y}h${column - 1}v${height}h${1 - column}Z`);
  };
  shown.forEach((trial, index) => {
    const x = (first + index) * column;
    add(`strip-${lookOf(trial)}`, x, trial.accepted ? 2 : HEAD - 8, trial.accepted ? HEAD - 6 : 4);
    for (let row = 0; row < trial.cells.length; row++) {
      const letter = trial.cells[row]!;
      if (letter === AS_DECLARED) continue;
      const format = formatOf(letter);
      const [from, height] = partOfCell(format);
      add(`cell format-${format}`, x, HEAD + row * ROW + from, height);
      if (column >= WIDE_COLUMN) letters.push({ x: x + column / 2, y: HEAD + row * ROW + 12, letter });
    }
  });
  return (
    <g>
      {[...paths].map(([kind, parts]) => (
        <path key={kind} class={kind} d={parts.join('')} />
      ))}
      {letters.map(({ x, y, letter }) => (
        <text key={`${x} ${y}`} class="cell-letter" x={x} y={y} text-anchor="middle">
          {letter}
        </text>
      ))}
    </g>
  );
});

/** 16-bit formats fill half of a cell and 8-bit formats a quarter, so that nothing depends on colour if letters do not fit. */
function partOfCell(format: string): [from: number, height: number] {
  if (format === 'fp16') return [ROW / 2, ROW / 2 - 1];
  if (format === 'fp8e4m3') return [(3 * ROW) / 4, ROW / 4 - 1];
  if (format === 'fp8e5m2') return [ROW / 2, ROW / 4 - 1];
  return format === 'bf16' ? [0, ROW / 2 - 1] : [0, ROW - 1];
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

/** The complete matrix as SVG for the download. */
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
      `<rect x="${x}" y="${trial.accepted ? 2 : HEAD - 8}" width="${column - 1}" height="${trial.accepted ? HEAD - 6 : 4}" fill="${top}"/>`,
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
