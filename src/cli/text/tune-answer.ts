/** The answer of `mantissa tune` as text. */
import path from 'node:path';
import type { Paint } from '../../inspection/paint.js';
import { count } from '../../inspection/table.js';
import { isSilent } from '../../journal/phases-record.js';
import { OUTCOMES, type StudyStarted } from '../../journal/records.js';
import type { AccurateTrial, JudgedTrial, StudyState } from '../../journal/replay.js';
import { speedVerdictOf } from '../../numerics/speed-verdict.js';
import { actionsOf, phasesCommand } from '../../report/actions.js';
import { type Advice, adviceFor } from '../../report/advice.js';
import { amountOfWorkText } from '../../report/amount-of-work-text.js';
import { changedFormats, changeVerb } from '../../report/changed-formats.js';
import { energyText } from '../../report/energy-text.js';
import { perInputText } from '../../report/input-speeds.js';
import { kernelsText, looserText } from '../../report/outlook-text.js';
import { phasesText } from '../../report/phases-text.js';
import { screenText, searchedKernels } from '../../report/shadow-errors.js';
import { workTimes } from '../../report/time-spent.js';
import { describeAccumulators } from '../../space/accumulator.js';
import { refitText } from '../../study/facts/refitted-model.js';
import { unchangedText } from '../../study/influence/unchanged-groups.js';
import { errorText, goalText } from '../../study/judging/judge-output.js';
import { memoryText } from '../../study/judging/memory-check.js';
import type { StudyResult } from '../../study/plan.js';
import { fastestWithoutSpeedup, noSpeedupText } from '../../study/timing/gain.js';
import { describeBlocks } from '../../study/trials/constraints.js';
import { durationText } from '../../support/duration-text.js';
import { listWords } from '../../support/list-words.js';
import { shellWord } from '../../support/shell-word.js';
import { isOnlyStudy } from '../named-study.js';
import { repeatedCommand } from '../repeated-command.js';
import { changedGroups, hasOperations, loweredSets } from './lowered-text.js';
import { wrap } from './terminal.js';
import { errorWhere, speedText } from './trial-figures.js';

/** The end of a study: finished, interrupted, or out of its budget. */
export interface Finished {
  readonly result: StudyResult;
  readonly state: StudyState;
  readonly started: StudyStarted;
  readonly folder: string;
  /** Number of tunable groups. */
  readonly groups: number;
  /** Duration of this session. */
  readonly durationMs: number;
  /** Time left of --time; infinite without a limit. */
  readonly leftMs: number;
  /** True for a plan that recommends nothing and only offers choices. */
  readonly offersChoices?: boolean;
  /** Whether there are inputs that `verify` can perturb. */
  readonly verifies: boolean;
}

const ENDINGS: Readonly<Record<StudyResult['stopped'] | 'complete', string>> = {
  complete: 'the search is complete',
  finished: 'the search found nothing more to try',
  trials: 'stopped at the limit of --trials; run again with a larger limit to continue',
  time: 'stopped at the limit of --time; run again to continue',
};

/** Time left of --time that is worth mentioning: the search stopped because it might not have sufficed. */
const MIN_TIME_LEFT_MS = 5_000;

function endingText({ result: { stopped, isComplete }, leftMs }: Finished): string {
  if (isComplete || stopped !== 'time' || leftMs < MIN_TIME_LEFT_MS) return ENDINGS[isComplete ? 'complete' : stopped];
  return `stopped with ${durationText(leftMs)} of --time left, which may not suffice to confirm another trial; run again to continue`;
}

/** The answer in one line. */
export function renderLine(finished: Finished): string {
  const { result, started, state, offersChoices } = finished;
  const { best, trials } = result;
  const fastest =
    best || offersChoices ? null : fastestWithoutSpeedup(trials, started.goal, state.groupsWithoutInfluence);
  if (best)
    return `trial ${best.number}: ${speedText(best, started)}; ${errorText(started.goal.metric, best.error)}, goal ${goalText(started.goal)}\n`;
  if (fastest)
    return `no speedup found: ${noSpeedupReason(fastest, finished)}; the fastest is trial ${fastest.number}: ${speedText(fastest, started)}\n`;
  const accepted = trials.filter((one) => one.accepted).length;
  return `${count(trials.length, 'trial')}: ${accepted} met the goal, none recommended\n`;
}

