/**
 * Strategies side by side: every one on the same program, with the same goals, each in a study of its own. The goals are parts of the error
 * that everything narrow has, so that they are as hard on every program: within that error there is nothing to search.
 */
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { StudyStarted } from '../journal/records.js';
import type { JudgedTrial } from '../journal/replay.js';
import { rankedSpeedup } from '../journal/trial-record.js';
import { moreIsBetter } from '../numerics/metrics.js';
import { percentOfIdeal } from '../numerics/percent-of-ideal.js';
import { Deadline } from '../support/deadline.js';
import { isModelled } from '../workbench/bench.js';
import type { OpenedProgram } from '../workbench/open-program.js';
import { goalText } from './judging/judge-output.js';
import { beginStudy, type StudyPlace } from './open-study.js';
import type { StudyEvent, StudyPlan, StudyResult } from './plan.js';
import { type PlannedStudy, planStudy, type StudyRequest } from './planning/plan-study.js';
import { studyStarted } from './planning/study-started.js';
import { meritKind } from './timing/figure-of-merit.js';
import { buysTime } from './timing/gain.js';

export interface ComparisonRow {
  readonly program: string;
  readonly goal: string;
  readonly strategy: string;
  /** `found` something within the goal that is faster; else why it stopped without. */
  readonly outcome: 'found' | 'nothing' | 'time' | 'trials';
  /** Accuracy runs of configurations, whether emulated or built. */
  readonly executions: number;
  /** Configurations that were timed. */
  readonly timed: number;
  readonly seconds: number;
  readonly speedup: number | null;
  readonly timing: 'measured' | 'modelled' | null;
  /** Of a measured speedup. */
  readonly interval?: readonly [low: number, high: number];
  /** In percent of what everything narrow gains (GPUMixer's equation 3). */
  readonly ofIdeal: number | null;
  /** The speedup of everything narrow, whatever its error; null where nobody could tell. */
  readonly ideal: number | null;
}

/** One that is compared, with the options it has. */
export interface ComparedStrategy {
  /** What it is called by: `fisets:mode=1`. */
  readonly label: string;
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
}

export interface ComparisonRequest {
  readonly study: Omit<StudyRequest, 'goal' | 'strategy' | 'deadline'>;
  /** For each search by itself, so that none has less because another took more. */
  readonly searchMs: number | null;
  readonly goal: StudyStarted['goal'];
  readonly strategies: readonly ComparedStrategy[];
  /** The error of everything narrow is divided by these. */
  readonly divisors: readonly number[];
  /** Where the studies are kept, each in a folder below. */
  readonly folder: string;
  readonly commandLine: readonly string[];
  report(event: { readonly doing: string } | StudyEvent): void;
}

export async function* compareStrategies(
  program: OpenedProgram,
  request: ComparisonRequest,
): AsyncGenerator<ComparisonRow> {
  const narrow = await everythingNarrow(program, request);
  if (narrow === null) return;
  const ideal = narrow.speedup;
  let { known } = narrow;
  for (const bound of boundsFrom(narrow.error, request)) {
    const goal = { ...request.goal, bound };
    for (const strategy of request.strategies) {
      request.report({ doing: `${strategy.label}, ${goalText(goal)}` });
      const folder = path.join(request.folder, `${bound}`, strategy.label.replaceAll(':', '-'));
      const { row, known: foundOut } = await conduct(program, { ...request, goal }, strategy, { folder, known });
      known = foundOut;
      const kind = meritKind(program.workbench.project.settings?.figureOfMerit ?? null);
      const ofIdeal = row.speedup === null || ideal === null ? null : percentOfIdeal(row.speedup, ideal, kind);
      yield { ...row, ofIdeal, ideal };
    }
  }
}

/** Digits that must agree are more for a bound that is tighter. */
function boundsFrom(error: number, { goal, divisors }: ComparisonRequest): number[] {
  if (moreIsBetter(goal.metric)) return divisors.map((divisor) => Math.ceil(error + Math.log10(divisor)));
  return divisors.map((divisor) => Number((error / divisor).toPrecision(3)));
}

/** Its error and, where there is a clock or a model, its speed; null where it cannot be compared. */
async function everythingNarrow(
  program: OpenedProgram,
  request: ComparisonRequest,
): Promise<{ readonly error: number; readonly speedup: number | null; readonly known: Known } | null> {
  request.report({ doing: 'everything narrow' });
  const bound = moreIsBetter(request.goal.metric) ? Number.MIN_SAFE_INTEGER : Number.MAX_VALUE;
  const folder = path.join(request.folder, 'narrow');
  const study = { ...request.study, maxTrials: 1 };
  const { row, best, trials, known } = await conduct(
    program,
    { ...request, study, goal: { ...request.goal, bound } },
    { label: 'exhaustive', name: 'exhaustive', options: {} },
    { folder, known: [] },
  );
  const [first] = trials;
  const leftOut = (why: string) => {
    request.report({ doing: `${why}; left out` });
    return null;
  };
  if (!first && row.outcome === 'time')
    throw new MantissaError('MX3003', `the time of a search was up before everything narrow had run on ${row.program}`);
  if (!first || Object.keys(first.formats).length === 0)
    return leftOut('no group in scope can have a narrower format of those that --formats names');
  if (first.error === null) return leftOut('everything narrow prints nothing that can be compared');
  return { error: first.error, speedup: best?.speedup ?? first.speedup, known };
}

/** What strategies would find out before their first trials, whatever the goal: found out once. */
type Known = NonNullable<StudyPlace['known']>;

async function conduct(
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
  // where nothing is timed there is nothing to learn from building what a search found: searches are compared
  const recommends = !isModelled(bench);
  const plan: StudyPlan = { ...planned.plan, recommends };
  const started = await studyStarted(program, { ...planned, plan }, [...commandLine]);
  const begun = performance.now();
  const study = beginStudy(bench, plan, started, { ...place, isFresh: true }, program.openMs, report);
  try {
    const { trials, best, stopped } = await study.run().catch(hadNothingToTry);
    const probes = study.state.probes.size;
    const seconds = (performance.now() - begun) / 1000;
    // what held, and nobody knows the speed of, is nothing to compare
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

/** A program without sets that pay for their conversions has nothing for a search over sets, and others to compare. */
function hadNothingToTry(error: unknown): Pick<StudyResult, 'trials' | 'best' | 'stopped'> {
  if (!(error instanceof MantissaError) || error.code !== 'MX4013') throw error;
  return { trials: [], best: null, stopped: 'finished' };
}

function fastestAccepted(trials: readonly JudgedTrial[]): JudgedTrial | null {
  const accepted = trials.filter((one) => one.accepted && buysTime(one));
  return accepted.toSorted((a, b) => rankedSpeedup(b) - rankedSpeedup(a))[0] ?? null;
}
