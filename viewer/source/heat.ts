/** Heat of source lines from a profile: execution counts of their operations, or errors in fp32. */
import type { ReportSource } from '../../src/report/document.js';
import { countWords, errorWords } from '../words.js';

export interface LineHeat {
  /** 0 to 1, on a logarithmic scale between minimum and maximum. */
  readonly part: number;
  readonly words: string;
}

export function heatOf(source: ReportSource, profile: number, file: number): ReadonlyMap<number, LineHeat> {
  const isShadow = source.profiles[profile]?.mode === 'shadow';
  const values = new Map<number, number>();
  for (const operation of source.operations) {
    if (operation.file !== file) continue;
    const value = isShadow ? Number(operation.differences[profile] ?? 0) : (operation.executions[profile] ?? 0);
    if (!(value > 0)) continue;
    const before = values.get(operation.line) ?? 0;
    values.set(operation.line, isShadow ? Math.max(before, value) : before + value);
  }
  const finite = [...values.values()].filter(Number.isFinite);
  const low = Math.log10(finite.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY));
  const high = Math.log10(finite.reduce((a, b) => Math.max(a, b), 0));
  return new Map(
    [...values].map(([line, value]) => {
      const part = high > low && Number.isFinite(value) ? 0.15 + (0.85 * (Math.log10(value) - low)) / (high - low) : 1;
      const words = isShadow
        ? `average error in fp32: ${errorWords(Number.isFinite(value) ? value : 'Infinity')}`
        : `${countWords(value)} floating-point operations executed`;
      return [line, { part, words }];
    }),
  );
}
