/** Describes the difference in work between a trial and the original, such as iterations and operations. */
import { MIN_DIFFERENCE } from '../analysis/performance/amount-of-work.js';
import type { AmountOfWorkRecord } from '../journal/records.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import { speedVerdictOf } from '../numerics/speed-verdict.js';

type Difference = AmountOfWorkRecord['differences'][number];

/** A trial that saves less than this per operation is not slowed down by additional operations alone. */
const MIN_SAVING = 1.02;

/** `the loop at cg.c:89 in solve() runs 407 times instead of 342; 19 % more floating-point operations`; empty where nothing differs. */
export function amountOfWorkText(state: StudyState, trial: JudgedTrial): string {
  const record = state.amountsOfWork.get(trial.number);
  if (!record) return '';
  const parts = [record.differences.map(differenceText).join(', '), operationsText(record)].filter(Boolean);
  if (parts.length === 0) return '';
  const inOneThread = record.inOneThread ? ' (counted in one thread)' : '';
  return `${parts.join('; ')}${inOneThread}${isOutweighed(record, trial) ? ', which outweighs the time saved per operation' : ''}`;
}

export function differenceText({ kind, function: name, file, line, before, after, isTotal }: Difference): string {
  const [times, instead] = [after, before].map((figure) => figure.toLocaleString('en-US')) as [string, string];
  const total = isTotal ? ' in total' : '';
  switch (kind) {
    case 'loop':
      return `the loop at ${file}:${line} in ${name}() runs ${times} times${total} instead of ${instead}`;
    case 'function':
      return `${name}() is called ${times} times instead of ${instead}`;
    case 'kernel':
      return `kernel ${name} is launched ${times} times instead of ${instead}`;
  }
}

function operationsText({ operations }: AmountOfWorkRecord): string {
  const change = operations && operations.before > 0 ? operations.after / operations.before - 1 : 0;
  if (Math.abs(change) < MIN_DIFFERENCE) return '';
  const percent = Math.abs(100 * change);
  return `${percent.toFixed(percent < 10 ? 1 : 0)} % ${change > 0 ? 'more' : 'fewer'} floating-point operations`;
}

/** Whether the trial is measured to be no faster but would be with the operation count of the original. */
function isOutweighed({ operations }: AmountOfWorkRecord, { measurement }: JudgedTrial): boolean {
  if (!operations || operations.before === 0 || !measurement) return false;
  const more = operations.after / operations.before;
  return (
    more >= 1 + MIN_DIFFERENCE && speedVerdictOf(measurement) === 'not-faster' && measurement.ratio * more >= MIN_SAVING
  );
}

/** The difference for `--json`; null if nothing was counted. */
export function amountOfWorkDocument(state: StudyState, trial: JudgedTrial) {
  const record = state.amountsOfWork.get(trial.number);
  if (!record || record.notCounted !== undefined) return null;
  const { kind: _, trial: __, ...rest } = record;
  return { ...rest, text: amountOfWorkText(state, trial) };
}
