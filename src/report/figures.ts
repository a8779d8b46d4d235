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
