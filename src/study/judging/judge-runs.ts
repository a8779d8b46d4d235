import type { RunOutcome } from '../../execution/engine.js';
import type { OutputPlace } from '../../journal/records.js';
import { median } from '../../numerics/bootstrap.js';
import { worseOf } from '../../numerics/metrics.js';
import { isRefusal, type Refusal } from '../../workbench/attempts.js';
import { inputText } from '../inputs/input-text.js';
import type { InputBaseline } from './baseline.js';
import type { OutputJudge } from './judge-output.js';
import { describePlace, readOutput } from './program-output.js';
import { failureOf } from './run-end.js';

/** The judgement of a configuration's runs: the largest error over its inputs, or the evidence from the first input that failed. */
export type Finding = {
  /** Output per input, for the inputs on which it ran. */
  readonly outputs: ReadonlyMap<string, Buffer>;
} & (
  | { readonly outcome: 'accurate'; readonly error: number; readonly evidence: null }
  | { readonly outcome: 'inaccurate'; readonly error: number | null; readonly evidence: string }
  | { readonly outcome: 'run-failed' | 'timed-out'; readonly error: null; readonly evidence: string }
);

/** An input runs before the first one if it takes less than this share of its time. */
const MUCH_SHORTER = 0.25;

/**
 * The shortest input goes first if it is much shorter than the first: a trial that fails there need not run on the others. Otherwise the
 * listed order is used, so that it does not depend on timing noise.
 */
export function shortestFirst(baselines: readonly InputBaseline[]): readonly InputBaseline[] {
  const [first] = baselines;
  if (!first) return baselines;
  const shortest = baselines.reduce((least, one) => (timeOf(one) < timeOf(least) ? one : least));
  if (timeOf(shortest) >= MUCH_SHORTER * timeOf(first)) return baselines;
  return [shortest, ...baselines.filter((one) => one !== shortest)];
}

function timeOf({ record: { durationsMs } }: InputBaseline): number {
  return median(durationsMs.length > 0 ? durationsMs : [0]);
}

/** Runs the inputs one by one, and stops at the first that misses the goal or cannot run. */
export async function judgeRuns<Refused extends Refusal = never>(
  judge: OutputJudge,
  place: OutputPlace,
  baselines: readonly InputBaseline[],
  run: (baseline: InputBaseline) => Promise<RunOutcome | Refused>,
): Promise<Finding | Refused> {
  const outputs = new Map<string, Buffer>();
  let worst: number | null = null;
  for (const baseline of shortestFirst(baselines)) {
    const { name } = baseline.input;
    const where = inputText(name);
    const outcome = await run(baseline);
    if (isRefusal(outcome)) return outcome;
    const failure = failureOf(outcome);
    if (failure)
      return { outcome: failure.outcome, error: null, evidence: `${where}: it ${failure.evidence}`, outputs };
    const output = outcome.kind === 'exited' ? readOutput(place, outcome) : null;
    if (!output) {
      const evidence = `${where}: it does not write the file ${describePlace(place)}`;
      return { outcome: 'inaccurate', error: null, evidence, outputs };
    }
    outputs.set(name, output.bytes);
    const judgement = await judge.judge(where, baseline.expected, output);
    if (judgement.kind === 'beyond')
      return { outcome: 'inaccurate', error: judgement.error, evidence: judgement.evidence, outputs };
    worst = worst === null ? judgement.error : worseOf(judge.goal.metric, worst, judgement.error);
  }
  if (worst === null) throw new Error('there is no input to judge a configuration on');
  return { outcome: 'accurate', error: worst, evidence: null, outputs };
}
