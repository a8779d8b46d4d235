/** Tunes thread-block sizes for the recommended trial and for the original program. */
import { kernelTimes } from '../../workbench/kernel-times.js';
import { type BlockTuningContext, tuneBlocks } from '../blocks/tune-blocks.js';
import type { StudyContext } from '../study-context.js';
import { BRISK } from '../timing/measurement.js';
import { once, type Stage } from './stage.js';

export const threadBlocks: Stage = once({
  name: 'thread blocks',
  isDue: ({ end, plan, search }) => search.isOver && end.reason === 'finished' && Boolean(plan.tunesBlocks),
  run: async (study) => {
    const { bench, journal, report, time, timing } = study;
    const found = bench.derived.blockSizes;
    if (found.sizes.every(({ frozen }) => frozen !== null)) {
      const [first] = [...found.sizes, ...found.shapes].flatMap(({ frozen }) => frozen ?? []);
      const why = first ? `, first: ${first.reason}` : '';
      const text = `no thread-block size can be changed (mantissa inspect lists the reasons${why})`;
      return report({ kind: 'note', text });
    }
    const context: BlockTuningContext = {
      ...{ program: bench.program, found, journal, report },
      run: (trial) => time.within(timing.runTimed(trial)),
      attempt: (...which) => timeWithBlocks(study, ...which),
    };
    await tuneBlocks(context, study.recommended);
    study.recommended = (await study.recommendation.find()) ?? study.recommended;
  },
});

/** Judges, confirms and times a trial with these block sizes, like any other trial. */
async function timeWithBlocks(
  { bench, confirmations, end, journal, time, timing, trials }: StudyContext,
  ...[{ formats, accumulators }, sizes]: Parameters<BlockTuningContext['attempt']>
): ReturnType<BlockTuningContext['attempt']> {
  const blocks = Object.fromEntries([...sizes].sort());
  const proposal = trials.proposalOf({ formats, ...(accumulators && { accumulators }), blocks, sets: null });
  if (!trials.isJudged(proposal) && end.spent !== null) return 'over';
  const judged = await trials.tryInTime(proposal);
  if (judged === null) return 'over';
  const { number, accepted } = judged;
  if (!accepted || !journal.state.trial(number)!.accepted) return null;
  const confirmation = await time.within(confirmations.confirm(number));
  if (confirmation.outcome !== 'accurate' || !(await timing.time(number, confirmation, BRISK))) return null;
  const times = journal.state.trial(number)!.measurement?.kernels?.variant;
  return times ? kernelTimes(bench.program, times) : null;
}
