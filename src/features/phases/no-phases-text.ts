import type { Format } from '../../core.js';
import type { PhaseAnswer } from './phase-study.js';

/**
 * Above this share of the error with the lower precision throughout the run, an early error is still there at the end.
 * Chosen: goals of phases are a tenth of that error and less; tried no other.
 */
const LASTING_SHARE = 0.1;

/** Why phases do not help; null if they may. `words`: an error, with the name of its metric. */
export function noPhasesText(
  { end, trials }: Pick<PhaseAnswer, 'end' | 'trials'>,
  low: Format,
  words: (error: number) => string,
): string | null {
  switch (end) {
    case 'initial-values': {
      const [whole, none] = [trials.find(({ fraction }) => fraction === 1), trials.find(({ first }) => first === 0)];
      const text = `even if no iteration is in ${low}, the initial values of the loop rounded to ${low} exceed the bound${none?.error == null ? '' : `: ${words(none.error)}`}`;
      if (none?.error == null || whole?.error == null || none.error < LASTING_SHARE * whole.error) return text;
      return `${text}, while ${low} throughout the run gives ${words(whole.error)}. The iterations do not reduce an early error: the program is chaotic, or conserves what it computes`;
    }
    case 'no-decay':
      return (
        'the error does not decay in the iterations after the switch: it falls no faster than the number of iterations before it. The program is ' +
        'chaotic, conserves what it computes, or only updates a value that it never computes anew, such as the residual of a Krylov solver'
      );
    case 'too-many':
      return `one hundredth of the iterations in ${low} exceeds the bound already`;
    case 'found':
    case 'checked':
    case 'not-needed':
      return null;
  }
}
