/**
 * A study: a strategy proposes, the workbench judges, the journal remembers.
 * - the baseline runs first, several times, and must agree with itself as far as the goal can tell;
 * - every proposal is judged on every input; what the journal already knows is not run again;
 * - the fastest that pass are built from the rewritten source, run on the held-out inputs too, and timed where there is a clock to trust:
 *   at the end, or with `timing: 'every'` as soon as they pass, so that the search knows;
 * - where all that passed is refuted there, the search goes on with the margin that taught (stricter-limit.ts);
 * - groups that do not affect the compared output keep their format (influence.ts), unless the plan allows otherwise;
 * - what prints something else built than emulated is set aside (contradiction.ts), and the search goes on without it.
 */
import { isDeepStrictEqual } from 'node:util';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { count } from '../inspection/table.js';
import type { Journal } from '../journal/journal.js';
import type { Trial, TrialRecord } from '../journal/records.js';
import type { AccurateTrial, JudgedTrial, StudyState } from '../journal/replay.js';
import { AS_FAST, duplicateOf, NO_SPEEDUP, rankedSpeedup } from '../journal/trial-record.js';
import { asError, comparesValues } from '../numerics/metrics.js';
import { percentOfIdeal } from '../numerics/percent-of-ideal.js';
import type { KernelTimes, Sizes } from '../search/block-walk.js';
import type { Outcome, Point, Proposals, SearchEnd } from '../search/strategy.js';
import { TimeUp } from '../support/deadline.js';
import { seededRandom } from '../support/random.js';
import { type Bench, isModelled } from '../workbench/bench.js';
import { kernelTimes } from '../workbench/kernel-times.js';
import { type BlockBase, tuneBlocks } from './blocks/tune-blocks.js';
import { refitText } from './facts/refitted-model.js';
import { StudyFacts } from './facts/study-facts.js';
import { recordRanges, untriedFormats } from './formats/observed-ranges.js';
import { unofferedFormats, unofferedText } from './formats/unoffered-formats.js';
import { OutputInfluence } from './influence/output-influence.js';
import { PerturbedInputs } from './inputs/perturbed-inputs.js';
import { AmountOfWork } from './judging/amount-of-work.js';
import { ErrorCommand } from './judging/error-command.js';
import { errorText, OutputJudge } from './judging/judge-output.js';
import { MemoryCheck } from './judging/memory-check.js';
import { stricterLimit } from './judging/stricter-limit.js';
import { WatchedValues } from './judging/watched-values.js';
import { Interrupted, type StudyEvent, type StudyPlan, type StudyResult } from './plan.js';
import { Preparation } from './preparation/preparation.js';
import { BestSoFar } from './recommendation/best-so-far.js';
import { Ranking } from './recommendation/ranking.js';
import { bySpeed, recommend, whatIsLeftOut } from './recommendation/recommend.js';
import { handful, MOST_BOUNDS, stricterBound, tradeOff } from './recommendation/trade-off.js';
import { type ConfigurationSpace, digestResolution, TuningSpace } from './search-space.js';
import { AccumulatorTrials, type Budget } from './summation/accumulator-trials.js';
import { inTime } from './time/bench-in-time.js';
import { confirmationCosts, StudyTime } from './time/study-time.js';
import { meritKind } from './timing/figure-of-merit.js';
import { buysTime } from './timing/gain.js';
import { GpuRuns } from './timing/gpu-runs.js';
import { BRISK, THOROUGH } from './timing/measurement.js';
import { BuiltTrials } from './trials/built-trials.js';
import { sameFormats } from './trials/constraints.js';
import { externalTrial, type ToldOutcome } from './trials/external-outcome.js';
import { Probes } from './trials/probes.js';
import { Ahead } from './trials/run-ahead.js';
import { isCandidate, isHopeful, lowered } from './trials/trial-changes.js';
import { type Proposal, recordOf, TrialJudgement } from './trials/trial-judgement.js';
import { recommendOnVectors, type VectorRecommendation } from './vectors/vectorized-recommendation.js';

export { Interrupted, type StudyEvent, type StudyPlan, type StudyResult } from './plan.js';

/** A strategy that asks only for what it knows already goes in circles. */
const MOST_REPEATS = 1000;
/** So often everything may be refuted before the study gives up. */
const MOST_ROUNDS = 10;
/** So often a search begins anew because what was timed corrects the model. */
const MOST_REFITS = 2;
const NOTHING_TOLD: ReadonlyMap<string, TrialRecord> = new Map();

/** Points a strategy asked for together. */
interface Batch {
  readonly proposals: readonly Proposal[];
  /** Those that no earlier batch and no neighbour stands for. */
  readonly fresh: readonly Proposal[];
  /** Those of them that the budget allows. */
  readonly affordable: readonly Proposal[];
}

