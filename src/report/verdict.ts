/** The judgement in words: one sentence, the figures behind it, and what speaks against trusting them. */

import type { StudyStarted } from '../journal/records.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import type { StudySurroundings } from '../journal/study-surroundings.js';
import { anyError, metrics } from '../numerics/metrics.js';
import { speedVerdictOf } from '../numerics/speed-verdict.js';
import { describeAccumulators } from '../space/accumulator.js';
import { closestText } from '../study/judging/closest-trial.js';
import { errorText, figure, goalText } from '../study/judging/judge-output.js';
import { memoryText } from '../study/judging/memory-check.js';
import { fastestWithoutSpeedup, noSpeedupText } from '../study/timing/gain.js';
import { describeBlocks } from '../study/trials/constraints.js';
import { vectorizationText } from '../study/vectors/vectorization-text.js';
import { durationText } from '../support/duration-text.js';
import { actionsOf } from './actions.js';
import { adviceFor } from './advice.js';
import { amountOfWorkText } from './amount-of-work-text.js';
import type { Notice, StudyCondition, Verdict } from './document.js';
import { energyText, energyVerdict } from './energy-text.js';
import { plural } from './figures.js';
import { gpuText } from './gpu-text.js';
import { inputSpeeds, perInputText, rangeOfSpeeds } from './input-speeds.js';
import { kernelsText, looserText } from './outlook-text.js';
import { type WalkedPlan, walkedPlan } from './plan-iterations.js';

export interface VerdictContext {
  readonly state: StudyState;
  readonly started: StudyStarted;
  readonly condition: StudyCondition;
  readonly best: JudgedTrial | null;
  readonly trials: readonly JudgedTrial[];
  readonly totalMs: number | null;
  readonly around: StudySurroundings;
  /** Sites that change in the recommended program, and sites that may. */
  readonly lowered: { readonly sites: number; readonly of: number } | null;
}

export function judge(context: VerdictContext): Verdict {
  return { ...sentenceOf(context), actions: actionsOf(context), facts: factsOf(context) };
}

/** How a sentence about a study begins that has not come to its end. */
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
    const walked = walkedPlan(state);
    if (walked && (started.goal.minSpeedup !== null || started.goal.bound === anyError(started.goal.metric)))
      return { kind: 'choices', tone: isOpen ? 'open' : 'unclear', sentence: walkedSentence(walked) };
    const kept =
      condition.kind === 'running' ? null : fastestWithoutSpeedup(trials, started.goal, state.groupsWithoutInfluence);
    if (kept && isOpen) {
      const nothing = noSpeedupText(kept, { state, among: `within the goal, ${goal},` });
      const sentence = `${soFar}${nothing}; the fastest is ${fastestText(kept, started)}.`;
      return { kind: 'no-speedup', tone: 'open', sentence };
    }
    if (kept) return { kind: 'no-speedup', tone: 'unclear', sentence: keepSentence(kept, state, started) };
    const accurate = trials.filter(({ accepted }) => accepted).length;
    // a sample, or a study that tables are made of
    if (accurate > 0 && !isOpen)
      return {
        kind: 'none-recommended',
        tone: 'unclear',
        sentence: `${accurate} of ${plural(trials.length, 'trial')} meet the goal, ${goal}; nothing was to be recommended.`,
      };
    const closest = closestText(trials, started.goal);
    const text = `${plural(trials.length, 'trial')}, none recommended; the goal is ${goal}${closest && `, and ${closest}`}.`;
    const head = condition.kind === 'running' ? 'Still searching: ' : soFar;
    return isOpen
      ? { kind: 'none-yet', tone: 'open', sentence: `${head}${text}` }
      : { kind: 'goal-not-met', tone: 'bad', sentence: `Nothing meets the goal: ${text}` };
  }
  const accuracy = `${best.error === null ? 'an error not known' : errorText(started.goal.metric, best.error)}, where the goal is ${goal}`;
  const { measurement } = best;
  if (measurement && speedVerdictOf(measurement) === 'unclear')
    return {
      kind: 'unclear',
      tone: 'unclear',
      sentence: `${soFar}Trial ${best.number} meets the goal, but this machine cannot tell whether it is faster: between ${measurement.low.toFixed(2)}× and ${measurement.high.toFixed(2)}× as fast (95 % interval, measured); ${accuracy}.`,
    };
  const work = amountOfWorkText(state, best);
  if (measurement && measurement.low <= 1)
    return {
      kind: 'no-gain',
      tone: 'unclear',
      sentence: `${soFar}Trial ${best.number} meets the goal but buys no time: ${measurement.verdict}, measured; ${accuracy}.${work === '' ? '' : ` In it, ${work}.`}`,
    };
  const speed = speedOf(best, started.gpu);
  return {
    kind: 'recommended',
    tone: soFar !== '' ? 'open' : measurement ? 'good' : 'unclear',
    sentence: `${soFar}Trial ${best.number} ${speed}, with ${accuracy}.`,
  };
}

