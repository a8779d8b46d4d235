/** Suggested next commands, ordered by the verdict. */
import type { StudyStarted } from '../journal/records.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import type { StudySurroundings } from '../journal/study-surroundings.js';
import { moreIsBetter } from '../numerics/metrics.js';
import { fastestWithoutSpeedup, hasSpeedup, isUnmodelled, looserBounds } from '../study/timing/gain.js';
import { shellWord } from '../support/shell-word.js';
import type { StudyCondition, Verdict } from './document.js';

type Action = Verdict['actions'][number];

export interface ActionContext {
  readonly state: StudyState;
  readonly started: StudyStarted;
  readonly condition: StudyCondition;
  readonly best: JudgedTrial | null;
  readonly trials: readonly JudgedTrial[];
  readonly around: Pick<StudySurroundings, 'study' | 'applied'>;
}

export function actionsOf({ state, started, condition, best, trials, around }: ActionContext): Action[] {
  const { study, applied } = around;
  const of = `--study ${shellWord(study)}`;
  const again = started.command.map(shellWord).join(' ');
  if (condition.kind === 'running') return [];
  if (condition.kind === 'interrupted' || condition.kind === 'broken-off')
    return [{ command: again, does: 'continue the study' }];
  if (best) {
    const mayBeSlower = best.measurement !== null && hasSpeedup(best) !== true;
    const apply = {
      command: `mantissa apply ${best.number} ${of} --write`,
      does: `write the patch into the sources${mayBeSlower ? ', although no speedup was shown' : ''}`,
    };
    const show = {
      command: `mantissa show ${best.number} ${of}`,
      does: 'show the reasons for the formats, and the patch',
    };
    const verify = {
      command: `mantissa verify ${best.number} ${of}`,
      does: 'test the goal on perturbed inputs',
    };
    if (best.number === applied?.trial) return [verify, show];
    const others = phasesCommand(state, of);
    return best.measurement && hasSpeedup(best) ? [apply, ...others, verify, show] : [...others, show, verify, apply];
  }
  const kept = fastestWithoutSpeedup(trials, started.goal, state.groupsWithoutInfluence);
  if (kept)
    return [
      ...phasesCommand(state, of),
      ...looserCommand(state, started, kept, study),
      ...timedCommand(state, started, kept, study),
      { command: adviseCommand(started), does: 'show what limits the speedup' },
    ];
  return trials.length === 0
    ? []
    : [{ command: `mantissa trials --sort error ${of}`, does: 'list the trials, the most accurate first' }];
}

/** `of`: the option that names the study. */
export function phasesCommand({ phases }: StudyState, of: string): Action[] {
  if (phases?.patch == null) return [];
  const speed = phases.speedup ? `: ${phases.speedup.ratio.toFixed(2)}×` : '';
  return [
    {
      command: `${['mantissa apply --phases', of.trim()].filter(Boolean).join(' ')} > phases.patch`,
      does: `lower precision in the first ${Math.round(100 * phases.fraction!)} % of the iterations${speed}`,
    },
  ];
}

/** The same search with the smallest larger bound for which the model predicts a speedup; none if the command does not name its bound. */
function looserCommand(state: StudyState, { goal, command }: StudyStarted, kept: JudgedTrial, study: string): Action[] {
  const [next] = looserBounds(state, goal, kept);
  const at = command.indexOf('--max-error');
  if (!next || at < 0 || moreIsBetter(goal.metric)) return [];
  const bound = Number(next.error.toPrecision(2)) < next.error ? 1.05 * next.error : next.error;
  const words = command.with(at + 1, bound.toExponential(1));
  return [
    {
      command: intoFolder(words, `${study}-looser`).map(shellWord).join(' '),
      does: `allow a larger error: ${next.speedup.toFixed(2)}× predicted by the model`,
    },
  ];
}

/** Without a performance model: the genetic search, with every accurate trial timed. None if the command chooses the search itself. */
function timedCommand(state: StudyState, { command }: StudyStarted, kept: JudgedTrial, study: string): Action[] {
  const isChosen = command.some((word) => /^--(strategy|timing|plan|table)\b/.test(word));
  if (!kept.measurement || !isUnmodelled(kept, state) || state.ended?.isComplete || isChosen) return [];
  const words = withOptions(command, ['--strategy', 'genetic', '--timing', 'every']);
  return [
    {
      command: intoFolder(words, `${study}-timed`).map(shellWord).join(' '),
      does: 'search with the genetic strategy, and time every accurate trial',
    },
  ];
}

function intoFolder(command: readonly string[], study: string): readonly string[] {
  const folder = command.findIndex((one) => one === '-o' || one === '--study');
  return folder < 0 ? withOptions(command, ['-o', study]) : command.with(folder + 1, study);
}

/** Inserts options before the program's own arguments. */
function withOptions(command: readonly string[], options: readonly string[]): string[] {
  const end = command.indexOf('--');
  return command.toSpliced(end < 0 ? command.length : end, 0, ...options);
}

function adviseCommand({ opened }: StudyStarted): string {
  return ['mantissa', 'advise', ...opened.inputs].map(shellWord).join(' ');
}
