/**
 * Compares strategies on the same program and goals, each in a study of its own. The goals are fractions of the error of the lowest-precision
 * configuration, so that they are equally hard for every program: at that error itself there is nothing to search for.
 */
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { StudyStarted } from '../journal/records.js';
import type { JudgedTrial } from '../journal/replay.js';
import { rankedSpeedup } from '../journal/trial-record.js';
import { anyError, moreIsBetter } from '../numerics/metrics.js';
import { percentOfIdeal } from '../numerics/percent-of-ideal.js';
import type { Strategy } from '../search/strategy.js';
import { Deadline } from '../support/deadline.js';
import { isModelled } from '../workbench/bench.js';
import type { OpenedProgram } from '../workbench/open-program.js';
import { goalText } from './judging/judge-output.js';
import { beginStudy, type StudyPlace } from './open-study.js';
import type { StudyEvent, StudyPlan, StudyResult } from './plan.js';
import { type PlannedStudy, planStudy, type StudyRequest } from './planning/plan-study.js';
import { studyStarted } from './planning/study-started.js';
import { meritKind } from './timing/figure-of-merit.js';
import { hasSpeedup } from './timing/gain.js';

export interface ComparisonRow {
  readonly program: string;
  readonly goal: string;
  readonly strategy: string;
  /** `found`: a faster configuration that meets the goal; otherwise why the search ended without one. */
  readonly outcome: 'found' | 'nothing' | 'time' | 'trials';
  /** Accuracy runs of configurations, emulated or built. */
  readonly executions: number;
  /** Configurations that were timed. */
  readonly timed: number;
  readonly seconds: number;
  readonly speedup: number | null;
  readonly timing: 'measured' | 'modelled' | null;
  /** Confidence interval of a measured speedup. */
  readonly interval?: readonly [low: number, high: number];
  /** The speedup in percent of the ideal one (GPUMixer's equation 3). */
  readonly ofIdeal: number | null;
  /** Speedup of the lowest-precision configuration, regardless of its error; null if it is unknown. */
  readonly ideal: number | null;
}

/** A strategy in the comparison, with its options. */
export interface ComparedStrategy {
  /** Its name in the table, such as `fisets:mode=1`. */
  readonly label: string;
  readonly name: string | Strategy;
  readonly options: Readonly<Record<string, string>>;
}

export interface ComparisonRequest {
  readonly study: Omit<StudyRequest, 'goal' | 'strategy' | 'deadline'>;
  /** Time limit of each search. A shared limit would shorten later searches after a slow one. */
  readonly searchMs: number | null;
  readonly goal: StudyStarted['goal'];
  readonly strategies: readonly ComparedStrategy[];
  /** Each bound is the error of the lowest-precision configuration divided by one of these. */
  readonly divisors: readonly number[];
  /** Contains a folder for each study. */
  readonly folder: string;
  readonly commandLine: readonly string[];
  report(event: { readonly doing: string } | StudyEvent): void;
}

export async function* compareStrategies(
  program: OpenedProgram,
  request: ComparisonRequest,
): AsyncGenerator<ComparisonRow> {
  const lowest = await runLowestPrecision(program, request);
  if (lowest === null) return;
  const ideal = lowest.speedup;
  let { known } = lowest;
  for (const bound of boundsFrom(lowest.error, request)) {
    const goal = { ...request.goal, bound };
    for (const strategy of request.strategies) {
      request.report({ doing: `${strategy.label}, ${goalText(goal)}` });
      const folder = path.join(request.folder, `${bound}`, strategy.label.replaceAll(':', '-'));
      const { row, known: knownNow } = await conduct(program, { ...request, goal }, strategy, { folder, known });
      known = knownNow;
      const kind = meritKind(program.workbench.project.settings?.figureOfMerit ?? null);
      const ofIdeal = row.speedup === null || ideal === null ? null : percentOfIdeal(row.speedup, ideal, kind);
      yield { ...row, ofIdeal, ideal };
    }
  }
}

/** A tighter bound is a smaller error, or a larger number of digits that must agree. */
function boundsFrom(error: number, { goal, divisors }: ComparisonRequest): number[] {
  if (moreIsBetter(goal.metric)) return divisors.map((divisor) => Math.ceil(error + Math.log10(divisor)));
  return divisors.map((divisor) => Number((error / divisor).toPrecision(3)));
}