/** A plan that went to its end, or upwards to a time bound, offers choices. */
function walkedSentence({ formats, plan, iterations }: WalkedPlan): string {
  const choices = iterations.filter(({ isChoice }) => isChoice);
  const named = choices.map(({ iteration, trial }) => `trial ${trial} (iteration ${iteration})`).join(', ');
  const offer = choices.length === 0 ? 'No plateau: every iteration trades accuracy for time.' : `Choices: ${named}.`;
  const walked = iterations.filter(({ iteration }) => iteration > 0).length;
  return `A plan from ${formats.join(' to ')}: everything wide and ${walked} of ${plural(plan.length, 'iteration')} were tried. ${offer}`;
}

/** Nothing within the goal buys time, and what does not let it. */
function keepSentence(kept: JudgedTrial, state: StudyState, started: StudyStarted): string {
  const fastest = fastestText(kept, started);
  const [kernels, looser, work] = [kernelsText(state), looserText(state, kept), amountOfWorkText(state, kept)];
  return [
    `${isCutShort(state) ? 'So far, nothing was found' : 'Keep it as it is'}: ${noSpeedupText(kept, { state, among: `within the goal, ${goalText(started.goal)},` })}; the fastest is ${fastest}.`,
    ...(work === '' ? [] : [`In it, ${work}.`]),
    ...(kernels === '' ? [] : [`Of its kernels, ${kernels}.`]),
    ...(looser === '' ? [] : [`Looser bounds: ${looser}.`]),
  ].join(' ');
}

/** The budget was used up before the search came to its end. */
function isCutShort({ ended }: StudyState): boolean {
  return ended?.reason === 'time' || ended?.reason === 'trials';
}

function fastestText(kept: JudgedTrial, { gpu }: StudyStarted): string {
  return kept.measurement
    ? `trial ${kept.number}: ${kept.measurement.verdict}, measured`
    : `trial ${kept.number}, which ${speedOf(kept, gpu)}`;
}

/** Completes "trial 6 …". */
export function speedOf({ measurement, speedup, speedupKind }: JudgedTrial, gpu: string): string {
  if (measurement)
    return `runs ${measurement.ratio.toFixed(2)}× as fast as the baseline (95 % interval ${measurement.low.toFixed(2)}–${measurement.high.toFixed(2)}, ${CLOCKS[measurement.clock] ?? 'measured'})`;
  if (speedupKind === null || speedup === null) return 'has a speed nobody has measured or modelled';
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
            name: 'other inputs within the goal',
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
      value: speedup === null ? 'not known' : isNoGain ? 'no gain' : `${speedup.toFixed(2)}×`,
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
      value: error === null ? 'not known' : figure(error),
      note: `goal ${goalText(started.goal)}`,
    },
  ];
}

/** What the patch changes, and what that did to memory and to the amount of work. */
function factsOfChanges({ state, lowered }: VerdictContext, best: JudgedTrial): Fact[] {
  const { accumulators, blocks, memory, formats, number } = best;
  const count = (of: object) => String(Object.keys(of).length);
  const facts: Fact[] = [];
  if (lowered) {
    const note = `of ${lowered.of} that may change, in ${plural(Object.keys(formats).length, 'group')}`;
    facts.push({ name: 'sites lowered', value: String(lowered.sites), note });
  }
  if (accumulators)
    facts.push({
      name: 'sums added up otherwise',
      value: count(accumulators),
      note: describeAccumulators(accumulators),
    });
  if (blocks) facts.push({ name: 'thread blocks of another size', value: count(blocks), note: describeBlocks(blocks) });
  facts.push({
    name: 'memory',
    value: (memory?.tools.length ?? 0) > 0 ? 'in order' : 'not checked',
    note: memory ? memoryText(memory) : '',
  });
  const work = amountOfWorkText(state, best);
  const { operations = null } = state.amountsOfWork.get(number) ?? {};
  if (work !== '') facts.push({ name: 'work', value: workFigure(operations), note: work });
  return facts;
}

function factsOfTradeOff(state: StudyState): Fact[] {
  if (!state.front || state.front.length === 0) return [];
  const note = state.front.map((number) => pointText(state.trial(number)!)).join(', ');
  return [{ name: 'points of the trade-off', value: String(state.front.length), note }];
}

