import type { Figure } from './document.js';

export function asFigure(value: number): Figure {
  return Number.isFinite(value) ? value : (String(value) as Figure);
}

export function figureOrNull(value: number | null): Figure | null {
  return value === null ? null : asFigure(value);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Three digits, in scientific notation if very small or large. */
export function figureText(figure: Figure): string {
  if (typeof figure !== 'number') return figure;
  const size = Math.abs(figure);
  return figure === 0 || (size >= 1e-3 && size < 1e6) ? String(Number(figure.toPrecision(3))) : figure.toExponential(2);
}
