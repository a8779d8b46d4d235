/** The verdict of a report: one sentence, the figures behind it, and notices about their reliability. */

import type { StudyStarted } from '../journal/records.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import type { StudySurroundings } from '../journal/study-surroundings.js';
import { anyError, metrics } from '../numerics/metrics.js';
import { speedVerdictOf } from '../numerics/speed-verdict.js';
import { describeAccumulators } from '../space/accumulator.js';
import { closestText } from '../study/judging/closest-trial.js';
import { errorText, figure, goalText } from '../study/judging/judge-output.js';
import { memoryText } from '../study/judging/memory-check.js';
import { fastestWithoutSpeedup, looserBounds, noSpeedupText } from '../study/timing/gain.js';
import { describeBlocks } from '../study/trials/constraints.js';
import { vectorizationText } from '../study/vectors/vectorization-text.js';
import { durationText } from '../support/duration-text.js';
import { actionsOf, type RepeatCommand } from './actions.js';
import { adviceFor } from './advice.js';
import { amountOfWorkText } from './amount-of-work-text.js';
import { changedFormats, changeVerb } from './changed-formats.js';
import type { Notice, StudyCondition, Verdict } from './document.js';
import { energyText, energyVerdict } from './energy-text.js';
import { plural } from './figures.js';
import { gpuText } from './gpu-text.js';
import { inputSpeeds, perInputText, rangeOfSpeeds } from './input-speeds.js';
import { kernelsText, looserText } from './outlook-text.js';
import { noPlateauText, type PlanResults, planResults } from './plan-iterations.js';

export interface VerdictContext {
  readonly state: StudyState;
  readonly started: StudyStarted;
  readonly condition: StudyCondition;
  readonly best: JudgedTrial | null;
  readonly trials: readonly JudgedTrial[];
  readonly totalMs: number | null;
  readonly around: StudySurroundings;
  readonly repeat: RepeatCommand;
  /** Number of sites changed by the recommendation, and of tunable sites. */
  readonly lowered: { readonly sites: number; readonly of: number } | null;
}

export function judge(context: VerdictContext): Verdict {
  return { ...sentenceOf(context), actions: actionsOf(context), facts: factsOf(context) };
}

/** The beginning of a sentence about an unfinished study; empty for a finished one. */
function opening({ kind }: StudyCondition, trials: number): string {
  switch (kind) {
    case 'finished':
    case 'stopped':
      return '';
    case 'running':
      return 'So far: ';
    case 'interrupted':
      return `Interrupted after ${plural(trials, 'trial')}, with no result yet. So far: `;
    case 'broken-off':
      return `Broken off after ${plural(trials, 'trial')}, with no result yet. So far: `;
  }
}