/** Error and, if it is measured or modelled, speedup of the lowest-precision configuration; null if it cannot be compared. */
async function runLowestPrecision(
  program: OpenedProgram,
  request: ComparisonRequest,
): Promise<{ readonly error: number; readonly speedup: number | null; readonly known: Known } | null> {
  request.report({ doing: 'running every group in its lowest precision' });
  const folder = path.join(request.folder, 'narrow');
  const study = { ...request.study, maxTrials: 1 };
  const { row, best, trials, known } = await conduct(
    program,
    { ...request, study, goal: goalOfAnyError(request.goal) },
    { label: 'exhaustive', name: 'exhaustive', options: {} },
    { folder, known: [] },
  );
  const [first] = trials;
  const skip = (why: string) => {
    request.report({ doing: `skipped: ${why}` });
    return null;
  };
  if (!first && row.outcome === 'time')
    throw new MantissaError(
      'MX3003',
      `the time limit was reached before the lowest-precision run of ${row.program} ended`,
    );
  if (!first || Object.keys(first.formats).length === 0)
    return skip('no group in scope can have a lower precision from --formats');
  if (first.error === null) return skip('in the lowest precision it prints nothing that can be compared');
  return { error: first.error, speedup: best?.speedup ?? first.speedup, known };
}

/** Facts that every strategy needs before its first trial and that do not depend on the goal. They are gathered once. */
type Known = NonNullable<StudyPlace['known']>;

export function goalOfAnyError(goal: StudyStarted['goal']): StudyStarted['goal'] {
  return { ...goal, bound: anyError(goal.metric) };
}

/** Runs one strategy in a study of its own. */
export async function conduct(
  program: OpenedProgram,
  { study: asked, searchMs, goal, folder: _, commandLine, report }: ComparisonRequest,
  { label, name, options }: ComparedStrategy,
  place: Pick<StudyPlace, 'folder' | 'known'>,
): Promise<{
  readonly row: Omit<ComparisonRow, 'ofIdeal' | 'ideal'>;
  readonly best: JudgedTrial | null;
  readonly trials: readonly JudgedTrial[];
  readonly known: Known;
}> {
  const { workbench: bench } = program;
  const deadline = searchMs === null ? {} : { deadline: new Deadline(searchMs) };
  const wanted = { ...asked, ...deadline, goal, strategy: name, options };
  const planned: PlannedStudy = await planStudy(bench, wanted, null);
  // with modelled times only the searches are compared, and building their results would add nothing
  const recommends = !isModelled(bench);
  const plan: StudyPlan = { ...planned.plan, recommends };
  const started = await studyStarted(program, { ...planned, plan }, [...commandLine]);
  const startMs = performance.now();
  const study = beginStudy(bench, plan, started, { ...place, isFresh: true }, program.openMs, report);
  try {
    const { trials, best, stopped } = await study.run().catch(emptyResultWithoutSets);
    const probes = study.state.probes.size;
    const seconds = (performance.now() - startMs) / 1000;
    // a trial without a known speed cannot be compared
    const found = recommends ? (best && rankedSpeedup(best) > 1 ? best : null) : fastestAccepted(trials);
    const row = {
      program: started.program,
      goal: goalText(goal),
      strategy: label,
      outcome: found ? ('found' as const) : stopped === 'finished' ? ('nothing' as const) : stopped,
      executions: trials.filter(({ outcome, how }) => outcome !== 'duplicate' && how !== 'known').length + probes,
      timed: trials.filter(({ measurement }) => measurement !== null).length,
      seconds,
      speedup: found?.speedup ?? null,
      timing: found?.speedupKind ?? null,
      ...(found?.measurement && { interval: [found.measurement.low, found.measurement.high] as const }),
    };
    const { baselines, profiles, ideal } = study.state;
    const known = [...baselines.values(), ...profiles.values(), ...(ideal ? [ideal] : [])];
    return { row, best: found, trials, known };
  } finally {
    study.close();
  }
}

/** A search over sets finds nothing in a program without profitable sets (MX4013); the other strategies are still compared. */
function emptyResultWithoutSets(error: unknown): Pick<StudyResult, 'trials' | 'best' | 'stopped'> {
  if (!(error instanceof MantissaError) || error.code !== 'MX4013') throw error;
  return { trials: [], best: null, stopped: 'finished' };
}

function fastestAccepted(trials: readonly JudgedTrial[]): JudgedTrial | null {
  const accepted = trials.filter((one) => one.accepted && hasSpeedup(one));
  return accepted.toSorted((a, b) => rankedSpeedup(b) - rankedSpeedup(a))[0] ?? null;
}
