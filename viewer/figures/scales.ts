/** Maps values to positions, with tick values. */
export interface Scale {
  (value: number): number;
  readonly ticks: readonly number[];
}

export function linearScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
  count = 6,
): Scale {
  const span = high - low || 1;
  const place = (value: number) => from + ((value - low) / span) * (to - from);
  return Object.assign(place, { ticks: linearTicks(low, high, count) });
}

export function linearTicks(low: number, high: number, count: number): number[] {
  const rough = (high - low || 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough * 0.999)!;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

export function logScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
  count = 7,
): Scale {
  const [a, b] = [Math.log10(low), Math.log10(high)];
  const span = b - a || 1;
  const place = (value: number) => from + ((Math.log10(value) - a) / span) * (to - from);
  const step = Math.max(1, Math.ceil(span / count));
  const first = Math.ceil(a - 1e-9);
  const ticks = Array.from({ length: Math.max(0, Math.floor(b + 1e-9) - first + 1) }, (_, at) => first + at)
    .filter((exponent) => (exponent - first) % step === 0)
    .map((exponent) => Number(`1e${exponent}`));
  return Object.assign(place, { ticks });
}

/** Range of the values, widened by a fraction of its length. */
export function padded(values: readonly number[], part: number): [number, number] {
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(low)) return [0, 1];
  const room = (high - low) * part || Math.abs(high) * part || 1;
  return [low - room, high + room];
}

/** Range of the positive values, rounded outwards to powers of ten. */
export function decades(values: readonly number[]): [number, number] {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value));
  if (positive.length === 0) return [1e-16, 1];
  const low = positive.reduce((a, b) => Math.min(a, b));
  const high = positive.reduce((a, b) => Math.max(a, b));
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  return [Number(`1e${from}`), Number(`1e${to > from ? to : from + 1}`)];
}
