/** Why a search ended with nothing to recommend, what came closest, and what to do. */
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
      'no trial was made: no group in scope can have a narrower format of those asked for (fp16 and bf16 have types in device code only)',
      { remedy: 'name narrower ones with --formats, or --scope all; mantissa inspect says what is frozen and why' },
    );
  const refuted = trials.filter(({ confirmation }) => confirmation?.outcome === 'inaccurate');
  if (refuted.length > 0) {
    const { number, confirmation } = refuted.at(-1)!;
    return new MantissaError(
      'MX3001',
      `${count(refuted.length, 'trial')} met ${goalText(goal)} until built and run on every input; trial ${number} on ${confirmation!.evidence}`,
      {
        remedy:
          'let the search see that input too: take it out of "heldOut" or "timing" in mantissa.json, or name it with --input',
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
      `what meets ${goalText(goal)}, such as trial ${withoutInfluence.number}, lowers only groups that do not affect the compared output`,
      { remedy: 'compare the output that shows it ("output" in mantissa.json), or allow it with --lower-unseen' },
    );
  const accurate = trials.filter((one) => one.outcome === 'accurate');
  const impossible = trials.find((one) => one.outcome === 'infeasible');
  if (impossible && goal.minSpeedup === null && accurate.some((one) => Object.keys(one.formats).length === 0))
    return new MantissaError(
      'MX3001',
      `only the program as written is with ${goalText(goal)}; trial ${impossible.number} cannot be written: ${impossible.evidence}`,
      { remedy: 'keep it as it is, or change the text that is named' },
    );
  const [fastest] = accurate.toSorted((a, b) => rankedSpeedup(b) - rankedSpeedup(a));
  const closest = closestText(trials, goal);
  const isTooSlow = fastest !== undefined && goal.minSpeedup !== null;
  const close = isTooSlow ? `, the fastest accurate one ${speedWords(fastest)}` : closest && `; ${closest}`;
  const wish = isTooSlow ? `ask for less than --min-speedup ${goal.minSpeedup}` : 'allow a larger error';
  const more = { trials: ', or more trials with --trials', time: ', or run again to go on', finished: '' }[stopped];
  const rest = isComplete ? '; nothing else that would be faster is left to try' : '';
  return new MantissaError('MX3001', `${count(trials.length, 'trial')}, none with ${goalText(goal)}${close}${rest}`, {
    remedy: `${wish}${isComplete ? '' : more || ', or try another --strategy'}`,
  });
}

/** The time that was given was up; `leftOut` says what it was too short for. */
export function timeWasUp(limitMs: number, leftOut: readonly string[]): MantissaError {
  return new MantissaError('MX3003', `${durationText(limitMs)} were given; when they were up, ${leftOut.join(', ')}`);
}

function speedWords({ speedup, speedupKind }: JudgedTrial): string {
  return speedup === null ? `${AS_FAST.toFixed(2)}×` : `${speedup.toFixed(2)}× ${speedupKind}`;
}
