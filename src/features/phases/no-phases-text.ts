import type { Format } from '../../core.js';
import type { PhaseAnswer } from './phase-study.js';

/** Why phases do not help; null if they may. */
export function noPhasesText(end: PhaseAnswer['end'], low: Format): string | null {
  switch (end) {
    case 'initial-values':
      return `even if no iteration is in ${low}, the initial values of the loop rounded to ${low} exceed the bound`;
    case 'no-decay':
      return 'the error does not decay in the iterations after the switch: it falls no faster than the number of iterations before it. The program is chaotic, or conserves what it computes';
    case 'too-many':
      return `one hundredth of the iterations in ${low} exceeds the bound already`;
    case 'found':
    case 'checked':
    case 'not-needed':
      return null;
  }
}
