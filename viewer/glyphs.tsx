/** One shape and one colour per outcome, so that nothing depends on colour. */
import type { ReportTrial } from '../src/report/document.js';

export type Look = 'accepted' | 'slow' | 'inaccurate' | 'failed' | 'infeasible' | 'duplicate';

export function lookOf({ outcome, accepted }: ReportTrial): Look {
  switch (outcome) {
    case 'accurate':
      return accepted ? 'accepted' : 'slow';
    case 'inaccurate':
      return 'inaccurate';
    case 'build-failed':
    case 'run-failed':
    case 'timed-out':
    case 'contradicted':
    case 'unsafe':
      return 'failed';
    case 'infeasible':
      return 'infeasible';
    case 'duplicate':
      return 'duplicate';
  }
}

export const LOOKS: readonly { readonly look: Look; readonly words: string }[] = [
  { look: 'accepted', words: 'goal met' },
  { look: 'slow', words: 'within tolerance, too slow' },
  { look: 'inaccurate', words: 'inaccurate' },
  { look: 'failed', words: 'failed: build, run, memory error, or output different from its emulation' },
  { look: 'infeasible', words: 'cannot be written' },
  { look: 'duplicate', words: 'duplicate' },
];

/** The path of a glyph centred on (x, y). */
export function glyphPath(look: Look, x: number, y: number, size = 4): string {
  const s = size;
  switch (look) {
    case 'accepted':
      return `M${x - s},${y}a${s},${s} 0 1,0 ${2 * s},0a${s},${s} 0 1,0 ${-2 * s},0Z`;
    case 'slow':
      return `M${x},${y - s}L${x + s},${y}L${x},${y + s}L${x - s},${y}Z`;
    case 'inaccurate':
      return `M${x - s},${y - s}L${x + s},${y + s}M${x + s},${y - s}L${x - s},${y + s}`;
    case 'failed':
      return `M${x},${y - s}L${x + s},${y + s}L${x - s},${y + s}Z`;
    case 'infeasible':
      return `M${x - s},${y - s}h${2 * s}v${2 * s}h${-2 * s}Z`;
    case 'duplicate':
      return `M${x - s / 2},${y}a${s / 2},${s / 2} 0 1,0 ${s},0a${s / 2},${s / 2} 0 1,0 ${-s},0Z`;
  }
}

export function Glyph({ look }: { readonly look: Look }) {
  return (
    <svg class="glyph" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
      <path class={`look-${look}`} d={glyphPath(look, 0, 0, 4.5)} />
    </svg>
  );
}

/** A label for a format: its letter on its colour. */
export function FormatChip({ format, letter }: { readonly format: string; readonly letter: string }) {
  return (
    <span class={`chip format-${format}`} title={format}>
      <b>{letter}</b> {format}
    </span>
  );
}
