/**
 * Searches for the last iteration at which a loop may change to the higher precision. An error of the first phase decays in the iterations
 * after it (a dissipative time step, a converging solver), so the error grows with the switch, nearly monotonically: a bisection needs few
 * runs. If errors do not decay (conservative programs) the search ends after four runs; chaotic programs are recognized after the bisection.
 */
import { firstIterations } from '../../core.js';

export interface SwitchTrial {
  /** The share of the iterations in the first phase. */
  readonly fraction: number;
  /** Iterations of the first phase. */
  readonly first: number;
  /** Null if the output cannot be compared: values are missing or not finite. */
  readonly error: number | null;
  readonly isWithin: boolean;
  /** The worst value, or how the run failed; null if it is within tolerance. */
  readonly evidence: string | null;
}

export type SwitchJudgement = Pick<SwitchTrial, 'error' | 'isWithin' | 'evidence'>;

/** Why the search ended. */
export type SwitchEnd =
  /** A switch was found. */
  | 'found'
  /** The loop needs no second phase. */
  | 'not-needed'
  /** The initial values alone, in the lower precision, exceed the bound. */
  | 'initial-values'
  /** The error does not decay after the switch. */
  | 'no-decay'
  /** Every iteration is needed in the higher precision, although errors decay. */
  | 'too-many';

export interface SwitchSearch {
  readonly end: SwitchEnd;
  /** The latest switch within tolerance; null if there is none worth having. */
  readonly chosen: SwitchTrial | null;
  /** In the order in which they ran. */
  readonly trials: readonly SwitchTrial[];
}

/** Switches are hundredths of the iterations. Chosen: a hundredth of the iterations changes a speedup of 2× by at most 1 %; tried no other. */
const STEPS = 100;
/** If no switch above this share of the iterations is within tolerance, the search ends unless the error has decayed. Chosen: below it, 2× becomes at most 1.14×; tried no other. */
const LEAST_FRACTION = 0.25;
/**
 * Without decay, the error would be the share of the first phase times the error of a run wholly in the lower precision. Below half of that it counts
 * as decayed. Chosen: a
 * random walk of rounding errors varies by less; tried no other.
 */
const DECAYED = 0.5;

/**
 * Only in chaotic programs does a later switch have an error that is smaller by more than this factor. Chosen: the errors of the n-body sample vary by 30, those of
 * the heat samples never fall; tried no other.
 */
const ERRATIC = 2;
/** Errors below this share of the error of a run wholly in the lower precision may be rounding errors of the higher one. Chosen: goals of phases are a tenth and less; tried no other. */
const SMALL = 0.1;

export async function searchSwitch(
  iterations: number,
  judge: (first: number) => Promise<SwitchJudgement>,
): Promise<SwitchSearch> {
  const steps = Math.min(STEPS, iterations);
  const trials: SwitchTrial[] = [];
  const ended = (end: SwitchEnd, chosen: SwitchTrial | null = null): SwitchSearch => ({ end, chosen, trials });
  const run = async (step: number): Promise<SwitchTrial> => {
    const fraction = step / steps;
    const first = firstIterations({ fraction }, iterations);
    const trial = { fraction, first, ...(await judge(first)) };
    trials.push(trial);
    return trial;
  };
  const whole = await run(steps);
  if (whole.isWithin) return ended('not-needed', whole);
  const none = await run(0);
  if (!none.isWithin) return ended('initial-values');
  let [low, high, best] = [0, steps, none];
  let isDecayKnown = false;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const trial = await run(middle);
    if (trial.isWithin) [low, best] = [middle, trial];
    else high = middle;
    if (isDecayKnown || low > 0 || high > LEAST_FRACTION * steps) continue;
    isDecayKnown = true;
    if (!hasDecayed(whole, trial)) return ended('no-decay');
  }
  if (best.first === 0) return ended('too-many');
  // a switch that is within tolerance by chance is not one to recommend
  return isErratic(whole, trials) ? ended('no-decay') : ended('found', best);
}

/** Whether an earlier switch has a much larger error than a later one, at the scale of the errors of the lower precision. */
function isErratic(whole: SwitchTrial, trials: readonly SwitchTrial[]): boolean {
  const sorted = trials.toSorted((a, b) => a.first - b.first).flatMap(({ error }) => error ?? []);
  const scale = SMALL * (whole.error ?? 0);
  return sorted.some(
    (earlier, at) => earlier > scale && sorted.slice(at + 1).some((later) => earlier > ERRATIC * later),
  );
}

/** Whether the error of the first iterations has become smaller than their share of the error of all. */
function hasDecayed(whole: SwitchTrial, { error, fraction }: SwitchTrial): boolean {
  if (error === null) return false;
  return whole.error === null || error < DECAYED * fraction * whole.error;
}