function sentenceOf({
  best,
  state,
  started,
  trials,
  condition,
}: VerdictContext): Pick<Verdict, 'kind' | 'tone' | 'sentence'> {
  const goal = goalText(started.goal);
  const soFar = opening(condition, trials.length);
  if (!best) {
    const isOpen = soFar !== '';
    const results = planResults(state);
    if (results && (started.goal.minSpeedup !== null || started.goal.bound === anyError(started.goal.metric)))
      return { kind: 'choices', tone: isOpen ? 'open' : 'unclear', sentence: planSentence(results) };
    const fastest =
      condition.kind === 'running' ? null : fastestWithoutSpeedup(trials, started.goal, state.groupsWithoutInfluence);
    if (fastest && isOpen) {
      const reason = noSpeedupText(fastest, { state, among: `within the goal (${goal})` });
      const sentence = `${soFar}${reason}; the fastest is ${fastestText(fastest, started)}.`;
      return { kind: 'no-speedup', tone: 'open', sentence };
    }
    if (fastest) return { kind: 'no-speedup', tone: 'unclear', sentence: noSpeedupSentence(fastest, state, started) };
    const within = trials.filter(({ accepted }) => accepted);
    const accurate = within.filter(({ speedup }) => started.goal.minSpeedup === null || speedup !== null).length;
    // `sample`, or a study of --table
    if (accurate > 0 && !isOpen)
      return {
        kind: 'none-recommended',
        tone: 'unclear',
        sentence: `${accurate} of ${plural(trials.length, 'trial')} ${accurate === 1 ? 'meets' : 'meet'} the goal, ${goal}. This study makes no recommendation.`,
      };
    const closest = closestText(trials, started.goal);
    const text = `${plural(trials.length, 'trial')}, none recommended; the goal is ${goal}${closest && `, and ${closest}`}.`;
    const head = condition.kind === 'running' ? 'Still searching: ' : soFar;
    return isOpen
      ? { kind: 'none-yet', tone: 'open', sentence: `${head}${text}` }
      : { kind: 'goal-not-met', tone: 'bad', sentence: `Nothing meets the goal: ${text}` };
  }
  const accuracy = `${best.error === null ? 'unknown error' : errorText(started.goal.metric, best.error)} (goal: ${goal})`;
  const { measurement } = best;
  if (measurement && speedVerdictOf(measurement) === 'unclear')
    return {
      kind: 'unclear',
      tone: 'unclear',
      sentence: `${soFar}Trial ${best.number} meets the goal, but the measurements do not show whether it is faster: its speedup is between ${measurement.low.toFixed(2)}× and ${measurement.high.toFixed(2)}× (95 % interval, measured); ${accuracy}.`,
    };
  const work = amountOfWorkText(state, best);
  if (measurement && measurement.low <= 1)
    return {
      kind: 'no-gain',
      tone: 'unclear',
      sentence: `${soFar}Trial ${best.number} meets the goal but is no faster: ${measurement.verdict}, measured; ${accuracy}.${work === '' ? '' : ` In this trial, ${work}.`}`,
    };
  const speed = speedOf(best, started.gpu);
  return {
    kind: 'recommended',
    tone: soFar !== '' ? 'open' : measurement ? 'good' : 'unclear',
    sentence: `${soFar}Trial ${best.number} ${speed}, with ${accuracy}.`,
  };
}

