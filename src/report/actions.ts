/** What a reader may do next: commands to copy, the one that follows from the verdict first. */
import type { StudyStarted } from '../journal/records.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import { moreIsBetter } from '../numerics/metrics.js';
import { buysTime, keptAsItIs, looserBounds } from '../study/judging/gain.js';
import { shellWord } from '../support/shell-word.js';
import type { StudyCondition, Verdict } from './document.js';

type Action = Verdict['actions'][number];

export interface ActionContext {
  readonly state: StudyState;
  readonly started: StudyStarted;
  readonly condition: StudyCondition;
  readonly best: JudgedTrial | null;
  readonly trials: readonly JudgedTrial[];
  readonly study: string;
}

export function actionsOf({ state, started, condition, best, trials, study }: ActionContext): Action[] {
  const of = `--study ${shellWord(study)}`;
  const again = started.command.map(shellWord).join(' ');
  if (condition.kind === 'running') return [];
  if (condition.kind === 'interrupted' || condition.kind === 'broken-off')
    return [{ command: again, does: 'goes on where it stopped' }];
  if (best) {
    const apply = { command: `mantissa apply ${best.number} ${of} --write`, does: 'the patch into the sources' };
    const show = {
      command: `mantissa show ${best.number} ${of}`,
      does: 'why each group has its format, and the patch',
    };
    const verify = {
      command: `mantissa verify ${best.number} ${of}`,
      does: 'whether inputs near these hold the goal too',
    };
    return best.measurement && buysTime(best) ? [apply, verify, show] : [show, verify, apply];
  }
  const kept = keptAsItIs(trials, started.goal);
  if (kept)
    return [
      ...looserCommand(state, started, kept, study),
      { command: adviseCommand(started), does: 'what bounds the program, and what is in the way' },
    ];
  return trials.length === 0
    ? []
    : [{ command: `mantissa trials --sort error ${of}`, does: 'what was tried, the most accurate first' }];
}

/** The same search with the smallest bound at which the model sees a gain; none where the command does not name its bound. */
function looserCommand(state: StudyState, { goal, command }: StudyStarted, kept: JudgedTrial, study: string): Action[] {
  const [next] = looserBounds(state, goal, kept);
  const at = command.indexOf('--max-error');
  if (!next || at < 0 || moreIsBetter(goal.metric)) return [];
  const bound = Number(next.error.toPrecision(2)) < next.error ? 1.05 * next.error : next.error;
  const folder = command.findIndex((one) => one === '-o' || one === '--study');
  const words = command.map((one, index) =>
    index === at + 1 ? bound.toExponential(1) : index === folder + 1 && folder >= 0 ? `${study}-looser` : one,
  );
  const end = words.indexOf('--');
  if (folder < 0) words.splice(end < 0 ? words.length : end, 0, '-o', `${study}-looser`);
  return [
    {
      command: words.map(shellWord).join(' '),
      does: `${next.speedup.toFixed(2)}× by the model, where the error may be larger`,
    },
  ];
}

function adviseCommand({ opened }: StudyStarted): string {
  return ['mantissa', 'advise', ...opened.inputs].map(shellWord).join(' ');
}
