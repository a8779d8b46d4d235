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

/** Three significant digits, as people write times. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Number(ms.toPrecision(3))} ms`;
  if (ms < 120_000) return `${Number((ms / 1000).toPrecision(3))} s`;
  return ms < 7_200_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}
