/** Formats numbers and names for the page. */
import type { Figure, ReportTrial } from '../src/report/document.js';

const GROUPED = new Intl.NumberFormat('en-US');

/** A whole number with thousands separators. */
export function wholeWords(count: number): string {
  return GROUPED.format(count);
}

export function errorWords(error: Figure | null): string {
  if (error === null) return '–';
  if (typeof error === 'string') return error === 'Infinity' ? '∞' : error;
  const isPlain = error === 0 || (Math.abs(error) >= 1e-3 && Math.abs(error) < 1e6);
  return isPlain ? String(Number(error.toPrecision(3))) : error.toExponential(2);
}

export function speedWords({ speedup, speedupKind, low, high }: ReportTrial): string {
  if (speedup === null) return '–';
  const spread = low !== null && high !== null ? ` (${low.toFixed(2)}–${high.toFixed(2)})` : '';
  return `${speedup.toFixed(2)}×${spread} ${speedupKind === 'measured' ? 'measured' : 'modelled'}`;
}

/** Omits "measured" if an interval is shown, because only measured speedups have one. */
export function shortSpeedWords(trial: ReportTrial): string {
  return trial.low === null ? speedWords(trial) : speedWords(trial).replace(/ measured$/, '');
}

export function timeWords(ms: number): string {
  if (ms < 1000) return `${Number(ms.toPrecision(3))} ms`;
  if (ms < 120_000) return `${Number((ms / 1000).toPrecision(3))} s`;
  return ms < 7_200_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}

export function countWords(count: number): string {
  if (count < 1e4) return wholeWords(count);
  return count.toExponential(1).replace('e+', 'e');
}

export function ratioWords(ratio: Figure | null): string {
  if (ratio === null) return '–';
  return typeof ratio === 'number' ? ratio.toFixed(2) : 'no conversions';
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${wholeWords(count)} ${count === 1 ? one : many}`;
}

export function powerWords(value: number): string {
  if (value >= 0.01 && value < 10_000) return String(Number(value.toPrecision(3)));
  const [mantissa, exponent] = value.toExponential(0).split('e');
  const raised = [...exponent!.replace('+', '')].map((digit) => SUPERSCRIPTS[digit] ?? digit).join('');
  return mantissa === '1' ? `10${raised}` : `${mantissa}·10${raised}`;
}

const SUPERSCRIPTS: Readonly<Record<string, string>> = {
  '-': '⁻',
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
};
