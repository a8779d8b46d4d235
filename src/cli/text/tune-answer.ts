/** What `mantissa tune` answers people. */
import path from 'node:path';
import type { Paint } from '../../inspection/paint.js';
import { count } from '../../inspection/table.js';
import { OUTCOMES, type StudyStarted } from '../../journal/records.js';
import type { AccurateTrial, JudgedTrial, StudyState } from '../../journal/replay.js';
import { speedVerdictOf } from '../../numerics/speed-verdict.js';
import { actionsOf } from '../../report/actions.js';
import { type Advice, adviceFor } from '../../report/advice.js';
import { amountOfWorkText } from '../../report/amount-of-work-text.js';
import { energyText } from '../../report/energy-text.js';
import { perInputText } from '../../report/input-speeds.js';
import { kernelsText, looserText } from '../../report/outlook-text.js';
import { workDoneMs } from '../../report/time-spent.js';
import { describeAccumulators } from '../../space/accumulator.js';
import { refitText } from '../../study/facts/refitted-model.js';
import { unchangedText } from '../../study/influence/unchanged-groups.js';
import { errorText, goalText } from '../../study/judging/judge-output.js';
import { memoryText } from '../../study/judging/memory-check.js';
import type { StudyResult } from '../../study/plan.js';
import { fastestWithoutSpeedup, noSpeedupText } from '../../study/timing/gain.js';
import { describeBlocks } from '../../study/trials/constraints.js';
import { durationText } from '../../support/duration-text.js';
import { shellWord } from '../../support/shell-word.js';
import { isOnlyStudy } from '../named-study.js';
import { changedGroups, hasOperations, loweredSets } from './lowered-text.js';
import { wrap } from './terminal.js';
import { errorWhere, speedText } from './trial-figures.js';

/** The answer of a study that ended, was interrupted, or ran out of its budget. */
export interface Finished {
  readonly result: StudyResult;
  readonly state: StudyState;
  readonly started: StudyStarted;
  readonly folder: string;
  /** Groups there were to choose for. */
  readonly groups: number;
  /** Of this session. */
  readonly durationMs: number;
  /** A plan that was walked to its end offers choices, and recommends nothing. */
  readonly offersChoices?: boolean;
  /** Whether there is anything that verify could make neighbours of. */
  readonly verifies: boolean;
}

const ENDINGS: Readonly<Record<StudyResult['stopped'] | 'complete', string>> = {
  complete: 'the search is complete',
  finished: 'the search has ended',
  trials: 'stopped at the trial budget; run again with a larger --trials to go on',
  time: 'stopped at the time budget; run again to go on',
};

/** The answer in one line. */
export function renderLine(finished: Finished): string {
  const { result, started, state, offersChoices } = finished;
  const { best, trials } = result;
  const kept = best || offersChoices ? null : fastestWithoutSpeedup(trials, started.goal, state.groupsWithoutInfluence);
  if (best)
    return `trial ${best.number}: ${speedText(best, started)}; ${errorText(started.goal.metric, best.error)}, goal ${goalText(started.goal)}\n`;
  if (kept)
    return `keep it as it is: ${nothingText(kept, finished)}; the fastest is trial ${kept.number}: ${speedText(kept, started)}\n`;
  const accepted = trials.filter((one) => one.accepted).length;
  return `${count(trials.length, 'trial')}: ${accepted} within the goal, none recommended\n`;
}

