/**
 * The trials of one or several studies as one SVG: error against speedup. Errors are divided by the bound of the study's goal, so that
 * studies with different goals can be compared; trials below the dashed line meet their goal. Good is below and to the right.
 */
import type { ReportDocument, ReportTrial } from './document.js';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 360, 84, 24, 20, 50] as const;
/** Based on the palette of Okabe and Ito; each colour also has a shape, so that nothing depends on colour. */
const COLOURS = ['#0072b2', '#d55e00', '#007a58', '#b07800', '#8c3b6b', '#3b3b3b'] as const;
const EXACT_ROOM = 22;
const LEGEND_ROW = 18;

interface Point {
  readonly study: number;
  readonly trial: ReportTrial;
  readonly speedup: number;
  /** Error ÷ bound; 0 for an exact output. */
  readonly ratio: number;
  readonly isBest: boolean;
}

export function studiesFigure(reports: readonly ReportDocument[]): string {
  const points = reports.flatMap((report, study) =>
    report.trials.flatMap((trial): Point[] => {
      const ratio = ratioOf(trial, report);
      return trial.speedup === null || ratio === null
        ? []
        : [{ study, trial, speedup: trial.speedup, ratio, isBest: trial.number === report.best }];
    }),
  );
  const speeds = [1, ...points.map(({ speedup }) => speedup)];
  const room = 0.06 * (Math.max(...speeds) - Math.min(...speeds) || 1);
  const [slowest, fastest] = [Math.min(...speeds) - room, Math.max(...speeds) + room];
  const ratios = [1, ...points.flatMap(({ ratio }) => (ratio > 0 ? [ratio] : []))];
  const [low, high] = [Math.floor(Math.log10(Math.min(...ratios))), Math.ceil(Math.log10(Math.max(...ratios)) + 1e-9)];
  const span = Math.max(1, high - low);
  const foot = HEIGHT - BOTTOM - EXACT_ROOM;
  const x = (speedup: number) => LEFT + ((speedup - slowest) / (fastest - slowest)) * (WIDTH - LEFT - RIGHT);
  const y = (ratio: number) =>
    ratio === 0 ? HEIGHT - BOTTOM - 8 : foot - ((Math.log10(ratio) - low) / span) * (foot - TOP);
  const every = Math.ceil(span / 8);
  const powers = Array.from({ length: span + 1 }, (_, at) => low + at).filter((power) => (power - low) % every === 0);
  const speedTicks = ticksOf(slowest, fastest);
  const height = HEIGHT + LEGEND_ROW * reports.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="accuracy against speed">
<style>text { font: 12px system-ui, sans-serif; fill: #3d444c } .grid { stroke: #e3e7ec } .goal { stroke: #a33a08; stroke-dasharray: 6 4 } .name { font-weight: 600 }</style>
<rect width="100%" height="100%" fill="white"/>
${powers.map((power) => line('grid', LEFT, WIDTH - RIGHT, y(10 ** power), y(10 ** power)) + text(LEFT - 8, y(10 ** power) + 4, powerText(power), 'end')).join('\n')}
${speedTicks.map((tick) => line('grid', x(tick), x(tick), TOP, HEIGHT - BOTTOM) + text(x(tick), HEIGHT - BOTTOM + 17, `${tick}×`, 'middle')).join('\n')}
${line('goal', LEFT, WIDTH - RIGHT, y(1), y(1))}
${text(LEFT - 8, y(0) + 4, 'exact', 'end')}
${text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 38, 'speedup over the original program', 'middle')}
<text transform="translate(16 ${(TOP + foot) / 2}) rotate(-90)" text-anchor="middle">error ÷ bound of the goal</text>
${diamond(x(1), y(0))}
${points.map((point) => mark(point, x(point.speedup), y(point.ratio))).join('\n')}
${reports.map((report, at) => `${shape(at, LEFT, HEIGHT + at * LEGEND_ROW, 5)}<text class="name" x="${LEFT + 14}" y="${HEIGHT + at * LEGEND_ROW + 4}">${escaped(legend(report))}</text>`).join('\n')}
</svg>
`;
}

/** Error ÷ bound; null without an error or a bound. */
function ratioOf({ error }: ReportTrial, { goal }: ReportDocument): number | null {
  if (typeof error !== 'number' || !goal.isBounded) return null;
  return goal.isCount ? 10 ** (goal.bound - error) : error / goal.bound;
}

function legend({ program, study, goal, trials, best }: ReportDocument): string {
  const chosen = trials.find(({ number }) => number === best);
  const speed = chosen?.speedup == null ? 'no recommendation' : `ringed: ${speedOf(chosen)}`;
  return `${program}${study === program ? '' : ` (${study})`}, ${goal.text}; ${speed}`;
}

export function speedOf({ speedup, speedupKind, low, high }: ReportTrial): string {
  if (speedup === null) return 'speedup unknown';
  const spread = low !== null && high !== null ? ` (${low.toFixed(2)}–${high.toFixed(2)})` : '';
  return `${speedup.toFixed(2)}×${spread} ${speedupKind}`;
}

function mark({ study, trial, isBest }: Point, x: number, y: number): string {
  const title = `<title>${escaped(`trial ${trial.number}: ${speedOf(trial)}, ${trial.outcome}`)}</title>`;
  const ring = isBest
    ? `<circle cx="${at(x)}" cy="${at(y)}" r="9" fill="none" stroke="#1b1f24" stroke-width="1.6"/>`
    : '';
  return `<g>${title}${shape(study, x, y, 4, trial.speedupKind === 'modelled')}${ring}</g>`;
}

/** The original program: speedup 1, no error. */
function diamond(x: number, y: number): string {
  return `<path d="M${at(x - 6)},${at(y)}L${at(x)},${at(y - 6)}L${at(x + 6)},${at(y)}L${at(x)},${at(y + 6)}Z" fill="#1b1f24"><title>original program</title></path>`;
}

function shape(study: number, x: number, y: number, size: number, isHollow = false): string {
  const colour = COLOURS[study % COLOURS.length];
  const paint = isHollow ? `fill="white" stroke="${colour}" stroke-width="1.5"` : `fill="${colour}"`;
  const [a, b] = [at(x), at(y)];
  switch (study % 3) {
    case 0:
      return `<circle cx="${a}" cy="${b}" r="${size}" ${paint}/>`;
    case 1:
      return `<rect x="${at(x - size)}" y="${at(y - size)}" width="${2 * size}" height="${2 * size}" ${paint}/>`;
    default:
      return `<path d="M${a},${at(y - size - 1)}L${at(x + size + 1)},${at(y + size)}H${at(x - size - 1)}Z" ${paint}/>`;
  }
}

function ticksOf(low: number, high: number): number[] {
  const rough = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough * 0.999)!;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, nth) =>
    Number(((first + nth) * step).toPrecision(6)),
  );
}

function powerText(power: number): string {
  return power === 0 ? '1' : `10${[...String(power)].map((digit) => SUPERSCRIPTS[digit]).join('')}`;
}

const SUPERSCRIPTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'-0123456789'].map((digit, nth) => [digit, [...'⁻⁰¹²³⁴⁵⁶⁷⁸⁹'][nth]!]),
);

function line(kind: string, x1: number, x2: number, y1: number, y2: number): string {
  return `<line class="${kind}" x1="${at(x1)}" x2="${at(x2)}" y1="${at(y1)}" y2="${at(y2)}"/>`;
}

function text(x: number, y: number, words: string, anchor: 'end' | 'middle'): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

function at(value: number): number {
  return Math.round(10 * value) / 10;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
