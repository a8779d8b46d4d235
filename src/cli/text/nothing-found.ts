/** The error of a search without a recommendation: the reason, the closest trial, and the remedy. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { count } from '../../inspection/table.js';
import type { StudyStarted } from '../../journal/records.js';
import type { JudgedTrial } from '../../journal/replay.js';
import { AS_FAST, rankedSpeedup } from '../../journal/trial-record.js';
import { closestText } from '../../study/judging/closest-trial.js';
import { goalText } from '../../study/judging/judge-output.js';
import type { StudyResult } from '../../study/plan.js';
import type { Deadline } from '../../support/deadline.js';
import { durationText } from '../../support/duration-text.js';

export function nothingFound(
  { trials, stopped, leftOut, isComplete }: StudyResult,
  goal: StudyStarted['goal'],
  { limitMs }: Pick<Deadline, 'limitMs'>,
  /** Groups without influence on the output. */
  unseen: readonly string[] = [],
): MantissaError {
  if (leftOut.length > 0) return timeWasUp(limitMs, leftOut);
  if (trials.length === 0)
    return new MantissaError(
      'MX3001',
      'nothing to try: no group in scope can have one of the requested formats as a lower format (fp16 and bf16 need device code)',
      {
        remedy:
          'name lower formats with --formats, or use --scope all; mantissa inspect lists frozen variables with reasons',
      },
    );
  const refuted = trials.filter(({ confirmation }) => confirmation?.outcome === 'inaccurate');
  if (refuted.length > 0) {
    const { number, confirmation } = refuted.at(-1)!;
    return new MantissaError(
      'MX3001',
      `${count(refuted.length, 'trial')} met ${goalText(goal)} in the search, but not when built and run on every input; trial ${number} on ${confirmation!.evidence}`,
      {
        remedy:
          'tune on that input as well: remove its "heldOut" or "timing" in mantissa.json, or name it with --input',
      },
    );
  }
  const withoutInfluence = trials.find(({ accepted, formats }) => {
    const ids = Object.keys(formats);
    return accepted && ids.length > 0 && ids.every((id) => unseen.includes(id));
  });
  if (withoutInfluence && goal.minSpeedup === null)
    return new MantissaError(
      'MX3001',
      `trials that meet ${goalText(goal)}, such as trial ${withoutInfluence.number}, lower only groups without influence on the compared output`,
      { remedy: 'compare an output that depends on them ("output" in mantissa.json), or allow it with --lower-unseen' },
    );
  const accurate = trials.filter((one) => one.outcome === 'accurate');
  // iteration 0 of a plan from the declared formats
  const isOriginalAlone = accurate.length > 0 && accurate.every(({ formats }) => Object.keys(formats).length === 0);
  const impossible = trials.find((one) => one.outcome === 'infeasible');
  if (impossible && goal.minSpeedup === null && accurate.some((one) => Object.keys(one.formats).length === 0))
    return new MantissaError(
      'MX3001',
      `only the original program meets ${goalText(goal)}; trial ${impossible.number} cannot be written: ${impossible.evidence}`,
      { remedy: 'leave the program unchanged, or change the code that the message names' },
    );
  const [fastest] = accurate.toSorted((a, b) => rankedSpeedup(b) - rankedSpeedup(a));
  const closest = closestText(trials, goal);
  const isTooSlow = fastest !== undefined && goal.minSpeedup !== null;
  const close = isTooSlow ? `; the fastest within tolerance: ${speedWords(fastest)}` : closest && `; ${closest}`;
  const wish = isTooSlow ? `lower --min-speedup ${goal.minSpeedup}` : 'allow a larger error';
  const more = { trials: ', or more trials with --trials', time: ', or run again to continue', finished: '' }[stopped];
  const rest = isComplete ? '; the search is complete: no faster candidate is left' : '';
  return new MantissaError(
    'MX3001',
    `${isOriginalAlone && !isTooSlow ? 'only the original program' : `none of ${count(trials.length, 'trial')}`} meets ${goalText(goal)}${close}${rest}`,
    {
      remedy: `${wish}${isComplete ? '' : more || ', or try another --strategy'}`,
    },
  );
}

/** The error of a plan that only offers choices and has none: no iteration after the first has a known error. */
export function planWithoutChoices(
  { trials, stopped, leftOut }: StudyResult,
  iterations: number,
  { limitMs }: Pick<Deadline, 'limitMs'>,
): MantissaError {
  const none = `0 of ${count(iterations, 'iteration')} of the plan finished`;
  if (stopped === 'time') return timeWasUp(limitMs, leftOut.length > 0 ? leftOut : [none]);
  const failed = trials.findLast(({ evidence, error }) => error === null && evidence !== null);
  const why = failed
    ? `trial ${failed.number}: ${failed.evidence!.split('\n')[0]}`
    : `stopped at the limit of --trials`;
  return new MantissaError('MX3006', `${none}; ${why}`);
}

/** The error of an expired --time; `leftOut` lists the steps that it was too short for. */
export function timeWasUp(limitMs: number, leftOut: readonly string[]): MantissaError {
  return new MantissaError('MX3003', `the time limit of ${durationText(limitMs)} was reached: ${leftOut.join(', ')}`);
}

function speedWords({ speedup, speedupKind }: JudgedTrial): string {
  return speedup === null ? `${AS_FAST.toFixed(2)}×` : `${speedup.toFixed(2)}× ${speedupKind}`;
}