export function renderSummary(finished: Finished, paint: Paint, width: number): string {
  const { best, trials, stopped, isComplete } = finished.result;
  const tally = OUTCOMES.flatMap((outcome) => {
    const number = trials.filter((one) => one.outcome === outcome && !one.accepted).length;
    return number === 0 ? [] : [`${number} ${outcome === 'accurate' ? 'too slow' : outcome}`];
  });
  const accepted = trials.filter((one) => one.accepted).length;
  const all = [`${accepted} within the goal`, ...tally].join(', ');
  const head = `${count(trials.length, 'trial')} in ${workText(finished)}: ${all}; ${ENDINGS[isComplete ? 'complete' : stopped]}`;
  const predicted = predictionText(finished.result.predictions);
  const solved = solvedText(finished.result.solved, best?.speedup ?? null);
  const refitted = finished.state.refits.slice(-1).map(refitText);
  const said = [head, ...aheadText(finished.result.executions.ahead), ...predicted, ...refitted, ...solved];
  const lines = ['', ...said.map((text) => wrap(text.split(' '), width, ''))];
  if (best) lines.push('', ...recommendation(best, finished, paint, width));
  if (finished.result.front) lines.push('', ...frontTable(finished.result.front, finished, paint));
  if (best) lines.push('', ...nextCommands(best, finished, paint, width));
  const kept =
    best || finished.offersChoices
      ? null
      : fastestWithoutSpeedup(trials, finished.started.goal, finished.state.groupsWithoutInfluence);
  if (kept) lines.push('', ...keepIt(kept, finished, paint, width));
  return `${lines.join('\n')}\n`;
}

/** What all sessions of a study took, idle time between them left out. */
function workText({ state, durationMs }: Finished): string {
  const work = workDoneMs(state.entries, durationMs);
  return work === durationMs ? durationText(work) : `${durationText(work)}, ${durationText(durationMs)} of them now`;
}

/** What a reader may think of a search that went by predictions. */
function predictionText(predictions: StudyResult['predictions']): string[] {
  if (!predictions) return [];
  const { count: all, close, rank, isTrusted } = predictions;
  const order = rank === null ? '' : `, rank correlation ${rank.toFixed(2)}`;
  const quality = `the errors of ${close} of ${count(all, 'combination')} were predicted within a factor of 3${order}`;
  return [
    isTrusted
      ? quality
      : `${quality}: they do not add up here, and the genetic search and delta debugging had the rest`,
  ];
}

/** What idle places bought. */
function aheadText(ahead: StudyResult['executions']['ahead']): string[] {
  if (!ahead) return [];
  const { trials, used, rounds } = ahead;
  const bought = `${used} of them ${used === 1 ? 'was' : 'were'} then asked for, which saved ${count(rounds, 'round')} of waiting`;
  return [
    `${count(trials, 'trial')} ran ahead of the search on idle nodes: ${bought}; ${trials - used} came to nothing`,
  ];
}

/** How much there may be left to find, by the models. */
function solvedText(solved: StudyResult['solved'], recommended: number | null): string[] {
  if (!solved) return [];
  const { programs, mostSpeedup, gap } = solved;
  const none = 'no other combination that is predicted within the goal is faster';
  // the search may have lost what it found to a closer look, and what is recommended since was run before
  const asked = `so a solver found that was asked ${programs === 1 ? 'once' : `${programs} times`}`;
  if (recommended !== null && recommended > mostSpeedup) return [`${none}: ${asked}`];
  const less = `${(100 * gap).toFixed(1)} % less time than the fastest that was found takes`;
  return [`${none} than ${mostSpeedup.toFixed(2)}× by the model, ${less}: ${asked}`];
}

/** Points of the trade-off, each of which `show` and `apply` take. */
function frontTable(front: readonly AccurateTrial[], { result, started }: Finished, paint: Paint): string[] {
  const { goal } = started;
  if (front.length === 0)
    return [
      result.leftOut.length > 0
        ? 'the time was up before a point of the trade-off was confirmed'
        : 'the trade-off has no point that buys time',
    ];
  const rows = front.map(({ number, error, speedup, speedupKind }) => [
    `trial ${number}`,
    errorText(goal.metric, error),
    speedup === null ? 'speed not known' : `${speedup.toFixed(2)}× ${speedupKind}`,
  ]);
  const rooms = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return [
    paint.bold(
      `the trade-off${result.stopped === 'time' ? ' as far as there was time' : ''}, each point built and run on every input`,
    ),
    ...rows.map(([trial, error, speed]) => `  ${trial!.padEnd(rooms[0]!)}  ${error!.padEnd(rooms[1]!)}  ${speed}`),
  ];
}