export function renderSummary(finished: Finished, paint: Paint, width: number): string {
  const { best, trials } = finished.result;
  const tally = OUTCOMES.flatMap((outcome) => {
    const number = trials.filter((one) => one.outcome === outcome && !one.accepted).length;
    return number === 0 ? [] : [`${number} ${outcome === 'accurate' ? 'too slow' : outcome}`];
  });
  const accepted = trials.filter((one) => one.accepted);
  // with --min-speedup, a trial of unknown speed has not met the goal yet
  const isOpen = ({ speedup }: JudgedTrial) => finished.started.goal.minSpeedup !== null && speedup === null;
  const open = accepted.filter(isOpen).length;
  const untimed = open === 0 ? [] : [`${open} within tolerance but not timed`];
  const all = [`${accepted.length - open} met the goal`, ...untimed, ...tally].join(', ');
  const head = `${count(trials.length, 'trial')} in ${workText(finished)}: ${all}; ${endingText(finished)}`;
  const predicted = predictionText(finished.result.predictions);
  const solved = solvedText(finished.result.solved, best?.speedup ?? null);
  const refitted = finished.state.refits.slice(-1).map(refitText);
  const screened = searchedKernels(finished.state)
    .filter(({ setAside }) => setAside !== null)
    .map(screenText);
  const sentences = [
    head,
    ...screened,
    ...aheadText(finished.result.executions.ahead),
    ...predicted,
    ...refitted,
    ...solved,
  ];
  const lines = ['', ...sentences.map((text) => wrap(text.split(' '), width, ''))];
  if (best) lines.push('', ...recommendation(best, finished, paint, width));
  if (finished.result.front) lines.push('', ...frontTable(finished.result.front, finished, paint));
  if (best) lines.push('', ...nextCommands(best, finished, paint, width));
  const fastest =
    best || finished.offersChoices
      ? null
      : fastestWithoutSpeedup(trials, finished.started.goal, finished.state.groupsWithoutInfluence);
  if (fastest) lines.push('', ...noSpeedup(fastest, finished, paint, width));
  else if (!best && hasPhases(finished.state)) lines.push('', ...onlyPhases(finished, paint, width));
  return `${lines.join('\n')}\n`;
}

/** Duration of all sessions of a study, without the idle time between them. */
function workText({ state, durationMs }: Finished): string {
  const { workMs, sessionMs } = workTimes(state.entries, durationMs);
  return workMs === sessionMs
    ? durationText(workMs)
    : `${durationText(workMs)} (${durationText(sessionMs)} in this run)`;
}

/** The quality of the error predictions that guided the search. */
function predictionText(predictions: StudyResult['predictions']): string[] {
  if (!predictions) return [];
  const { count: all, close, rank, isTrusted } = predictions;
  const order = rank === null ? '' : `; rank correlation of predicted and observed errors ${rank.toFixed(2)}`;
  const quality = `errors predicted within a factor of 3 for ${close} of ${count(all, 'combination')}${order}`;
  return [
    isTrusted
      ? quality
      : `${quality}; predictions are unreliable here, so the genetic search and delta debugging took over`,
  ];
}

/** The benefit of trials run ahead on idle nodes. */
function aheadText(ahead: StudyResult['executions']['ahead']): string[] {
  if (!ahead) return [];
  const { trials, used, rounds } = ahead;
  return [
    `${count(trials, 'trial')} ran ahead of the search on idle nodes: ${used} used, saving ${count(rounds, 'round')} of waiting; ${trials - used} unused`,
  ];
}

/** The solver's bound on the speedup still to be found, by the models. */
function solvedText(solved: StudyResult['solved'], recommended: number | null): string[] {
  if (!solved) return [];
  const { programs, mostSpeedup, gap } = solved;
  const none = 'if the predictions are right, no other combination that meets the goal is';
  const checked = `(checked by a constraint solver, ${programs === 1 ? '1 query' : `${programs} queries`})`;
  // the recommendation may be faster than the model's bound: it was run before, and confirmation refuted a better prediction
  if (recommended !== null && recommended > mostSpeedup) return [`${none} faster ${checked}`];
  return [`${none} more than ${(100 * gap).toFixed(1)} % faster ${checked}`];
}