export class Study {
  /** Groups of sites, whatever the strategy's dimensions are: the ideal is theirs. */
  private groups: TuningSpace;
  private tuning: ConfigurationSpace;
  private readonly preparation: Preparation;
  private readonly built: BuiltTrials;
  private readonly nearby: PerturbedInputs | null;
  private readonly facts: StudyFacts;
  private readonly judgement: TrialJudgement;
  private readonly probes: Probes;
  private readonly seen: OutputInfluence;
  private readonly ranking: Ranking;
  private readonly sums: AccumulatorTrials;
  private readonly best: BestSoFar;
  private readonly ahead: Ahead;
  private readonly judged = new Map<string, TrialRecord>();
  private proposals = 0;
  private repeats = 0;
  private fastest: TrialRecord | null = null;
  /** How far off a trial may be, in the goal's metric: the bound, until trials that met it were refuted. */
  private limit: number;
  private round = 0;
  /** Whether the space is the one that follows from what was seen. */
  private hasHeeded = false;
  private hasTunedBlocks = false;
  /** Searches that began anew with the model corrected by what was timed. */
  private refits = 0;
  /** Contradictions that a search has taken into account. */
  private setAside = 0;
  private readonly counted = new Set<string>();
  /** The strategy at work, and what it said last. */
  private search: Proposals | null = null;
  private step: ReturnType<Proposals['next']> | null = null;
  /** What was asked and is not answered yet. */
  private batch: Batch | null = null;
  /** The budget that ran out. */
  private exhausted: Budget | null = null;
  private ended: Pick<StudyResult, 'best' | 'stopped' | 'isComplete' | 'predictions' | 'solved' | 'leftOut'> | null =
    null;
  /** Of the trade-off: how many times the bound was made stricter. */
  private bounds = 0;
  private readonly time: StudyTime;
  /** Null where the strategy does not look at single values. */
  private readonly watched: WatchedValues | null;
  /** Of what takes a while and is no trial: what is under way, and what else was begun last. */
  private readonly underWay = new Set<string>();
  private begunLast = 'reading the program';

  private readonly bench: Bench;
  private readonly gpuRuns = new GpuRuns();

  constructor(
    given: Bench,
    private readonly plan: StudyPlan,
    private readonly journal: Journal,
    private readonly listener: (event: StudyEvent) => void,
  ) {
    const { goal } = plan;
    const report = this.report;
    const bench = this.gpuRuns.noting(inTime(given));
    this.bench = bench;
    this.limit = goal.bound;
    this.groups = new TuningSpace(bench, plan.formats, plan.scope);
    this.tuning = this.groups;
    this.watched = plan.strategy.needs?.includes('deviations') ? new WatchedValues(journal, goal, plan.output) : null;
    const judge = new OutputJudge(goal, goal.command && new ErrorCommand(goal.command, bench.project.root));
    this.time = new StudyTime(
      plan,
      () => confirmationCosts({ ...this.preparation.costs, ...this.knownOfFastest }, plan, isModelled(bench)),
      () => this.ranking.ranked.some((one) => this.ranking.circumstances.mayBeSlower || buysTime(one) !== false),
      () => this.journal.state.recommended?.measurement != null,
    );
    this.preparation = new Preparation(bench, plan, journal, judge, this.time, report);
    this.built = this.builtTrials();
    this.nearby = plan.nearby
      ? new PerturbedInputs(plan.nearby, {
          ...{ bench, journal, plan, judge, report },
          configurationOf: (number) => this.built.configurationOf(number),
        })
      : null;
    this.facts = this.studyFacts();
    this.seen = this.seenGroups();
    this.ranking = this.rankedTrials();
    this.sums = this.triedSums();
    this.best = this.bestSoFar();
    this.ahead = new Ahead(Math.min(bench.places ?? 0, plan.jobs));
    this.judgement = this.trialJudgement();
    this.probes = this.shortProbes();
    for (const trial of journal.state.trials()) {
      const record = journal.state.trialRecord(trial.number)!;
      if (record.outcome !== 'duplicate') this.judged.set(record.resolution, record);
    }
  }

  /** Asks and judges until there is nothing more to ask. */
  async run(): Promise<StudyResult> {
    while (await this.ask()) await this.judge();
    return this.result;
  }

  /**
   * What is to be judged next, side by side if that suits; null at the end of the study. What the journal knows is not asked for
   * again; what was asked and not answered is. Between searches, what passed is built, confirmed and timed on the workbench.
   */
  ask(): Promise<readonly Proposal[] | null> {
    return this.heedingInterruption(async () => {
      for (;;) {
        this.batch ??= await this.nextBatch();
        if (this.batch === null) return null;
        const open = this.openIn(this.batch);
        if (open.length > 0) return open;
        await this.answer(this.batch, NOTHING_TOLD);
      }
    });
  }

  /** Judges what was asked on the workbench. */
  judge(): Promise<void> {
    return this.heedingInterruption(() => this.answer(this.asked(), NOTHING_TOLD));
  }

  /** Takes what somebody else found out about what was asked: an outcome for each, in the same order. */
  tell(outcomes: readonly ToldOutcome[]): Promise<void> {
    return this.heedingInterruption(() => {
      const batch = this.asked();
      const open = this.openIn(batch);
      if (open.length !== outcomes.length)
        throw new MantissaError('MX2047', `${outcomes.length} told when ${open.length} were asked for`);
      const { goal } = this.plan;
      const told = open.map((one, at) => [one.resolution, externalTrial(one, outcomes[at]!, goal)] as const);
      return this.answer(batch, new Map(told));
    });
  }

  /** What the study came to, once `ask` has nothing more to ask. */
  get result(): StudyResult {
    if (this.ended === null) throw new MantissaError('MX2047', 'the study has not come to its end');
    const { preparation } = this;
    return {
      trials: this.journal.state.trials(),
      ...this.ended,
      front: this.plan.front ? (this.journal.state.front ?? []).map((one) => this.confirmedTrial(one)) : null,
      executions: {
        emulated: preparation.made?.emulatedRuns ?? 0,
        built: preparation.made?.builtVariants ?? 0,
        timed: this.built.timedRuns,
        ahead: this.ahead.summary,
      },
    };
  }

  private confirmedTrial(number: number): AccurateTrial {
    const trial = this.journal.state.trial(number);
    if (trial?.outcome === 'accurate') return trial;
    throw new MantissaError('MX1006', `trial ${number} was confirmed, and is not accurate`);
  }

  /** Everything known so far. */
  get state(): StudyState {
    return this.journal.state;
  }

  /** Lets go of the journal; the study can be opened again, and goes on where it was. */
  close(): void {
    this.journal.close();
  }

