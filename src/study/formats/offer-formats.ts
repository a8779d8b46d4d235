import { TuningSpace } from '../search-space.js';
import type { StudyContext } from '../study-context.js';
import { recordRanges, untriedFormats } from './observed-ranges.js';
import { unofferedFormats, unofferedText } from './unoffered-formats.js';

/** No group is offered a format that would lose values it was observed to hold. */
export async function offerFormats(study: StudyContext): Promise<void> {
  const { bench, journal, plan, preparation, report } = study;
  const { rangedGroups } = study.groups;
  if (!journal.state.ranges && journal.state.trials().length === 0) {
    const found = await preparation.profiles.ranges();
    if (found) journal.append(recordRanges(bench.program, rangedGroups, found.seen, found.input));
  }
  const { ranges } = journal.state;
  for (const one of unofferedFormats(bench.program, rangedGroups, plan.formats))
    report({ kind: 'note', text: unofferedText(one) });
  if (!ranges) return;
  study.groups = new TuningSpace(bench, plan.formats, plan.scope, ranges);
  study.tuning = study.groups;
  for (const { text, remedy } of untriedFormats(ranges, plan.formats))
    report({ kind: 'note', text: `${text}; remedy: ${remedy}` });
}
