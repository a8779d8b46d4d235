/**
 * Times the recommended trial on inputs on which trials are not timed: held-out inputs, and inputs that are much shorter than the longest. The
 * times do not affect the recommendation. They show whether the speedup is similar elsewhere, and are taken once the recommendation is final.
 */
import type { BaselineRecord, StudyInput } from '../../journal/records.js';
import type { AccurateTrial } from '../../journal/replay.js';
import { TimeUp } from '../../support/deadline.js';
import { isModelled } from '../../workbench/bench.js';
import { reportedStep } from '../reported-step.js';
import type { StudyContext } from '../study-context.js';
import { NoFigureOfMerit } from '../timing/figure-of-merit.js';
import { MIN_ROUNDS, type Patience, TimedRunFailed } from '../timing/measurement.js';

/** Longest round (both programs once) for which an input is timed. It leaves time for the warm-up and three rounds within MAX_TOTAL_MS. */
const MAX_ROUND_MS = 10_000;
/** Time limit for all of these inputs together: the figures are not worth a longer wait. */
const MAX_TOTAL_MS = 60_000;
/** A few rounds for long runs; for runs of milliseconds as many as the interval needs. */
const SPARE: Patience = { warmsUp: true, enoughOnGpu: 2, fewestRounds: MIN_ROUNDS, mostRounds: 31, enoughMs: 2_000 };

type UntimedInputsContext = Pick<
  StudyContext,
  'bench' | 'journal' | 'plan' | 'preparation' | 'report' | 'time' | 'timing'
>;

/** Times the recommended trial, the longest input first, as far as there is time. */
export async function timeUntimedInputs(context: UntimedInputsContext, best: AccurateTrial | null): Promise<void> {
  const { bench, journal, time } = context;
  if (best === null || best.measurement === null || isModelled(bench)) return;
  if (journal.state.vectorizations.get(best.number)?.isRecommended) return; // another form of its program is recommended
  const startMs = time.now();
  for (const { input, roundMs } of untimedInputs(context, best.number)) {
    const leftMs = Math.min(MAX_TOTAL_MS - (time.now() - startMs), time.leftMs);
    if ((1 + MIN_ROUNDS) * roundMs > leftMs) continue;
    try {
      await time.within(timeOn(context, input, best, leftMs));
    } catch (error) {
      if (error instanceof TimeUp) return;
      throw error;
    }
  }
}

function untimedInputs({ journal, plan, preparation }: UntimedInputsContext, trial: number) {
  const { baselines, inputSpeeds } = journal.state;
  const timedNames = preparation.inputs.timed.map(({ name }) => name);
  const isKnown = (name: string) => inputSpeeds.some((one) => one.trial === trial && one.input === name);
  return plan.inputs
    .filter(({ name }) => !timedNames.includes(name) && !isKnown(name))
    .map((input) => ({ input, roundMs: roundOf(baselines.get(input.name)) }))
    .filter(({ roundMs }) => roundMs <= MAX_ROUND_MS)
    .sort((a, b) => b.roundMs - a.roundMs);
}

/** A candidate for a recommendation takes about as long as the original program. */
function roundOf(baseline: BaselineRecord | undefined): number {
  return 2 * Math.min(...(baseline?.durationsMs ?? []));
}

async function timeOn(
  { journal, report, timing }: UntimedInputsContext,
  input: StudyInput,
  { number, measurement }: AccurateTrial,
  mostMs: number,
): Promise<void> {
  try {
    const patience = { ...SPARE, enoughMs: Math.min(SPARE.enoughMs, mostMs), mostMs };
    const { clock, samples, ratio, low, high, node } = await reportedStep(
      report,
      `timing trial ${number} on input '${input.name}'`,
      () => timing.timeOn(input, number, patience),
    );
    const speed = { clock, samples, ratio, low, high, ...(node !== undefined && { node }) };
    journal.append({ kind: 'input-speed', trial: number, digest: measurement!.digest, input: input.name, ...speed });
  } catch (error) {
    if (!(error instanceof TimedRunFailed || error instanceof NoFigureOfMerit)) throw error;
    report({ kind: 'note', text: `trial ${number} is not timed on input '${input.name}': ${error.message}` });
  }
}
