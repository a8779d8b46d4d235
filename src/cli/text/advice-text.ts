import type { Paint } from '../../inspection/paint.js';
import type { Advice } from '../../report/advice.js';
import { wrap } from './terminal.js';

/** Warnings as a terminal shows them: what was seen, then what to do about it. */
export function adviceText(advice: readonly Advice[], paint: Paint, width: number): string {
  return advice
    .map(({ code, text, remedy }) => {
      const seen = wrap(`${code}: ${text}`.split(' '), width - 'warning '.length, '  ');
      return `${paint.warn('warning')} ${seen}\n  ${paint.dim(wrap(`remedy: ${remedy}`.split(' '), width - 2, '  '))}`;
    })
    .join('\n');
}