/** The sentence for a plan with --to-end or --max-slowdown, which offers choices. */
function planSentence({ formats, plan, iterations }: PlanResults): string {
  const choices = iterations.filter(({ isChoice }) => isChoice);
  const named = choices.map(({ iteration, trial }) => `trial ${trial} (iteration ${iteration})`).join(', ');
  const offer = choices.length === 0 ? `${upperFirst(noPlateauText(iterations))}.` : `Choices: ${named}.`;
  const tried = iterations.filter(({ iteration }) => iteration > 0).length;
  return `Plan from ${formats.join(' to ')}: everything in ${formats[0]} and ${tried} of ${plural(plan.length, 'iteration')} were tried. ${offer}`;
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The sentence for a study without a speedup, with what limits it. */
function noSpeedupSentence(fastest: JudgedTrial, state: StudyState, started: StudyStarted): string {
  const [kernels, looser, work] = [kernelsText(state), looserText(state, fastest), amountOfWorkText(state, fastest)];
  return [
    `No speedup found${isCutShort(state) ? ' so far' : ''}: ${noSpeedupText(fastest, { state, among: `within the goal (${goalText(started.goal)})` })}; the fastest is ${fastestText(fastest, started)}.`,
    ...(work === '' ? [] : [`In this trial, ${work}.`]),
    ...(kernels === '' ? [] : [`Kernels: ${kernels}.`]),
    ...(looser === '' ? [] : [`Larger error bounds: ${looser}.`]),
  ].join(' ');
}

/** Whether the search stopped at a limit. */
function isCutShort({ ended }: StudyState): boolean {
  return ended?.reason === 'time' || ended?.reason === 'trials';
}

function fastestText(fastest: JudgedTrial, { gpu }: StudyStarted): string {
  return fastest.measurement
    ? `trial ${fastest.number}: ${fastest.measurement.verdict}, measured`
    : `trial ${fastest.number}, which ${speedOf(fastest, gpu)}`;
}

/** Completes "trial 6 …". */
export function speedOf({ measurement, speedup, speedupKind }: JudgedTrial, gpu: string): string {
  if (measurement)
    return `runs ${measurement.ratio.toFixed(2)}× as fast as the baseline (95 % interval ${measurement.low.toFixed(2)}–${measurement.high.toFixed(2)}, ${CLOCKS[measurement.clock] ?? 'measured'})`;
  if (speedupKind === null || speedup === null) return 'has an unknown speedup (neither measured nor modelled)';
  return `should run ${speedup.toFixed(2)}× as fast as the baseline (modelled for ${gpuText(gpu)}, not measured)`;
}

const CLOCKS: Readonly<Record<string, string>> = {
  gpu: 'GPU time',
  cpu: 'CPU time',
  wall: 'wall-clock time',
  merit: "by the program's own figure of merit",
};

type Fact = Verdict['facts'][number];

function factsOf(context: VerdictContext): Verdict['facts'] {
  const { state, best } = context;
  const verified = state.verifications.findLast(({ trial }) => trial === best?.number);
  return [
    ...(best ? [...factsOfSpeed(context, best), ...factsOfChanges(context, best)] : []),
    ...factsOfTradeOff(state),
    ...(best ? factsBeside(state, best) : []),
    ...(verified
      ? [
          {
            name: 'perturbed inputs that meet the goal',
            value: `${(100 * verified.confidence).toFixed(0)} %`,
            note: `${(100 * verified.low).toFixed(0)}–${(100 * verified.high).toFixed(0)} %, ${verified.samples.length} tried (95 %)`,
          },
        ]
      : []),
    ...factsOfStudy(context),
  ];
}

function factsOfSpeed({ state, started }: VerdictContext, best: JudgedTrial): Fact[] {
  const { measurement, speedup, error, number } = best;
  const isNoGain = measurement && measurement.low <= 1 && measurement.high >= 1;
  const perInput = perInputText(state, number);
  return [
    {
      name: 'speedup',
      value: speedup === null ? 'unknown' : isNoGain ? 'unclear' : `${speedup.toFixed(2)}×`,
      note: measurement
        ? `${measurement.low.toFixed(2)}–${measurement.high.toFixed(2)}, measured (95 %)`
        : speedup === null
          ? 'neither measured nor modelled'
          : `modelled for ${gpuText(started.gpu)}, not measured`,
    },
    ...(perInput === null
      ? []
      : [{ name: 'speedup by input', value: rangeOfSpeeds(inputSpeeds(state, number)), note: perInput }]),
    {
      name: metrics[started.goal.metric].words.name,
      value: error === null ? 'unknown' : figure(error),
      note: `goal ${goalText(started.goal)}`,
    },
  ];
}

/** Facts about the changes of the patch, the memory check and the amount of work. */
function factsOfChanges({ state, lowered }: VerdictContext, best: JudgedTrial): Fact[] {
  const { accumulators, blocks, memory, formats, number } = best;
  const count = (of: object) => String(Object.keys(of).length);
  const facts: Fact[] = [];
  if (lowered) {
    const note = `of ${lowered.of} tunable sites, in ${plural(Object.keys(formats).length, 'group')}`;
    const verb = changeVerb(changedFormats(state.program, formats));
    facts.push({ name: `sites ${verb}`, value: String(lowered.sites), note });
  }
  if (accumulators)
    facts.push({
      name: 'sums with another summation method',
      value: count(accumulators),
      note: describeAccumulators(accumulators),
    });
  if (blocks) facts.push({ name: 'changed thread-block sizes', value: count(blocks), note: describeBlocks(blocks) });
  facts.push({
    name: 'memory',
    value: (memory?.tools.length ?? 0) > 0 ? 'no errors found' : 'not checked',
    note: memory ? memoryText(memory).replace(/^not checked: /, '') : '',
  });
  const work = amountOfWorkText(state, best);
  const { operations = null } = state.amountsOfWork.get(number) ?? {};
  if (work !== '') facts.push({ name: 'work', value: workFigure(operations), note: work });
  return facts;
}

function factsOfTradeOff(state: StudyState): Fact[] {
  if (!state.front || state.front.length === 0) return [];
  const note = state.front.map((number) => pointText(state.trial(number)!)).join(', ');
  return [{ name: 'trials of the trade-off', value: String(state.front.length), note }];
}

/** Facts about the energy of the recommended trial and its vectorized kernels. */
function factsBeside(state: StudyState, { number }: JudgedTrial): Fact[] {
  const energy = state.energies.get(number);
  const vectors = state.vectorizations.get(number);
  const facts: Fact[] = [];
  if (energy) {
    const value = energy.low <= 1 && energy.high >= 1 ? 'no difference' : energyVerdict(energy).replace(/ \(.*/, '');
    facts.push({ name: 'energy of the GPU', value, note: energyText(energy) });
  }
  if (vectors) {
    const { isRecommended, kernels } = vectors;
    const value = String(isRecommended ? kernels.filter(({ width }) => width !== null).length : 0);
    facts.push({ name: 'vectorized kernels', value, note: vectorizationText(vectors) });
  }
  return facts;
}

function factsOfStudy({ started, trials, totalMs }: VerdictContext): Fact[] {
  const { inputs } = started;
  const accepted = trials.filter((one) => one.accepted).length;
  const heldOut = inputs.filter((one) => one.heldOut).map(({ name }) => name);
  const timed = inputs.filter((one) => one.timed).map(({ name }) => name);
  const ofInputs = [
    heldOut.length > 0 ? `${heldOut.map(quoted).join(', ')} held out for confirmation` : 'none held out',
    ...(timed.length > 0 ? [`trials timed on ${timed.map(quoted).join(', ')}`] : []),
  ];
  const ofTime = `${started.strategy}, seed ${started.seed}`;
  return [
    { name: 'trials', value: trials.length.toLocaleString('en-US'), note: `${accepted} met the goal` },
    { name: 'inputs', value: String(inputs.length), note: ofInputs.join('; ') },
    ...(totalMs === null ? [] : [{ name: 'tuning time', value: durationText(totalMs), note: ofTime }]),
  ];
}

/** Number of operations relative to the original. */
function workFigure(operations: { readonly before: number; readonly after: number } | null): string {
  return operations && operations.before > 0 ? `${(operations.after / operations.before).toFixed(2)}×` : 'changed';
}

function pointText({ number, error, speedup }: JudgedTrial): string {
  const speed = speedup === null ? 'speedup unknown' : `${speedup.toFixed(2)}×`;
  return `trial ${number}: ${error === null ? 'error unknown' : figure(error)}, ${speed}`;
}

/** Notices about the reliability of the figures. */
export function noticesOf({ state, started, condition, best, around }: VerdictContext): Notice[] {
  const notices: Notice[] = [];
  const say = (kind: Notice['kind'], code: string, text: string, remedy: string | null = null) =>
    notices.push({ kind, code, text, remedy });
  if (condition.kind !== 'finished') say('note', condition.kind, condition.text);
  if (!state.program)
    say(
      'note',
      'no-program',
      'this study was made by an older version, which did not record the program: the source cannot be shown',
    );
  const { applied } = around;
  if (applied)
    say(
      'note',
      'applied',
      `the patch of trial ${applied.trial} is applied to ${applied.files.join(', ')}; this report shows the source before it`,
    );
  const changedFiles = around.changedFiles.filter((name) => !applied?.files.includes(name));
  if (changedFiles.length > 0)
    say(
      'warning',
      'changed-files',
      `${changedFiles.join(', ')} changed after the study began; this report shows the source that the study read`,
      'patches of this study only apply to that source; tune again with --fresh for the current one',
    );
  // the verdict's sentence covers these already, so they are notes, not warnings
  if (best && !best.measurement && best.speedup === null)
    say(
      'note',
      'speed-not-known',
      'the speedup is unknown: the trial was not timed, and there is no performance model for CPU code',
      state.trials().some(({ measurement }) => measurement !== null)
        ? 'run the same command again: the study continues, and times it'
        : 'tune on a machine with a compiler (--engine native) to measure it',
    );
  else if (best && !best.measurement)
    say(
      'note',
      'modelled-speedup',
      `the speedup is modelled for ${gpuText(started.gpu)}, not measured`,
      'measure it on the target machine before you rely on it',
    );
  if (best?.measurement && best.measurement.low <= 1)
    say(
      'note',
      'no-gain',
      'the measured speed does not justify the patch',
      remedyWithoutGain(looserBounds(state, started.goal, best).length > 0),
    );
  for (const { code, text, remedy } of adviceFor(state)) say('warning', code, text, remedy);
  for (const { code, text, span } of state.program?.warnings ?? []) {
    if (code === 'fast-math') continue; // among the advice above, with its remedy
    say('warning', code, `${span ? `${state.program!.files[span.file]!.path}:${span.line}: ` : ''}${text}`);
  }
  return notices;
}

function remedyWithoutGain(isFasterElsewhere: boolean): string {
  const other = isFasterElsewhere ? 'allow a larger error' : 'time it again on an idle machine or with a longer input';
  return `leave the program unchanged, or ${other}`;
}

function quoted(name: string): string {
  return `'${name}'`;
}
