/** A line chart as SVG text, over numbers or names, with linear or logarithmic axes. */
import { escapeHtml } from '../../../core.js';

export interface Series {
  readonly name: string;
  /** `x` is a number or a name on the axis. On a logarithmic axis, a value of 0 is drawn at the bottom. */
  readonly points: readonly { readonly x: string | number; readonly y: number; readonly isUnsettled?: boolean }[];
}

export interface Chart {
  readonly title: string;
  /** Caption: the quantity, and the good direction. */
  readonly caption: string;
  readonly xName: string;
  readonly yName: string;
  /** Names on the axis; without them x values are numbers on a logarithmic axis. */
  readonly places?: readonly string[];
  readonly series: readonly Series[];
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 350, 74, 130, 14, 58] as const;
/** Based on the palette of Okabe and Ito; each colour also has a letter, so that nothing depends on colour. */
const COLOURS: Readonly<Record<string, string>> = {
  fp8e4m3: '#8c4a3c',
  fp8e5m2: '#7a5fb5',
  fp16: '#d55e00',
  bf16: '#cc79a7',
  fp32: '#b07800',
  fp64: '#0072b2',
  cmp32x2: '#5a7d95',
  fp32x2: '#2a8bc4',
  cmp64x2: '#3f8f74',
  fp64x2: '#007a58',
  fp64x4: '#6b6f00',
  limbs32: '#a65a5a',
  limbs64: '#8c3b6b',
  limbs128: '#6a3d9a',
  limbs256: '#3b3b3b',
};
const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'cross'] as const;

export function drawChart(chart: Chart): string {
  const series = chart.series.filter(({ points }) => points.length > 0);
  const values = series.flatMap(({ points }) => points.map(({ y }) => y)).filter((y) => Number.isFinite(y) && y > 0);
  if (values.length === 0) return '';
  const hasUnsettled = series.some(({ points }) => points.some(({ isUnsettled }) => isUnsettled));
  const hasZero = series.some(({ points }) => points.some(({ y }) => y === 0));
  const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)) + 1e-9)];
  const floor = HEIGHT - BOTTOM - (hasZero ? 22 : 0);
  const span = Math.max(1, high - low);
  const y = (value: number) =>
    value <= 0 ? HEIGHT - BOTTOM : floor - ((Math.log10(value) - low) / span) * (floor - TOP);
  const x = horizontal(chart, series);
  const every = Math.ceil(span / 8);
  const powers = Array.from({ length: span + 1 }, (_, at) => low + at).filter((power) => (power - low) % every === 0);
  const ends = spread(series.map(({ points }) => y(lastFinite(points))));
  return `<figure><figcaption><strong>${escapeHtml(chart.title)}.</strong> ${escapeHtml(chart.caption)}${hasUnsettled ? ' A ring marks a time that did not settle.' : ''}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(chart.title)}">
${powers.map((power) => `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(10 ** power).toFixed(1)}" y2="${y(10 ** power).toFixed(1)}"/><text x="${LEFT - 8}" y="${(y(10 ** power) + 4).toFixed(1)}" text-anchor="end">${powerText(power)}</text>`).join('\n')}
${hasZero ? `<text x="${LEFT - 8}" y="${HEIGHT - BOTTOM + 4}" text-anchor="end">exact</text>` : ''}
${x.ticks.map(({ at, text }) => tickText(at, text)).join('\n')}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle">${escapeHtml(chart.xName)}</text>
<text transform="translate(14 ${(TOP + floor) / 2}) rotate(-90)" text-anchor="middle">${escapeHtml(chart.yName)}</text>
${series.map((one, at) => drawSeries(one, at, x.of, y, ends[at]!)).join('\n')}
</svg></figure>`;
}

function horizontal(chart: Chart, series: readonly Series[]) {
  const room = WIDTH - RIGHT - LEFT;
  if (chart.places) {
    const places = chart.places;
    const of = (place: string | number) => LEFT + (room * (places.indexOf(String(place)) + 0.5)) / places.length;
    return { of, ticks: places.map((text) => ({ at: of(text), text })) };
  }
  const all = series.flatMap(({ points }) => points.map((point) => Math.log10(Number(point.x))));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const of = (value: string | number) => LEFT + (room * (Math.log10(Number(value)) - low)) / Math.max(1e-9, high - low);
  const powers = Array.from(
    { length: Math.floor(high + 1e-9) - Math.ceil(low - 1e-9) + 1 },
    (_, at) => Math.ceil(low - 1e-9) + at,
  );
  const ticks = powers.map((power) => ({ at: of(10 ** power), text: powerText(power) }));
  // a range below a power of ten is labelled at its ends
  const ends = [low, high].map((end) => ({ at: of(10 ** end), text: String(Number((10 ** end).toPrecision(2))) }));
  return { of, ticks: powers.length < 2 ? ends : ticks };
}

function drawSeries(
  { name, points }: Series,
  at: number,
  x: (place: string | number) => number,
  y: (value: number) => number,
  labelY: number,
): string {
  const colour = COLOURS[name] ?? Object.values(COLOURS)[at % Object.keys(COLOURS).length]!;
  const finite = points.filter((point) => Number.isFinite(point.y));
  if (finite.length === 0) return '';
  const places = finite.map((point) => [x(point.x), y(point.y)] as const);
  const line = places.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ');
  const marks = places.map(([px, py]) => mark(SHAPES[at % SHAPES.length]!, px, py)).join('');
  const rings = finite.flatMap(({ isUnsettled }, index) => (isUnsettled ? [ring(...places[index]!)] : []));
  return `<g style="color:${colour}"><polyline points="${line}"/><path d="${marks}"/>${rings.join('')}<text class="name" x="${WIDTH - RIGHT + 10}" y="${(labelY + 4).toFixed(1)}">${escapeHtml(name)}</text></g>`;
}

/** Drawn around a time whose repeats did not agree. */
function ring(x: number, y: number): string {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="7" fill="none" stroke="currentColor"><title>did not settle</title></circle>`;
}

