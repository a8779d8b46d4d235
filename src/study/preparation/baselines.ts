/** Baselines of the original program. It is built once, and each input is run when its baseline is first needed. */
import type { BaselineRecord, StudyInput } from '../../journal/records.js';
import { isWider } from '../../numerics/format.js';
import { isModelled } from '../../workbench/bench.js';
import { establishBaseline, type InputBaseline } from '../judging/baseline.js';
import { reportedStep } from '../reported-step.js';
import type { StudyContext } from '../study-context.js';
import type { InputRoles } from './input-roles.js';

type BaselinesContext = Pick<StudyContext, 'bench' | 'journal' | 'judge' | 'plan' | 'report' | 'time'>;

export class Baselines {
  private readonly established = new Map<string, Promise<InputBaseline>>();
  private built: Promise<void> | null = null;
  /** Build time of the original program; 0 if it was not built in this session. */
  buildMs = 0;

  constructor(
    private readonly context: BaselinesContext,
    private readonly inputs: InputRoles,
  ) {}

  on(input: StudyInput): Promise<InputBaseline> {
    let established = this.established.get(input.name);
    if (!established) {
      const known = this.context.journal.state.baselines.get(input.name) ?? null;
      established = this.establish(input, known);
      this.established.set(input.name, established);
    }
    return established;
  }

  /** Baselines of all inputs, including the held-out ones. */
  all(): Promise<InputBaseline[]> {
    return Promise.all(this.context.plan.inputs.map((input) => this.on(input)));
  }

  build(): Promise<void> {
    const { bench, report, time } = this.context;
    this.built ??= reportedStep(report, 'building the original program', async () => {
      const startMs = time.now();
      const { tookMs } = await bench.builds.original();
      this.buildMs = tookMs ?? time.now() - startMs; // a cached build has its recorded build time
    });
    return this.built;
  }

  private async establish(input: StudyInput, known: BaselineRecord | null): Promise<InputBaseline> {
    const { bench, judge, plan, journal, report } = this.context;
    await this.build();
    const merit = isModelled(bench) ? null : plan.merit;
    const isPlanned = plan.strategy.dimensions === 'plan';
    const isWide = plan.formats.some((format) => isWider(format, 'fp64'));
    const limits = this.inputs.limits(input);
    const baseline = await reportedStep(report, `running the original program on input '${input.name}'`, () =>
      establishBaseline(bench, judge, plan.output, input, limits, known, merit, isPlanned, isWide),
    );
    if (!known) journal.append(baseline.record);
    report({ kind: 'baseline', record: baseline.record });
    return baseline;
  }
}