/** The trials of the trade-off between error and speed. */
function frontTable(front: readonly AccurateTrial[], { result, started }: Finished, paint: Paint): string[] {
  const { goal } = started;
  if (front.length === 0)
    return [
      result.leftOut.length > 0
        ? 'trade-off: the time limit was reached before a trial was confirmed'
        : 'trade-off: no trial within the bound is faster than the original',
    ];
  const rows = front.map(({ number, error, speedup, speedupKind }) => [
    `trial ${number}`,
    errorText(goal.metric, error),
    speedup === null ? 'speedup unknown' : `${speedup.toFixed(2)}× ${speedupKind}`,
  ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return [
    paint.bold(
      `trade-off between error and speed${result.stopped === 'time' ? ' (incomplete: time limit)' : ''}, each trial built and run on every input`,
    ),
    ...rows.map(([trial, error, speed]) => `  ${trial!.padEnd(widths[0]!)}  ${error!.padEnd(widths[1]!)}  ${speed}`),
  ];
}

/** The answer without a speedup: the reason, the fastest trial, and other goals to try. */
function noSpeedup(fastest: JudgedTrial, finished: Finished, paint: Paint, width: number): string[] {
  const { result, state, started, folder } = finished;
  const row = rowOf(paint, width);
  const looser = looserText(state, fastest);
  const kernels = kernelsText(state);
  const here = (file: string) => path.relative(process.cwd(), file) || '.';
  const instead = actionsOf({
    ...{ state, started, best: null, trials: result.trials, repeat: repeatedCommand },
    ...{ around: { study: here(folder), applied: null }, condition: { kind: 'finished', text: '' } },
  });
  const next: Command[] = [
    ...instead.map(({ command, does }): Command => [command, does]),
    [`mantissa report${namedStudy(folder).asArgument}`, 'the study as one HTML file'],
  ];
  return [
    paint.warn(`no speedup found: ${noSpeedupReason(fastest, finished)}`),
    row('fastest', `trial ${fastest.number}: ${speedText(fastest, started)}`),
    ...workRows(state, fastest).map((text) => row('work', text)),
    ...phasesRows(state, started.goal.metric).map((text) => row('phases', text)),
    ...(kernels === '' ? [] : [row('kernels', kernels)]),
    ...(looser === '' ? [] : [row('looser', looser)]),
    ...leftOutRows(result, row),
    '',
    ...commandList(next, paint, width),
  ];
}

/** The reason for no speedup; only preliminary if the time limit was reached. */
function noSpeedupReason(fastest: JudgedTrial, { result, state }: Finished): string {
  if (result.leftOut.length > 0) return 'no trial so far is both within tolerance and faster';
  return noSpeedupText(fastest, { state });
}

function leftOutRows({ leftOut }: StudyResult, row: (name: string, text: string) => string): string[] {
  return leftOut.length > 0 ? [row('skipped', `${leftOut.join('; ')} (time limit reached)`)] : [];
}

function rowOf(paint: Paint, width: number): (name: string, text: string) => string {
  return (name, text) => `  ${paint.dim(name.padEnd(9))}  ${wrap(text.split(' '), width, ' '.repeat(13))}`;
}

/** `'small' and the held-out 'other'` */
function inputsText(names: readonly string[], heldOut: readonly string[]): string {
  const others = names.filter((name) => heldOut.includes(name)).map((name) => `the held-out '${name}'`);
  return listWords([...names.filter((name) => !heldOut.includes(name)).map((name) => `'${name}'`), ...others]);
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
  const confirmed = `built from the rewritten source and run on ${inputsText(best.confirmation?.inputs ?? [], heldOut)}${best.confirmation?.asEmulated ? '; output identical to the emulation' : ''}`;
  const row = rowOf(paint, width);
  const looser = looserText(state, best);
  const formats = [...new Set(Object.values(best.formats))];
  const title = `trial ${best.number}`;
  const tone = isUnclear(best) ? paint.warn : paint.good;
  const perInput = perInputText(state, best.number);
  return [
    `${paint.bold(title)}  ${tone(wrap(speedText(best, started).split(' '), width - title.length - 2, '  '))}`,
    ...(isUnclear(best) ? [row('to find out', settlingText(state))] : []),
    ...(perInput === null ? [] : [row('per input', perInput)]),
    row('error', `${errorText(goal.metric, best.error)}${errorWhere(best, state, started)}, goal ${goalText(goal)}`),
    best.sets
      ? row('lowered', loweredSets(best.sets, best.formats))
      : row(
          hasOperations(best.formats) ? 'changed' : changeVerb(changedFormats(state.program, best.formats)),
          changedGroups(best.formats, groups),
        ),
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
    ...(state.groupsWithoutInfluence.length > 0 ? [row('unchanged', unchangedRow(state, best))] : []),
    row('confirmed', confirmed),
    ...(state.energies.has(best.number) ? [row('energy', energyText(state.energies.get(best.number)!))] : []),
    ...verifiedRows(state, best).map((text) => row('verified', text)),
    ...phasesRows(state, goal.metric).map((text) => row('phases', text)),
    row('memory', best.memory || leftOut.length > 0 ? memoryText(best.memory) : 'not checked: --no-sanitize'),
    ...(looser === '' ? [] : [row('looser', looser)]),
    ...leftOutRows(result, row),
  ];
}

function unchangedRow(state: StudyState, { formats }: JudgedTrial): string {
  const lowered = state.groupsWithoutInfluenceIn(formats).length > 0 ? '; lowered because of --lower-unseen' : '';
  return `${unchangedText(state)}${lowered}`;
}

function nextCommands(best: JudgedTrial, { folder, state, verifies }: Finished, paint: Paint, width: number): string[] {
  const { number } = best;
  const { asOption, asArgument } = namedStudy(folder);
  const unshown = isUnclear(best) ? ', although no speedup was shown' : '';
  const commands: Command[] = [
    [`mantissa show ${number}${asOption}`, 'reasons for the formats, and the patch'],
    [`mantissa report${asArgument}`, 'the study as one HTML file'],
    ...phasesCommand(state, asOption).map(({ command, does }): Command => [command, does]),
    ...(verifies ? [[`mantissa verify ${number}${asOption}`, 'test the goal on perturbed inputs'] as const] : []),
    [
      `mantissa apply ${number}${asOption} --write`,
      `write the patch into the sources${unshown} (without --write: print it)`,
    ],
  ];
  return commandList(commands, paint, width);
}

/** Results of the verifications on perturbed inputs. */
function verifiedRows({ verifications }: StudyState, { number }: JudgedTrial): string[] {
  return verifications
    .filter(({ trial }) => trial === number)
    .map(({ samples, neighbours }) => {
      const judged = samples.filter(({ outcome }) => outcome !== 'baseline-failed');
      const within = judged.filter(({ outcome }) => outcome === 'within').length;
      const of =
        neighbours.kind === 'perturbed' ? `perturbed copies of input '${neighbours.input}'` : 'other command lines';
      return `meets the goal on ${within} of ${judged.length} ${of}`;
    });
}

/** A row if the trial does more or less work than the original, such as more iterations. */
function workRows(state: StudyState, trial: JudgedTrial): string[] {
  const text = amountOfWorkText(state, trial);
  return text === '' ? [] : [text];
}

/** Whether phases of a loop meet the goal, and their patch was built and checked. */
export function hasPhases({ phases }: StudyState): boolean {
  return phases?.patch != null;
}

/** The answer if phases meet the goal and no trial does. */
function onlyPhases({ state, started, folder }: Finished, paint: Paint, width: number): string[] {
  const row = rowOf(paint, width);
  const commands = phasesCommand(state, namedStudy(folder).asOption).map(
    ({ command, does }): Command => [command, does],
  );
  return [
    paint.good(`no trial meets ${goalText(started.goal)}, but phases of a loop do`),
    ...phasesRows(state, started.goal.metric).map((text) => row('phases', text)),
    '',
    ...commandList(commands, paint, width),
  ];
}

/** What phases of a loop gain, if they were tried. */
function phasesRows({ phases }: StudyState, metric: StudyStarted['goal']['metric']): string[] {
  return phases && !isSilent(phases) ? [phasesText(phases, metric)] : [];
}

type Command = readonly [command: string, why: string];

/** The study's name in a suggested command; empty if commands find it without. */
function namedStudy(folder: string): { readonly asOption: string; readonly asArgument: string } {
  if (isOnlyStudy(folder)) return { asOption: '', asArgument: '' };
  const name = shellWord(path.relative(process.cwd(), folder) || '.');
  return { asOption: ` --study ${name}`, asArgument: ` ${name}` };
}

function commandList(commands: readonly Command[], paint: Paint, width: number): string[] {
  const longest = Math.max(...commands.map(([command]) => command.length));
  const indent = ' '.repeat(6);
  const fits = commands.every(([, why]) => 2 + longest + 2 + why.length <= width);
  return [
    'next',
    ...commands.map(([command, why]) =>
      fits
        ? `  ${command.padEnd(longest)}  ${paint.dim(why)}`
        : `  ${command}\n${indent}${paint.dim(wrap(why.split(' '), width, indent))}`,
    ),
  ];
}

/** Whether the trial was timed and the times do not show whether it is faster. */
function isUnclear({ measurement }: JudgedTrial): boolean {
  return measurement !== null && speedVerdictOf(measurement) === 'unclear';
}

/** Advice for a trial with an unclear timing. */
function settlingText(state: StudyState): string {
  const [cause] = adviceFor(state).filter(({ code }) => TIMING_ADVICE.has(code));
  const again = 'run the same command again to time the trial again';
  return cause ? `${cause.text}; ${cause.remedy}` : again;
}

const TIMING_ADVICE: ReadonlySet<string> = new Set<Advice['code']>([
  ...(['busy-machine', 'short-run', 'too-few-runs', 'noisy-timing'] as const),
]);