/** Nothing within the goal buys time: that, and why. */
function keepIt(kept: JudgedTrial, finished: Finished, paint: Paint, width: number): string[] {
  const { result, state, started, folder } = finished;
  const row = rowOf(paint, width);
  const looser = looserText(state, kept);
  const kernels = kernelsText(state);
  const here = (file: string) => path.relative(process.cwd(), file) || '.';
  const opened = { ...started.opened, inputs: started.opened.inputs.map(here) };
  const about = {
    ...{ state, started: { ...started, opened } },
    ...{ best: null, trials: result.trials, around: { study: here(folder), applied: null } },
  };
  const instead = actionsOf({ ...about, condition: { kind: 'finished', text: '' } });
  const next: Command[] = [
    ...instead.map(({ command, does }): Command => [command, does]),
    [`mantissa report${namedStudy(folder).asArgument}`, 'the study as one HTML file'],
  ];
  return [
    paint.warn(`keep it as it is: ${nothingText(kept, finished)}`),
    row('fastest', `trial ${kept.number}: ${speedText(kept, started)}`),
    ...workRows(state, kept).map((text) => row('work', text)),
    ...(kernels === '' ? [] : [row('kernels', kernels)]),
    ...(looser === '' ? [] : [row('looser', looser)]),
    ...leftOutRows(result, row),
    '',
    ...commandList(next, paint, width),
  ];
}

/** Of what was looked at; there may be more where the time was up. */
function nothingText(kept: JudgedTrial, { result, state }: Finished): string {
  if (result.leftOut.length > 0) return 'nothing within the goal was seen to buy time so far';
  return noSpeedupText(kept, { state });
}

function leftOutRows({ leftOut }: StudyResult, row: (name: string, text: string) => string): string[] {
  return leftOut.length > 0 ? [row('left out', `the time was up: ${leftOut.join(', ')}`)] : [];
}

function rowOf(paint: Paint, width: number): (name: string, text: string) => string {
  return (name, text) => `  ${paint.dim(name.padEnd(9))}  ${wrap(text.split(' '), width, ' '.repeat(13))}`;
}

function recommendation(
  best: AccurateTrial,
  { result, started, state, groups }: Finished,
  paint: Paint,
  width: number,
): string[] {
  const { goal, inputs } = started;
  const { leftOut } = result;
  const heldOut = inputs.filter((input) => input.heldOut).map(({ name }) => name);
  const confirmed = `built from its rewritten source, ran on ${(best.confirmation?.inputs ?? []).join(', ')}${heldOut.length > 0 ? ` (${heldOut.join(', ')} held out)` : ''}${best.confirmation?.asEmulated ? ', and printed exactly what was emulated' : ''}`;
  const row = rowOf(paint, width);
  const looser = looserText(state, best);
  const formats = [...new Set(Object.values(best.formats))];
  const title = `trial ${best.number}`;
  const tone = isUnclear(best) ? paint.warn : paint.good;
  const perInput = perInputText(state, best.number);
  return [
    `${paint.bold(title)}  ${tone(wrap(speedText(best, started).split(' '), width - title.length - 2, '  '))}`,
    ...(isUnclear(best) ? [row('to settle', settlingText(state))] : []),
    ...(perInput === null ? [] : [row('per input', perInput)]),
    row('error', `${errorText(goal.metric, best.error)}${errorWhere(best, state, started)}, goal ${goalText(goal)}`),
    best.sets
      ? row('lowered', loweredSets(best.sets, best.formats))
      : row(hasOperations(best.formats) ? 'changed' : 'lowered', changedGroups(best.formats, groups)),
    ...formats.map((format) =>
      row(
        format,
        Object.entries(best.formats)
          .flatMap(([id, one]) => (one === format ? [id] : []))
          .join(', '),
      ),
    ),
    ...(best.accumulators ? [row('sums', describeAccumulators(best.accumulators))] : []),
    ...(best.blocks ? [row('blocks', describeBlocks(best.blocks))] : []),
    ...workRows(state, best).map((text) => row('work', text)),
    ...(state.groupsWithoutInfluence.length > 0 ? [row('unchanged', keptText(state, best))] : []),
    row('confirmed', confirmed),
    ...(state.energies.has(best.number) ? [row('energy', energyText(state.energies.get(best.number)!))] : []),
    ...nearbyRows(state, best).map((text) => row('nearby', text)),
    row('memory', best.memory || leftOut.length > 0 ? memoryText(best.memory) : 'not checked: --no-sanitize'),
    ...(looser === '' ? [] : [row('looser', looser)]),
    ...leftOutRows(result, row),
  ];
}

