/** Runs each candidate once under memory sanitizers (memory-check.ts). */
import { reportedStep } from '../reported-step.js';
import type { StudyContext } from '../study-context.js';
import { MemoryCheck } from './memory-check.js';

type TrialMemoryContext = Pick<StudyContext, 'bench' | 'builds' | 'journal' | 'plan' | 'preparation' | 'report'>;

export class TrialMemory {
  private readonly check: MemoryCheck;

  constructor(private readonly context: TrialMemoryContext) {
    const { bench, preparation } = context;
    this.check = new MemoryCheck(
      bench,
      () => preparation.baselines.all(),
      (input) => preparation.inputs.limits(input),
    );
  }

  /** False if the trial's program has a memory error that the original does not have. */
  async isSafe(number: number): Promise<boolean> {
    const { bench, builds, journal, plan, report } = this.context;
    const { memory } = journal.state.trial(number)!;
    if (memory || plan.sanitizes === false) return memory?.finding == null;
    const inspect = () => this.check.check(builds.configurationOf(number));
    const step = `running trial ${number} under memory sanitizers`;
    const found = await (bench.runs.inspectsMemory ? reportedStep(report, step, inspect) : inspect());
    journal.append({ kind: 'memory', trial: number, ...found });
    if (found.finding) report({ kind: 'note', text: `trial ${number} has a memory error: ${found.finding.text}` });
    return found.finding === null;
  }
}
