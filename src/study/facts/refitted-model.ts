/** The performance model corrected by what was timed (analysis/performance/refit.ts), and what it then says of trials that were not. */
import { Refit, spreadOf, type TimedConfiguration } from '../../analysis/performance/refit.js';
import type { PerformanceModel } from '../../analysis/performance-model.js';
import type { RefitRecord } from '../../journal/records.js';
import type { JudgedTrial, StudyState } from '../../journal/replay.js';
import { rankedSpeedup } from '../../journal/trial-record.js';
import type { Program } from '../../program/program.js';
import { baselineConfiguration, resolve } from '../../space/resolve.js';
import { kernelTimes } from '../../workbench/kernel-times.js';
import type { TuningSpace } from '../search-space.js';

/** What was timed, kernel by kernel. One with other sums is another program, of which this model knows nothing. */
export function timedByKernels(state: StudyState): JudgedTrial[] {
  return state.trials().filter((one) => one.measurement?.kernels && !one.accumulators && !one.blocks && !one.sets);
}

export function refitText({ trials, before, after }: Pick<RefitRecord, 'trials' | 'before' | 'after'>): string {
  const [asPriced, corrected] = [before, after].map((off) => `${(100 * off).toPrecision(2)} %`);
  const timed = `${trials.length === 1 ? 'trial' : 'trials'} ${trials.join(', ')}`;
  return `timed, ${timed} took ${asPriced} more or less than modelled, ${corrected} with the model refitted`;
}

interface Given {
  readonly program: Program;
  /** As its prices are. */
  readonly model: PerformanceModel;
  readonly groups: TuningSpace;
  readonly timed: readonly JudgedTrial[];
}

interface Fit extends Given {
  readonly refit: Refit;
  readonly factors: Refit['factors'];
}

export class RefittedModel {
  /** By their numbers, those it was fitted to. */
  readonly trials: readonly number[];
  /** How far off the times of those are, root mean square of the logarithm: as priced, and corrected. */
  readonly off: { readonly before: number; readonly after: number };
  private readonly known = new Map<number, { readonly speedup: number; readonly spread: number }>();

  /** Null where nothing that was timed has kernels of the program. */
  static fit(given: Given): Fit | null {
    const { program, model, groups, timed } = given;
    const configurations = timed.map((trial): TimedConfiguration => {
      const { baseline, variant } = trial.measurement!.kernels!;
      const [before, after] = [kernelTimes(program, baseline), kernelTimes(program, variant)];
      const ratios = [...before].flatMap(([kernel, ms]) => {
        const ratio = (after.get(kernel) ?? 0) / ms;
        return Number.isFinite(ratio) && ratio > 0 ? [[kernel, ratio] as const] : [];
      });
      return { resolution: groups.resolve(trial.formats), ratios: new Map(ratios) };
    });
    if (configurations.every(({ ratios }) => ratios.size === 0)) return null;
    const refit = new Refit(model, resolve(program, baselineConfiguration), configurations);
    return { ...given, refit, factors: refit.factors };
  }

  constructor(
    private readonly fit: Fit,
    /** With the factors of the fit. */
    readonly model: PerformanceModel,
  ) {
    const { timed } = fit;
    this.trials = timed.map(({ number }) => number);
    this.off = { before: this.missed(fit.model), after: this.missed(model) };
  }

  /** `spread`: the standard deviation of its logarithm. Null where the model does not know it. */
  speedOf(trial: JudgedTrial): { readonly speedup: number; readonly spread: number } | null {
    if (trial.accumulators || trial.sets) return null;
    const known = this.known.get(trial.number);
    if (known) return known;
    const resolution = this.fit.groups.resolve(trial.formats);
    const speedup = this.model.speedup(resolution);
    if (speedup === null) return null;
    const spread = spreadOf(this.model.predict(resolution), this.fit.refit.uncertainty(resolution));
    const found = { speedup, spread };
    this.known.set(trial.number, found);
    return found;
  }

  /** Measured where it was timed. */
  rankedSpeedup(trial: JudgedTrial): number {
    return (trial.measurement ? null : this.speedOf(trial)?.speedup) ?? rankedSpeedup(trial);
  }

  private missed(model: PerformanceModel): number {
    const { timed, groups } = this.fit;
    const misses = timed.map((trial) => {
      const predicted = model.speedup(groups.resolve(trial.formats)) ?? 1;
      return Math.log(predicted / trial.measurement!.ratio) ** 2;
    });
    return Math.sqrt(misses.reduce((sum, one) => sum + one, 0) / misses.length);
  }
}
