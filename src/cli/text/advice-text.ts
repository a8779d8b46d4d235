import type { Paint } from '../../inspection/paint.js';
import type { StudyState } from '../../journal/replay.js';
import type { Advice } from '../../report/advice.js';
import { wrap } from './terminal.js';

/** Warnings for a terminal: each with its remedy. */
export function adviceText(advice: readonly Advice[], paint: Paint, width: number): string {
  return advice
    .map(({ code, text, remedy }) => {
      const seen = wrap(`${code}: ${text}`.split(' '), width - 'warning '.length, '  ');
      return `${paint.warn('warning')} ${seen}\n  ${paint.dim(wrap(`remedy: ${remedy}`.split(' '), width - 2, '  '))}`;
    })
    .join('\n');
}

/** Warnings about the program's source, as in the report. */
export function sourceWarningText({ program }: StudyState, paint: Paint, width: number): string {
  return (program?.warnings ?? [])
    .filter(({ code }) => code !== 'fast-math') // adviceText shows it with its remedy
    .map(({ code, text, span }) => {
      const where = span ? `${program!.files[span.file]!.path}:${span.line}: ` : '';
      return `${paint.warn('warning')} ${wrap(`${code}: ${where}${text}`.split(' '), width - 'warning '.length, '  ')}`;
    })
    .join('\n');
}
