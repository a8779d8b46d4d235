/** What a strategy is told of a trial. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Trial, TrialRecord } from '../../journal/records.js';
import { AS_FAST } from '../../journal/trial-record.js';
import { asError } from '../../numerics/metrics.js';
import { percentOfIdeal } from '../../numerics/percent-of-ideal.js';
import type { Outcome } from '../../search/strategy.js';
import type { StudyContext } from '../study-context.js';
import { meritKind } from '../timing/figure-of-merit.js';

/** With `timing: 'every'`, and in later searches, what was built and timed overrules what was emulated and modelled. */
export function outcomeOf(
  { journal, plan, search, watched }: Pick<StudyContext, 'journal' | 'plan' | 'search' | 'watched'>,
  record: TrialRecord,
): Outcome {
  const { metric } = plan.goal;
  const latest = journal.state.trial(record.number)!;
  const known: Trial = plan.timing === 'every' || search.round > 0 ? latest : record;
  const seen = watched?.recall(record);
  const moved = seen ? { deviations: seen } : {};
  switch (known.outcome) {
    case 'accurate': {
      const error = asError(metric, known.error);
      const isBeyondLimit =
        search.round > 0 && record.outcome === 'accurate' && asError(metric, record.error) > search.bound;
      if (isBeyondLimit) return { kind: 'inaccurate', error, ...moved };
      const { accepted, speedup } = known;
      const ideal = journal.state.ideal?.ratio ?? null;
      const ofIdeal = speedup === null || ideal === null ? null : percentOfIdeal(speedup, ideal, meritKind(plan.merit));
      return { kind: 'accurate', accepted, error, speedup: speedup ?? AS_FAST, ofIdeal, ...moved };
    }
    case 'inaccurate':
      return { kind: 'inaccurate', error: known.error === null ? null : asError(metric, known.error), ...moved };
    case 'contradicted':
      return { kind: 'infeasible' };
    case 'duplicate':
      throw new MantissaError('MX1006', `trial ${record.number} stands for a program that was never judged`);
    default:
      return { kind: known.outcome };
  }
}