  private readonly report = (event: StudyEvent): void => {
    if (event.kind === 'preparing') {
      this.underWay.add(event.what);
      this.begunLast = event.what;
    }
    if (event.kind === 'running') this.begunLast = `running trial ${event.number}`;
    if (event.kind === 'timing') this.begunLast = `timing trial ${event.trial}`;
    if (event.kind === 'prepared') this.underWay.delete(event.what);
    if (event.kind === 'confirming') this.begunLast = `building trial ${event.trial} from its rewritten source`;
    this.listener(event);
  };

  private async heedingInterruption<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      const { recommended } = this.journal.state;
      this.journal.append({ kind: 'study-ended', reason: 'interrupted', best: recommended?.number ?? null });
      throw new Interrupted(this.journal.state.trials().length);
    }
  }

  private asked(): Batch {
    if (this.batch) return this.batch;
    throw new MantissaError('MX2047', 'nothing was asked');
  }

  private openIn({ affordable }: Batch): Proposal[] {
    return affordable.filter(({ resolution }) => !this.judged.has(resolution));
  }

  private async answer(batch: Batch, told: ReadonlyMap<string, TrialRecord>): Promise<void> {
    const outcomes = await this.judgeSideBySide(batch, told);
    this.batch = null;
    if (typeof outcomes === 'string') this.exhausted = outcomes;
    else if (this.search === null) return;
    else if (await this.finishRunner()) this.step = this.search!.next(outcomes);
    else this.exhausted = 'time';
  }

  /** False where the time is up. */
  private finishRunner(): Promise<boolean> {
    return this.preparation.finishRunner().then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof TimeUp)) throw error;
        return false;
      },
    );
  }

  /** Null at the end of the study, which is then in the journal. */
  private async nextBatch(): Promise<Batch | null> {
    if (this.ended) return null;
    try {
      return await this.askOrEnd();
    } catch (error) {
      if (!(error instanceof TimeUp)) throw error;
      this.end('time', this.ranking.bestConfirmed);
      return null;
    }
  }

  private async askOrEnd(): Promise<Batch | null> {
    if (!this.search) {
      // however little is left to do, a baseline that was never established is established first
      const { preparation } = this;
      if (preparation.tuningInputs().some(({ name }) => !this.journal.state.baselines.has(name)))
        await preparation.runner();
      if (this.plan.energy) await this.time.within(this.built.requireEnergy());
      if (this.plan.tunesBlocks && !this.bench.capabilities.timesKernels)
        await this.time.within(this.built.requireKernelTimes());
      if (this.exhausted === null && preparation.isFirstTrialKnown) return this.firstBatch();
      await this.best.update();
      this.proposals = 0; // the search begins with the first trial
      if (!(await this.beginSearchInTime())) await this.checkStanding();
    }
    for (;;) {
      await this.best.update();
      if (this.exhausted === null && this.step?.done === false && this.repeats < MOST_REPEATS) {
        if (!this.step.value.onShortest) return this.batchOf(this.step.value);
        await this.probe(this.step.value);
        continue;
      }
      this.exhausted ??= await this.sums.try();
      const stopped = this.exhausted ?? 'finished';
      const best = await this.recommended();
      if (stopped === 'finished' ? this.isWorthAnother(best) : stopped === 'time' && this.mayGoOn(best)) {
        this.exhausted = null;
        await this.beginSearch();
        continue;
      }
      if (stopped === 'finished' && (await this.heedsTimes())) {
        await this.beginSearch();
        continue;
      }
      if (stopped === 'finished' && this.isStricterWorthIt()) {
        await this.beginSearch();
        continue;
      }
      const found = best ?? (await this.recommendedAfterAll());
      const withBlocks =
        stopped === 'finished' && (await this.tuneBlocks(found)) ? ((await this.recommended()) ?? found) : found;
      const onVectors = stopped === 'time' ? withBlocks : await this.vectorise(withBlocks);
      await this.facts.writeOutlook();
      if (this.plan.front) await this.time.within(this.confirmFront());
      await this.built.timeOtherInputs(onVectors, this.time);
      await this.amountOfWork().note(onVectors);
      this.end(stopped, onVectors, (stopped === 'finished' && this.step?.done && this.step.value) || undefined);
      return null;
    }
  }

  /** Returns false if the remaining time is only enough to check the current recommendation. */
  private async beginSearchInTime(): Promise<boolean> {
    try {
      await this.beginSearch();
      return true;
    } catch (error) {
      if (!(error instanceof TimeUp)) throw error;
      this.exhausted = 'time';
      return false;
    }
  }

  /** Checks the influence of its groups on the output first: of all checks that could change the recommendation it takes least time. */
  private async checkStanding(): Promise<void> {
    const { recommended } = this.journal.state;
    if (recommended === null) return;
    this.time.beginConfirmation();
    await this.time.within(this.keepUnseen(recommended));
  }

  /** True where timed trials corrected the model by so much that a search may find something else. */
  private async heedsTimes(): Promise<boolean> {
    const { facts, plan, time } = this;
    if (!plan.strategy.needs?.includes('model') || this.refits >= MOST_REFITS || time.isUp || plan.timing === 'every')
      return false;
    const refit = await facts.heedRefit(this.refits);
    if (refit === null) return false;
    this.refits++;
    this.round ||= 1;
    this.repeats = 0;
    const text = `${refitText(refit)}: the search goes on with that`;
    this.report({ kind: 'note', text });
    return true;
  }

  /** True where the trade-off is asked for and what meets this bound may be slower, and still worth it, within the next. */
  private isStricterWorthIt(): boolean {
    const { front, goal } = this.plan;
    if (!front || this.bounds >= MOST_BOUNDS) return false;
    const within = this.ranking.ranked.filter((one) => this.oriented(one.error ?? 0) <= this.oriented(this.limit));
    if (tradeOff(within, goal.metric).length === 0) return false;
    this.limit = stricterBound(goal.metric, this.bounds === 0 ? goal.bound : this.limit);
    this.bounds++;
    this.round ||= 1;
    this.repeats = 0;
    this.report({ kind: 'note', text: `the search goes on within ${errorText(goal.metric, this.limit)}` });
    return true;
  }

  /** Builds, watches and times a handful of the trade-off; what is refuted gives its place to others. */
  private async confirmFront(): Promise<void> {
    const { built, journal, plan } = this;
    const { metric } = plan.goal;
    const isTimed = !isModelled(this.bench);
    for (let passes = 0; passes <= MOST_BOUNDS; passes++) {
      const open = handful(tradeOff(this.ranking.ranked, metric)).filter(({ confirmation }) => confirmation === null);
      for (const { number } of open) {
        const confirmation = await built.confirm(number);
        if (confirmation.outcome !== 'accurate' || (await this.keepUnseen(journal.state.trial(number)!))) continue;
        if ((await built.isSafe(number)) && isTimed) await built.time(number, confirmation, THOROUGH);
      }
      if (open.length === 0) break;
    }
  }

  /** What is confirmed of it by now, however the study ends. */
  private writeFront(): void {
    const { journal, plan } = this;
    const confirmed = this.ranking.ranked.filter(({ confirmation }) => confirmation?.outcome === 'accurate');
    const trials = handful(tradeOff(confirmed, plan.goal.metric)).map(({ number }) => number);
    if (journal.state.front?.join() !== trials.join()) journal.append({ kind: 'front', trials });
  }

  private end(
    stopped: StudyResult['stopped'],
    best: AccurateTrial | null,
    said: SearchEnd | undefined = undefined,
  ): void {
    const { ended } = this.journal.state;
    if (this.plan.front) this.writeFront();
    const { isComplete = false, predictions, solved } = said ?? {};
    const told = { ...(isComplete && { isComplete }), ...(predictions && { predictions }), ...(solved && { solved }) };
    if (ended?.reason !== stopped || ended.best !== (best?.number ?? null))
      this.journal.append({ kind: 'study-ended', reason: stopped, best: best?.number ?? null, ...told });
    this.ended = {
      best,
      stopped,
      isComplete,
      predictions: predictions ?? null,
      solved: solved ?? null,
      leftOut: stopped === 'time' ? this.leftOut(best) : [],
    };
  }

  /** A search that stopped so that there was time to confirm what it had found goes on where nothing of it held. */
  private mayGoOn(best: AccurateTrial | null): boolean {
    if (best !== null || this.plan.recommends === false || this.time.isUp) return false;
    return this.isWorthAnother(best) || ++this.round <= MOST_ROUNDS;
  }

  /** True where what was learnt since the last search may lead another to something else. */
  private isWorthAnother(best: AccurateTrial | null): boolean {
    return this.isSomethingSetAside() || (best === null && this.learnFromRefuted());
  }

  /** True where something contradicted since the last search: the next one leaves it alone, and may find something else. */
  private isSomethingSetAside(): boolean {
    const { length } = this.journal.state.constraints.filter((one) => one.contradicted);
    if (length === this.setAside) return false;
    this.setAside = length;
    this.round ||= 1; // what is known by now overrules what was emulated
    this.repeats = 0;
    return true;
  }

  /** True where the search may find something else with a stricter limit. */
  private learnFromRefuted(): boolean {
    const { goal } = this.plan;
    const refuted = [...this.judged.values()]
      .filter(isCandidate)
      .map((record) => ({ judged: record.error, trial: this.journal.state.trial(record.number)! }))
      .filter(({ trial }) => !trial.accepted && trial.outcome !== 'contradicted')
      .filter(({ trial }) => this.journal.state.unseenIn(trial.formats).length === 0);
    const limit = this.plan.recommends === false ? null : stricterLimit(goal, refuted);
    if (limit === null || this.oriented(limit) >= this.oriented(this.limit) || ++this.round > MOST_ROUNDS) return false;
    this.limit = limit;
    this.repeats = 0;
    const what = `${count(refuted.length, 'trial')} that met the goal did not hold when built, run on every input and watched`;
    this.report({
      kind: 'note',
      text: `${what}: the search goes on with ${errorText(goal.metric, limit)} as its limit`,
    });
    return true;
  }

  private async beginSearch(): Promise<void> {
    this.time.beginSearch();
    await this.heedRanges();
    const { facts, tuning } = await this.facts.forStrategy();
    this.tuning = tuning;
    this.search = this.plan.strategy.propose({
      space: this.tuning.space,
      facts: { ...facts, shortest: () => this.probes.part },
      bound: this.oriented(this.limit),
      options: { ...this.plan.options, ...(this.refits > 0 && this.plan.strategy.again) },
      random: seededRandom(this.plan.seed),
    });
    this.step = this.search.next();
  }

  /** No group is offered a format that would lose what it was seen to hold. A search that has begun goes on in the space it began with. */
  private async heedRanges(): Promise<void> {
    const { bench, journal, plan, preparation } = this;
    if (this.hasHeeded) return;
    if (!journal.state.ranges && journal.state.trials().length === 0) {
      const found = await preparation.ranges();
      if (found) journal.append(recordRanges(bench.program, this.groups.rangedGroups, found.seen, found.input));
    }
    const { ranges } = journal.state;
    this.hasHeeded = true;
    for (const one of unofferedFormats(bench.program, this.groups.rangedGroups, plan.formats))
      this.report({ kind: 'note', text: unofferedText(one) });
    if (!ranges) return;
    this.groups = new TuningSpace(bench, plan.formats, plan.scope, ranges);
    this.tuning = this.groups;
    for (const { text, remedy } of untriedFormats(ranges, plan.formats))
      this.report({ kind: 'note', text: `${text}; remedy: ${remedy}` });
  }

  /** Everything narrow, before the search is prepared that would ask for it first. */
  private firstBatch(): Batch {
    return this.batchOf([this.groups.space.dimensions.map(({ formats }) => formats.at(-1)!)]);
  }

  private batchOf(points: readonly Point[]): Batch {
    const proposals = points.map((point) => this.number(point));
    // a repeat of a neighbour waits for it; it costs nothing and counts for nothing
    const fresh = proposals.filter(
      ({ resolution }, index) =>
        !this.counted.has(resolution) && proposals.findIndex((one) => one.resolution === resolution) === index,
    );
    return { proposals, fresh, affordable: fresh.slice(0, this.plan.maxTrials - this.counted.size) };
  }

  private async probe(points: readonly Point[]): Promise<void> {
    const asked = points.map((point) => {
      const formats = this.tuning.formatsOf(point);
      return { formats, resolution: digestResolution(this.tuning.resolve(formats)) };
    });
    const outcomes = await this.probed(asked);
    if (outcomes === null) this.exhausted = 'time';
    else this.step = this.search!.next(outcomes);
  }

  private probed(asked: Parameters<Probes['run']>[0]): Promise<Outcome[] | null> {
    return this.probes.run(asked).catch((error: unknown) => {
      if (!(error instanceof TimeUp)) throw error;
      return null;
    });
  }

  /** The outcomes of proposals in their order, or which budget ran out before all of them had one. */
  private async judgeSideBySide(
    { proposals, fresh, affordable }: Batch,
    told: ReadonlyMap<string, TrialRecord>,
  ): Promise<Outcome[] | 'trials' | 'time'> {
    const constraints = [...this.journal.state.constraints]; // as before these points, so that their order in time decides nothing
    const waiting = [...affordable];
    const open = waiting.filter(({ resolution }) => !this.judged.has(resolution) && !told.has(resolution));
    const sideBySide = Math.min(this.lanes, open.length);
    let isLate = false;
    this.ahead.noteRound(open.map(({ resolution }) => resolution));
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        isLate ||= this.time.isUp && !this.judged.has(next.resolution) && !told.has(next.resolution);
        if (isLate) return;
        const isSettled = await this.settle(next, constraints, told.get(next.resolution), () => isLate, sideBySide);
        isLate ||= !isSettled;
      }
    };
    try {
      const lanes = Promise.all(Array.from({ length: this.lanes }, lane));
      if (open.length > 0) this.runAhead(open.length);
      await this.time.within(lanes);
      if (this.plan.timing === 'every')
        isLate = !(await this.time.within(this.timeAccepted(affordable, () => isLate))) || isLate;
    } catch (error) {
      if (!(error instanceof TimeUp)) throw error;
      isLate = true;
    }
    if (isLate) return 'time';
    if (affordable.length < fresh.length) return 'trials';
    for (const proposal of proposals) if (!fresh.includes(proposal)) this.repeat(proposal);
    return proposals.map(({ resolution }) => this.outcomeOf(this.judged.get(resolution)!));
  }

  /** Of what the search will probably ask for next, as much as there are places and trials left for besides those that it asks for now. */
  private runAhead(asked: number): void {
    const room = Math.min(this.ahead.room(asked), this.plan.maxTrials - this.counted.size - asked);
    if (room <= 0 || this.step?.done !== false) return;
    const points = this.step.value.ahead?.(room) ?? [];
    const proposals = points.map((point) => {
      const formats = this.tuning.formatsOf(point);
      return { formats, resolution: digestResolution(this.tuning.resolve(formats)) };
    });
    const isOpen = ({ resolution }: { readonly resolution: string }) =>
      !this.judged.has(resolution) && !this.ahead.has(resolution) && !this.isAsked(resolution);
    const distinct = new Map(proposals.filter(isOpen).map((one) => [one.resolution, one]));
    this.judgement.runAhead([...distinct.values()], asked + distinct.size);
  }

  private isAsked(resolution: string): boolean {
    return this.batch?.proposals.some((one) => one.resolution === resolution) ?? false;
  }

  /** Trials side by side. Where programs run one by one, as on a GPU, their builds still have all processors. */
  private get lanes(): number {
    const { jobs, buildJobs } = this.plan;
    return Math.max(1, jobs, this.bench.capabilities.sharesMachine ? 0 : buildJobs);
  }

  private number(point: Point): Proposal {
    const sets = this.tuning.setsOf(point);
    const iteration = this.tuning.iterationOf?.(point) ?? null;
    return this.numbered({ formats: this.tuning.formatsOf(point), sets, ...(iteration !== null && { iteration }) });
  }

  private numbered({
    formats,
    accumulators,
    blocks,
    sets,
    iteration,
  }: Omit<Proposal, 'number' | 'resolution'>): Proposal {
    const isOther = (one: TrialRecord) =>
      !sameFormats(one.formats, formats) ||
      !isDeepStrictEqual(one.accumulators, accumulators) ||
      !isDeepStrictEqual(one.blocks, blocks) ||
      one.iteration !== iteration;
    let known: TrialRecord | null;
    // a journal written by another version of a strategy holds other proposals: their numbers are taken
    do known = this.journal.state.trialRecord(++this.proposals);
    while (known && isOther(known));
    const resolution = known?.resolution ?? digestResolution(this.tuning.resolve(formats), accumulators, blocks);
    return {
      number: this.proposals,
      formats,
      ...(accumulators && { accumulators }),
      ...(blocks && { blocks }),
      sets,
      ...(iteration !== undefined && { iteration }),
      resolution,
    };
  }

  /** What is recommended once kernels may be on vectors, where that is asked for. */
  private async vectorise(best: AccurateTrial | null): Promise<AccurateTrial | null> {
    const { bench, built, journal, plan, time } = this;
    if (!plan.vectorizes || !bench.tryChanged || plan.recommends === false) return best;
    const context: VectorRecommendation = {
      ...{ journal, isModelled: isModelled(bench), minSpeedup: plan.goal.minSpeedup, report: this.report },
      isTimeUp: () => time.isUp,
      vectorizing: (...which) => built.vectorizing(...which),
      mayBeRecommended: async (number) =>
        (await built.confirm(number)).outcome === 'accurate' &&
        !(await this.keepUnseen(journal.state.trial(number)!)) &&
        ((await this.nearby?.holds(number)) ?? true) &&
        built.isSafe(number),
    };
    // of what saves most energy nobody asks which is fastest
    return recommendOnVectors(context, best, plan.energy === 'objective' ? [] : this.ranking.ranked);
  }

  /** Thread blocks of other sizes, for what was found and for the program as written; false where none may have another. */
  private async tuneBlocks(best: AccurateTrial | null): Promise<boolean> {
    const { bench, journal, plan, built } = this;
    if (!plan.tunesBlocks || this.hasTunedBlocks) return false;
    this.hasTunedBlocks = true;
    const found = bench.blockSizes;
    if (found.sizes.every(({ frozen }) => frozen !== null)) {
      const [first] = [...found.sizes, ...found.shapes].flatMap(({ frozen }) => frozen ?? []);
      const why = first ? `: ${first.reason}` : '';
      this.report({ kind: 'note', text: `no thread block may have another size${why}; mantissa inspect says why` });
      return false;
    }
    await tuneBlocks(
      {
        ...{ program: bench.program, found, journal, report: this.report },
        run: (trial) => this.time.within(built.runTimed(trial)),
        attempt: (base, sizes) => this.timeWithBlocks(base, sizes),
      },
      best,
    );
    return true;
  }

  /** Judged, confirmed and timed like any other trial. */
  private async timeWithBlocks(
    { formats, accumulators }: BlockBase,
    sizes: Sizes,
  ): Promise<KernelTimes | null | 'over'> {
    const { bench, built, journal, plan } = this;
    const blocks = Object.fromEntries([...sizes].sort());
    const proposal = this.numbered({ formats, ...(accumulators && { accumulators }), blocks, sets: null });
    const isKnown = this.judged.has(proposal.resolution);
    if (!isKnown && (this.time.isUp || this.counted.size >= plan.maxTrials)) return 'over';
    if (!(await this.settleInTime(proposal))) return 'over';
    const { number, accepted } = this.judged.get(proposal.resolution)!;
    if (!accepted || !journal.state.trial(number)!.accepted) return null;
    const confirmation = await this.time.within(built.confirm(number));
    if (confirmation.outcome !== 'accurate' || !(await built.time(number, confirmation, BRISK))) return null;
    const times = journal.state.trial(number)!.measurement?.kernels?.variant;
    return times ? kernelTimes(bench.program, times) : null;
  }

  private triedSums(): AccumulatorTrials {
    const { bench, plan, time, facts, watched } = this;
    const study = this;
    const errorOf = watched && comparesValues(plan.goal.metric) ? watched.errorOf : null;
    return new AccumulatorTrials({
      ...{ bench, plan, time, facts },
      searchFacts: { errorOf, shortest: () => this.probes.part },
      get groups() {
        return study.tuning === study.groups ? study.groups : null;
      },
      get bound() {
        return study.oriented(study.limit);
      },
      get spent() {
        return study.spent;
      },
      get best() {
        return study.ranking.ranked[0];
      },
      settle: async (trial) => {
        const proposal = this.numbered({ ...trial, sets: null });
        return (await this.settleInTime(proposal)) ? this.judged.get(proposal.resolution)! : null;
      },
      outcomeOf: (record) => this.outcomeOf(record),
      probe: (groups, trials) =>
        this.probed(
          trials.map(({ formats, accumulators }) => {
            const resolution = digestResolution(groups.resolve(formats), accumulators);
            return { formats, accumulators, resolution };
          }),
        ),
    });
  }

  /** The budget that leaves no other trial. */
  private get spent(): Budget | null {
    if (this.counted.size >= this.plan.maxTrials) return 'trials';
    return this.time.isUp ? 'time' : null;
  }

  /** False where the time for searching was up before it was done: what was found by then is confirmed in what is left. */
  private async settleInTime(proposal: Proposal): Promise<boolean> {
    let isLate = false;
    try {
      const settling = this.settle(proposal, this.journal.state.constraints, undefined, () => isLate);
      isLate = !(await this.time.within(settling));
    } catch (error) {
      if (!(error instanceof TimeUp)) throw error;
      isLate = true;
    }
    return !isLate;
  }

  /** False where the time was up while it ran: how it ended then says nothing about it. */
  private async settle(
    proposal: Proposal,
    constraints: StudyState['constraints'],
    told?: TrialRecord,
    isGivenUp: () => boolean = () => false,
    sideBySide = 1,
  ): Promise<boolean> {
    const known = this.judged.get(proposal.resolution);
    if (known && known.number !== proposal.number) {
      this.counted.add(proposal.resolution);
      this.repeat(proposal);
      return true;
    }
    const record = known ?? told ?? (await this.judgement.judge(proposal, constraints, sideBySide));
    if (isGivenUp()) return false;
    if (!known) {
      this.journal.append(record);
      // of formats with other sums or blocks nobody can say whether the formats are at fault
      if (record.outcome === 'infeasible' && record.how !== 'known' && !record.accumulators && !record.blocks)
        await this.judgement.learnConstraint(record);
    }
    this.judged.set(proposal.resolution, record);
    this.counted.add(proposal.resolution);
    this.repeats = 0;
    const fastest = this.fastest ? rankedSpeedup(this.fastest) : NO_SPEEDUP;
    if (isCandidate(record) && rankedSpeedup(record) > fastest) {
      this.fastest = record;
      if (this.willConfirmInHaste(record)) this.built.beginToBuild(record.number);
    }
    this.report({ kind: 'trial', trial: record, resumed: known !== undefined, fastest: this.fastest });
    return true;
  }

  /** Where the time is short, and by the model it may be what is recommended. */
  private willConfirmInHaste(record: TrialRecord): boolean {
    const { plan, bench, time } = this;
    if (!time.isLimited || plan.recommends === false || plan.timing === 'every' || isModelled(bench)) return false;
    return record.how !== 'rebuilt' && isHopeful(record);
  }

  /** Writes down that a proposal is a program the study has judged before. */
  private repeat(proposal: Proposal): void {
    this.repeats++;
    if (this.round > 0 || this.journal.state.trialRecord(proposal.number)) return; // a second search asks for much of the first again
    const first = this.judged.get(proposal.resolution)!;
    this.journal.append(recordOf(proposal, 'known', duplicateOf(first), 0));
  }

  /** Builds and times what a batch of proposals found accurate; false where the time is up before all are, which `isGivenUp` says later on, too. */
  private async timeAccepted(proposals: readonly Proposal[], isGivenUp: () => boolean): Promise<boolean> {
    if (isModelled(this.bench)) return true;
    const numbers = proposals.flatMap(({ resolution }) => {
      const record = this.judged.get(resolution); // none where the time was up before its turn
      return record && isCandidate(record) ? [record.number] : [];
    });
    if (numbers.length > 0 && this.time.isUp) return false;
    await this.built.setContradictionsAside();
    await this.built.buildAhead(numbers);
    for (const number of numbers) {
      if (isGivenUp() || this.time.isUp) return false;
      if (!this.journal.state.trial(number)!.accepted) continue; // set aside by what another of them taught
      const confirmation = await this.built.confirm(number);
      if (isGivenUp()) return false;
      if (confirmation.outcome === 'accurate') await this.built.time(number, confirmation, BRISK, isGivenUp);
    }
    return true;
  }

  /** Of what the model has for no faster, where nothing else held and no search is left to go on: it errs. */
  private async recommendedAfterAll(): Promise<AccurateTrial | null> {
    return this.time.isUp || this.ranking.hopeless.size === 0 ? null : this.recommended(new Set());
  }

  /** `spared`: trials that are not asked. */
  private async recommended(spared: ReadonlySet<number> = this.ranking.hopeless): Promise<AccurateTrial | null> {
    const { built, journal, plan, time } = this;
    if (plan.recommends === false) return null;
    time.beginConfirmation();
    await time.within(built.setContradictionsAside());
    const { minSpeedup } = plan.goal;
    const refit = () => this.facts.refit();
    const holdsNearby = async (number: number) => (await this.nearby?.holds(number)) ?? true;
    const energy = plan.energy ?? null;
    const context = { built, journal, time, minSpeedup, refit, holdsNearby, energy, ...this.ranking.circumstances };
    const candidates = () => this.ranking.ranked.filter(({ number }) => !spared.has(number));
    if (time.isLimited) await time.within(this.confirmOne(candidates));
    for (;;) {
      const found = await time.within(recommend(context, candidates()));
      const best = found && this.standingInstead(found, candidates());
      if (best === null || !(await time.within(this.keepUnseen(best)))) return best;
    }
  }

  /** Of two that are as fast, the one that was recommended before, where it lowers no less and no less is known of it. */
  private standingInstead(found: AccurateTrial, candidates: readonly JudgedTrial[]): AccurateTrial {
    const standing = this.journal.state.recommended;
    const isRanked = candidates.some(({ number }) => number === standing?.number);
    const isWatched = (standing?.memory ?? null) !== null || found.memory === null;
    const isAlike = standing !== null && bySpeed(found, standing) === 0 && lowered(found) <= lowered(standing);
    return isAlike && isRanked && isWatched ? standing : found;
  }

  /** What need not be done any more to confirm it; `unasked`: groups it lowers of which nobody knows whether the goal sees them. */
  private get knownOfFastest(): { readonly isBuilt: boolean; readonly unasked: number } {
    if (this.fastest === null) return { isBuilt: false, unasked: 0 };
    const unasked = Object.keys(this.seen.unasked(this.fastest)).length;
    return { isBuilt: this.built.isBuilt(this.fastest.number), unasked };
  }

  /** Where the time is short: one trial that holds when built, before any is timed. */
  private async confirmOne(candidates: () => JudgedTrial[]): Promise<void> {
    const [first] = candidates();
    if (first && !isModelled(this.bench) && first.confirmation === null)
      await this.built.buildBeside(this.ranking.ranked.map(({ number }) => number));
    for (const { number } of candidates()) {
      const trial = this.journal.state.trial(number)!;
      if (trial.accepted && (await this.built.confirm(number)).outcome === 'accurate') return;
    }
  }

  /** What a longer time would have been used for. */
  private leftOut(best: AccurateTrial | null): string[] {
    const candidates = this.plan.recommends === false ? [] : this.ranking.ranked;
    if (best === null && candidates.length === 0 && this.judged.size > 0) return []; // nothing would have come of it yet
    const isWatched = this.plan.sanitizes !== false;
    return whatIsLeftOut(candidates, best, {
      isTimed: !isModelled(this.bench),
      isWatched,
      isInfluenceOpen: (trial) => this.plan.lowersUnseen !== true && Object.keys(this.seen.unasked(trial)).length > 0,
      isUnverified: ({ number }) => this.nearby?.isKnown(number) === false,
      doing: [...this.underWay].join(' and ') || this.begunLast,
      sumsTried: this.sums.tried,
    });
  }

  /**
   * Asks whether the goal sees what a trial lowers. Where it does not, and that was not allowed, the trial without it is made: true, and
   * whoever recommends looks again.
   */
  private async keepUnseen(trial: JudgedTrial): Promise<boolean> {
    const kept = await this.seen.withoutUnseen(trial);
    if (kept === null) return false;
    const proposal = this.numbered(kept);
    if (Object.keys(proposal.formats).length > 0) await this.settle(proposal, this.journal.state.constraints);
    return true;
  }

  private seenGroups(): OutputInfluence {
    const { bench, plan, journal, preparation, report, time } = this;
    const study = this;
    return new OutputInfluence({
      ...{ bench, plan, journal, preparation, report, time },
      get groups() {
        return study.tuning === study.groups ? study.groups : null;
      },
    });
  }

  private rankedTrials(): Ranking {
    const { bench, plan, journal, facts, judged } = this;
    return new Ranking({ bench, plan, journal, facts, judged });
  }

  private bestSoFar(): BestSoFar {
    const { journal, built, ranking, time, report, bench, plan } = this;
    const recommends = plan.recommends !== false;
    return new BestSoFar({ journal, built, ranking, time, report, recommends, isModelled: isModelled(bench) });
  }

  private amountOfWork(): AmountOfWork {
    const { bench, plan, journal, preparation, time, gpuRuns, built, report } = this;
    return new AmountOfWork({ bench, plan, journal, preparation, time, gpuRuns, built, report });
  }

  private studyFacts(): StudyFacts {
    const { bench, plan, journal, preparation, built, time, watched } = this;
    const study = this;
    return new StudyFacts({
      ...{ bench, plan, journal, preparation, built, time, watched },
      get groups() {
        return study.groups;
      },
    });
  }

  private builtTrials(): BuiltTrials {
    const { bench, journal, plan, preparation, report } = this;
    const study = this;
    return new BuiltTrials({
      bench,
      journal,
      get tuning() {
        return study.tuning;
      },
      random: seededRandom(plan.seed),
      isExact: bench.capabilities.isExact,
      merit: plan.merit,
      goal: plan.goal,
      output: plan.output,
      buildJobs: plan.buildJobs,
      gpuRuns: this.gpuRuns,
      memory: plan.sanitizes === false ? null : this.memoryCheck(),
      inputs: plan.inputs,
      timed: () => preparation.timedInputs(),
      limits: (input) => preparation.limits(input),
      turns: preparation.turns,
      runner: () => preparation.runner(),
      emulateBaselines: () => preparation.emulateBaselines(),
      baselines: () => preparation.allBaselines(),
      report,
    });
  }

  private memoryCheck(): MemoryCheck {
    const { bench, preparation } = this;
    return new MemoryCheck(
      bench,
      () => preparation.allBaselines(),
      (input) => preparation.limits(input),
    );
  }

  private trialJudgement(): TrialJudgement {
    const { bench, plan, journal, preparation, facts, watched, ahead, report } = this;
    const study = this;
    return new TrialJudgement({
      ...{ bench, goal: plan.goal, journal, preparation, facts, watched, ahead, report },
      isHurried: this.time.isLimited,
      get tuning() {
        return study.tuning;
      },
    });
  }

  private shortProbes(): Probes {
    const { bench, plan, journal, preparation, time, watched, report } = this;
    const study = this;
    return new Probes({
      ...{ bench, goal: plan.goal, jobs: plan.jobs, journal, preparation, time, watched, report },
      get tuning() {
        return study.tuning;
      },
    });
  }

  /** With `timing: 'every'`, what was built and timed overrules what was emulated and modelled. */
  private outcomeOf(record: TrialRecord): Outcome {
    const latest = this.journal.state.trial(record.number)!;
    const known: Trial = this.plan.timing === 'every' || this.round > 0 ? latest : record;
    const seen = this.watched?.recall(record);
    const moved = seen ? { deviations: seen } : {};
    switch (known.outcome) {
      case 'accurate': {
        const error = this.oriented(known.error);
        if (this.isBeyondLimit(record)) return { kind: 'inaccurate', error, ...moved };
        const { accepted, speedup } = known;
        const ofIdeal = this.ofIdeal(known);
        return { kind: 'accurate', accepted, error, speedup: speedup ?? AS_FAST, ofIdeal, ...moved };
      }
      case 'inaccurate':
        return { kind: 'inaccurate', error: known.error === null ? null : this.oriented(known.error), ...moved };
      case 'contradicted':
        return { kind: 'infeasible' };
      case 'duplicate':
        throw new MantissaError('MX1006', `trial ${record.number} stands for a program that was never judged`);
      default:
        return { kind: known.outcome };
    }
  }

  /** Whether a trial that met the goal is no nearer than others that were refuted. */
  private isBeyondLimit(record: TrialRecord): boolean {
    if (this.round === 0 || record.outcome !== 'accurate') return false;
    return this.oriented(record.error) > this.oriented(this.limit);
  }

  /** Strategies know errors, of which less is better. */
  private oriented(figure: number): number {
    return asError(this.plan.goal.metric, figure);
  }

  private ofIdeal({ speedup }: Trial): number | null {
    const ideal = this.journal.state.ideal?.ratio ?? null;
    return speedup === null || ideal === null ? null : percentOfIdeal(speedup, ideal, meritKind(this.plan.merit));
  }
}