function mark(shape: (typeof SHAPES)[number], x: number, y: number): string {
  const [px, py] = [x.toFixed(1), y.toFixed(1)];
  switch (shape) {
    case 'circle':
      return `M${px} ${py}m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0`;
    case 'square':
      return `M${px} ${py}m-3 -3h6v6h-6z`;
    case 'triangle':
      return `M${px} ${py}m0 -4l4 7h-8z`;
    case 'diamond':
      return `M${px} ${py}m0 -4.5l4 4.5l-4 4.5l-4 -4.5z`;
    case 'cross':
      return `M${px} ${py}m-4 -1h3v-3h2v3h3v2h-3v3h-2v-3h-3z`;
  }
}

function lastFinite(points: Series['points']): number {
  return [...points].reverse().find((point) => Number.isFinite(point.y))?.y ?? 0;
}

/** Splits a long name into two lines, so that labels do not overlap. */
function tickText(at: number, text: string): string {
  const lines = text.split(/ & |, /);
  const spans = lines.map(
    (line, row) => `<tspan x="${at.toFixed(1)}" dy="${row === 0 ? 0 : 13}">${escapeHtml(line)}</tspan>`,
  );
  return `<text y="${HEIGHT - BOTTOM + 17}" text-anchor="middle">${spans.join('')}</text>`;
}

/** Labels at the ends of lines, moved apart if they would overlap. */
function spread(wanted: readonly number[]): number[] {
  const GAP = 14;
  const order = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  const placed = new Array<number>(wanted.length);
  let next = TOP + 4;
  for (const [rank, { at, index }] of order.entries()) {
    const latest = HEIGHT - 8 - GAP * (order.length - 1 - rank);
    placed[index] = Math.min(Math.max(at, next), latest);
    next = placed[index]! + GAP;
  }
  return placed;
}

const RAISED: Readonly<Record<string, string>> = {
  '-': '⁻',
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
};
function powerText(power: number): string {
  if (power >= -2 && power <= 3) return String(10 ** power);
  return `10${[...String(power)].map((digit) => RAISED[digit]).join('')}`;
}
