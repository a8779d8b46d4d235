/** The outcome of a trial for the strategy. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Trial, TrialRecord } from '../../journal/records.js';
import { AS_FAST } from '../../journal/trial-record.js';
import { asError } from '../../numerics/metrics.js';
import { percentOfIdeal } from '../../numerics/percent-of-ideal.js';
import type { Outcome } from '../../search/strategy.js';
import type { StudyContext } from '../study-context.js';
import { meritKind } from '../timing/figure-of-merit.js';

/** With `timing: 'every'`, and in later searches, results of the built program replace emulated and modelled ones. */
export function outcomeOf(
  { journal, plan, search, watched }: Pick<StudyContext, 'journal' | 'plan' | 'search' | 'watched'>,
  record: TrialRecord,
): Outcome {
  const { metric } = plan.goal;
  const latest = journal.state.trial(record.number)!;
  const known: Trial = plan.timing === 'every' || search.round > 0 ? latest : record;
  const recalled = watched?.recall(record);
  const deviations = recalled ? { deviations: recalled } : {};
  switch (known.outcome) {
    case 'accurate': {
      const error = asError(metric, known.error);
      const isBeyondLimit =
        search.round > 0 && record.outcome === 'accurate' && asError(metric, record.error) > search.bound;
      if (isBeyondLimit) return { kind: 'inaccurate', error, ...deviations };
      const { accepted, speedup } = known;
      const ideal = journal.state.ideal?.ratio ?? null;
      const ofIdeal = speedup === null || ideal === null ? null : percentOfIdeal(speedup, ideal, meritKind(plan.merit));
      return { kind: 'accurate', accepted, error, speedup: speedup ?? AS_FAST, ofIdeal, ...deviations };
    }
    case 'inaccurate':
      return { kind: 'inaccurate', error: known.error === null ? null : asError(metric, known.error), ...deviations };
    case 'contradicted':
      return { kind: 'infeasible' };
    case 'duplicate':
      throw new MantissaError('MX1006', `trial ${record.number} is a duplicate of a program that was never judged`);
    default:
      return { kind: known.outcome };
  }
}