function keptText(state: StudyState, { formats }: JudgedTrial): string {
  const lowered =
    state.groupsWithoutInfluenceIn(formats).length > 0 ? '; lowered all the same because of --lower-unseen' : '';
  return `${unchangedText(state)}${lowered}`;
}

function nextCommands({ number }: JudgedTrial, { folder, verifies }: Finished, paint: Paint, width: number): string[] {
  const { asOption, asArgument } = namedStudy(folder);
  const commands: Command[] = [
    [`mantissa show ${number}${asOption}`, 'why each group has its format, and the patch'],
    [`mantissa report${asArgument}`, 'the study as one HTML file'],
    ...(verifies
      ? [[`mantissa verify ${number}${asOption}`, 'whether inputs near these hold the goal too'] as const]
      : []),
    [`mantissa apply ${number}${asOption} --write`, 'the patch into the sources; without --write to stdout'],
  ];
  return commandList(commands, paint, width);
}

/** How it did on neighbours of its inputs, where that was tried. */
function nearbyRows({ verifications }: StudyState, { number }: JudgedTrial): string[] {
  return verifications
    .filter(({ trial }) => trial === number)
    .map(({ samples, neighbours }) => {
      const judged = samples.filter(({ outcome }) => outcome !== 'baseline-failed');
      const within = judged.filter(({ outcome }) => outcome === 'within').length;
      const of = neighbours.kind === 'perturbed' ? `neighbours of ${neighbours.input}` : 'other command lines';
      return `within the goal on ${within} of ${judged.length} ${of}`;
    });
}

/** Where it does another amount of work than the original. */
function workRows(state: StudyState, trial: JudgedTrial): string[] {
  const text = amountOfWorkText(state, trial);
  return text === '' ? [] : [text];
}

type Command = readonly [command: string, why: string];

/** How a command names a study: not at all where there is but one. */
function namedStudy(folder: string): { readonly asOption: string; readonly asArgument: string } {
  if (isOnlyStudy(folder)) return { asOption: '', asArgument: '' };
  const name = shellWord(path.relative(process.cwd(), folder) || '.');
  return { asOption: ` -o ${name}`, asArgument: ` ${name}` };
}

function commandList(commands: readonly Command[], paint: Paint, width: number): string[] {
  const room = Math.max(...commands.map(([command]) => command.length));
  const fits = commands.every(([, why]) => 2 + room + 2 + why.length <= width);
  return [
    'next',
    ...commands.map(([command, why]) => `  ${fits ? `${command.padEnd(room)}  ${paint.dim(why)}` : command}`),
  ];
}

/** Timed, but the times leave open whether it is faster. */
function isUnclear({ measurement }: JudgedTrial): boolean {
  return measurement !== null && speedVerdictOf(measurement) === 'unclear';
}

/** What would tell whether a trial with an unclear verdict is faster. */
function settlingText(state: StudyState): string {
  const [cause] = adviceFor(state).filter(({ code }) => TIMING_ADVICE.has(code));
  const again = 'run the same command again: the trial is timed again';
  return cause ? `${cause.text}; ${cause.remedy}` : again;
}

const TIMING_ADVICE: ReadonlySet<string> = new Set<Advice['code']>([
  ...(['busy-machine', 'short-run', 'too-few-runs', 'noisy-timing'] as const),
]);