/** The energy of the recommended trial, and its kernels on vectors. */
function factsBeside(state: StudyState, { number }: JudgedTrial): Fact[] {
  const energy = state.energies.get(number);
  const vectors = state.vectorizations.get(number);
  const facts: Fact[] = [];
  if (energy) {
    const value = energy.low <= 1 && energy.high >= 1 ? 'no gain' : energyVerdict(energy).replace(/ \(.*/, '');
    facts.push({ name: 'energy of the GPU', value, note: energyText(energy) });
  }
  if (vectors) {
    const { isRecommended, kernels } = vectors;
    const value = String(isRecommended ? kernels.filter(({ width }) => width !== null).length : 0);
    facts.push({ name: 'kernels on vectors', value, note: vectorizationText(vectors) });
  }
  return facts;
}

function factsOfStudy({ started, trials, totalMs }: VerdictContext): Fact[] {
  const { inputs } = started;
  const accepted = trials.filter((one) => one.accepted).length;
  const heldOut = inputs.filter((one) => one.heldOut).map(({ name }) => name);
  const timed = inputs.filter((one) => one.timed).map(({ name }) => name);
  const ofInputs = [
    heldOut.length > 0 ? `${heldOut.join(', ')} held out for the confirmation` : 'none held out',
    ...(timed.length > 0 ? [`trials timed on ${timed.join(', ')}`] : []),
  ];
  const ofTime = `${started.strategy}, seed ${started.seed}`;
  return [
    { name: 'trials', value: trials.length.toLocaleString('en-US'), note: `${accepted} within the goal` },
    { name: 'inputs', value: String(inputs.length), note: ofInputs.join('; ') },
    ...(totalMs === null ? [] : [{ name: 'tuning time', value: durationText(totalMs), note: ofTime }]),
  ];
}

/** Of the operations of the original. */
function workFigure(operations: { readonly before: number; readonly after: number } | null): string {
  return operations && operations.before > 0
    ? `${(operations.after / operations.before).toFixed(2)}×`
    : 'another amount';
}

function pointText({ number, error, speedup }: JudgedTrial): string {
  const speed = speedup === null ? 'speed not known' : `${speedup.toFixed(2)}×`;
  return `trial ${number}: ${error === null ? 'error not known' : figure(error)}, ${speed}`;
}

/** What a reader should know before believing the figures. */
export function noticesOf({ state, started, condition, best, around }: VerdictContext): Notice[] {
  const notices: Notice[] = [];
  const say = (kind: Notice['kind'], code: string, text: string, remedy: string | null = null) =>
    notices.push({ kind, code, text, remedy });
  if (condition.kind !== 'finished') say('note', condition.kind, condition.text);
  if (!state.program)
    say(
      'note',
      'no-program',
      'this study was begun by a version that did not keep the program: there is no source to show',
    );
  const { applied } = around;
  if (applied)
    say(
      'note',
      'applied',
      `trial ${applied.trial} is applied: its patch is in ${applied.files.join(', ')}; this report shows the text before it`,
    );
  const changedFiles = around.changedFiles.filter((name) => !applied?.files.includes(name));
  if (changedFiles.length > 0)
    say(
      'warning',
      'changed-files',
      `${changedFiles.join(', ')} changed after the study began; this report shows the text that the study read`,
      'patches of this study fit that text only; tune again with --fresh for the present text',
    );
  // what the sentence above says already is no further warning
  if (best && !best.measurement && best.speedup === null)
    say(
      'note',
      'speed-not-known',
      'nobody has timed it, and only what runs on a GPU is modelled',
      'tune it where a compiler is (--engine native) to see whether it buys time',
    );
  else if (best && !best.measurement)
    say(
      'note',
      'modelled-speedup',
      `the speedup is modelled for ${gpuText(started.gpu)}, not measured`,
      'time it on the machine that counts before you believe it',
    );
  if (best?.measurement && best.measurement.low <= 1)
    say(
      'note',
      'no-gain',
      'the measured speed does not justify the patch',
      'leave the program as it is, or allow a larger error',
    );
  for (const { code, text, remedy } of adviceFor(state)) say('warning', code, text, remedy);
  for (const { code, text, span } of state.program?.warnings ?? []) {
    if (code === 'fast-math') continue; // told above, with its remedy
    say('warning', code, `${span ? `${state.program!.files[span.file]!.path}:${span.line}: ` : ''}${text}`);
  }
  return notices;
}
