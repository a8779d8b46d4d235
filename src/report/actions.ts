/** Suggested next commands, ordered by the verdict. */
import type { StudyStarted } from '../journal/records.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import type { StudySurroundings } from '../journal/study-surroundings.js';
import { moreIsBetter } from '../numerics/metrics.js';
import { fastestWithoutSpeedup, hasSpeedup, isUnmodelled, looserBounds } from '../study/timing/gain.js';
import { shellWord } from '../support/shell-word.js';
import type { StudyCondition, Verdict } from './document.js';

type Action = Verdict['actions'][number];

/** Options to add or to replace: a value, true for a switch, null to leave the option out. */
export type CommandChanges = Readonly<Record<string, string | true | null>>;
/** Repeats a command line for a subcommand. The options of the subcommands are known to the command line only. */
export type RepeatCommand = (typed: readonly string[], to: string, changes?: CommandChanges) => string;

export interface ActionContext {
  readonly state: StudyState;
  readonly started: StudyStarted;
  readonly condition: StudyCondition;
  readonly best: JudgedTrial | null;
  readonly trials: readonly JudgedTrial[];
  readonly around: Pick<StudySurroundings, 'study' | 'applied'>;
  readonly repeat: RepeatCommand;
}

export function actionsOf({ state, started, condition, best, trials, around, repeat }: ActionContext): Action[] {
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
      ...looserCommand(state, started, kept, { study, repeat }),
      ...timedCommand(state, started, kept, { study, repeat }),
      { command: adviseCommand(started, repeat), does: 'show what limits the speedup' },
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

interface Repeating {
  readonly study: string;
  readonly repeat: RepeatCommand;
}

/** The same search with the smallest larger bound for which the model predicts a speedup; none if the command is no search or does not name its bound. */
function looserCommand(
  state: StudyState,
  { goal, command }: StudyStarted,
  kept: JudgedTrial,
  { study, repeat }: Repeating,
): Action[] {
  const [next] = looserBounds(state, goal, kept);
  if (!next || command[1] !== 'tune' || !hasOption(command, '--max-error') || moreIsBetter(goal.metric)) return [];
  const bound = Number(next.error.toPrecision(2)) < next.error ? 1.05 * next.error : next.error;
  return [
    {
      command: repeat(command, 'tune', { '--max-error': bound.toExponential(1), '-o': `${study}-looser` }),
      does: `allow a larger error: ${next.speedup.toFixed(2)}× predicted by the model`,
    },
  ];
}

/** Without a performance model: the genetic search, with every accurate trial timed. None if the command is no search or chooses its strategy. */
function timedCommand(
  state: StudyState,
  { command }: StudyStarted,
  kept: JudgedTrial,
  { study, repeat }: Repeating,
): Action[] {
  const isChosen = ['--strategy', '--timing', '--plan', '--table'].some((one) => hasOption(command, one));
  if (command[1] !== 'tune' || isChosen || !kept.measurement || !isUnmodelled(kept, state) || state.ended?.isComplete)
    return [];
  return [
    {
      command: repeat(command, 'tune', { '--strategy': 'genetic', '--timing': 'every', '-o': `${study}-timed` }),
      does: 'search with the genetic strategy, and time every accurate trial',
    },
  ];
}

function hasOption(command: readonly string[], name: string): boolean {
  return command.some((word) => word === name || word.startsWith(`${name}=`));
}

function adviseCommand({ command, goal }: StudyStarted, repeat: RepeatCommand): string {
  // advise does not run error commands; the bound of another metric would be wrong
  return repeat(command, 'advise', goal.command === null ? {} : { '--max-error': null });
}
