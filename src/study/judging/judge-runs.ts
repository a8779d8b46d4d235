import type { RunOutcome } from '../../execution/engine.js';
import type { OutputPlace } from '../../journal/records.js';
import { median } from '../../numerics/bootstrap.js';
import { worseOf } from '../../numerics/metrics.js';
import { isRefusal, type Refusal } from '../../workbench/attempts.js';
import type { InputBaseline } from './baseline.js';
import type { OutputJudge } from './judge-output.js';
import { describePlace, readOutput } from './program-output.js';
import { failureOf } from './run-end.js';

/** What a configuration's runs amount to: the worst error over its inputs, or why the first bad one is bad. */
export type Finding = {
  /** What it printed, by input, as far as it ran. */
  readonly outputs: ReadonlyMap<string, Buffer>;
} & (
  | { readonly outcome: 'accurate'; readonly error: number; readonly evidence: null }
  | { readonly outcome: 'inaccurate'; readonly error: number | null; readonly evidence: string }
  | { readonly outcome: 'run-failed' | 'timed-out'; readonly error: null; readonly evidence: string }
);

/** An input that takes less than this share of the first one's time is worth being asked before it. */
const MUCH_SHORTER = 0.25;

/**
 * The shortest input first, where it is much shorter than the first: what it refutes need not run on the others. Otherwise as they are
 * listed, so that the noise of times decides nothing.
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

/** Runs the inputs one after the other, and stops at the first that misses the goal, or is refused. */
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
    const outcome = await run(baseline);
    if (isRefusal(outcome)) return outcome;
    const failure = failureOf(outcome);
    if (failure) return { outcome: failure.outcome, error: null, evidence: `${name}: it ${failure.evidence}`, outputs };
    const output = outcome.kind === 'exited' ? readOutput(place, outcome) : null;
    if (!output) {
      const evidence = `${name}: it writes no file ${describePlace(place)}`;
      return { outcome: 'inaccurate', error: null, evidence, outputs };
    }
    outputs.set(name, output.bytes);
    const judgement = await judge.judge(name, baseline.expected, output);
    if (judgement.kind === 'beyond')
      return { outcome: 'inaccurate', error: judgement.error, evidence: judgement.evidence, outputs };
    worst = worst === null ? judgement.error : worseOf(judge.goal.metric, worst, judgement.error);
  }
  if (worst === null) throw new Error('a configuration judged on no input');
  return { outcome: 'accurate', error: worst, evidence: null, outputs };
}
