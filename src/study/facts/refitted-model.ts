/** The performance model refitted to measured times (analysis/performance/refit.ts), and its predictions for trials that were not timed. */
import { Refit, spreadOf, type TimedConfiguration } from '../../analysis/performance/refit.js';
import type { PerformanceModel } from '../../analysis/performance-model.js';
import type { RefitRecord } from '../../journal/records.js';
import type { JudgedTrial, StudyState } from '../../journal/replay.js';
import { rankedSpeedup } from '../../journal/trial-record.js';
import type { Program } from '../../program/program.js';
import { baselineConfiguration, resolve } from '../../space/resolve.js';
import { kernelTimes } from '../../workbench/kernel-times.js';
import type { TuningSpace } from '../search-space.js';

/** Trials timed kernel by kernel. Other summation methods or block sizes make a different program, which this model does not describe. */
export function timedByKernels(state: StudyState): JudgedTrial[] {
  return state.trials().filter((one) => one.measurement?.kernels && !one.accumulators && !one.blocks && !one.sets);
}

export function refitText({ trials, before, after }: Pick<RefitRecord, 'trials' | 'before' | 'after'>): string {
  const [asPriced, corrected] = [before, after].map((off) => `${(100 * off).toPrecision(2)} %`);
  const timed = `${trials.length === 1 ? 'trial' : 'trials'} ${trials.join(', ')}`;
  return `the times of ${timed} deviate by ${asPriced} from the model, and by ${corrected} from the refitted model`;
}

interface Given {
  readonly program: Program;
  /** The model before the refit. */
  readonly model: PerformanceModel;
  readonly groups: TuningSpace;
  readonly timed: readonly JudgedTrial[];
}

interface Fit extends Given {
  readonly refit: Refit;
  readonly factors: Refit['factors'];
}

export class RefittedModel {
  /** Numbers of the trials to which the model was fitted. */
  readonly trials: readonly number[];
  /** Deviation of the predicted from the measured times of these trials (root mean square of the logarithm), before and after the refit. */
  readonly off: { readonly before: number; readonly after: number };
  private readonly known = new Map<number, { readonly speedup: number; readonly spread: number }>();

  /** Null if no timed trial has a time for a kernel of the program. */
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
    /** The model with the factors of the fit. */
    readonly model: PerformanceModel,
  ) {
    const { timed } = fit;
    this.trials = timed.map(({ number }) => number);
    this.off = { before: this.missed(fit.model), after: this.missed(model) };
  }

  /** Predicted speedup, and the standard deviation of its logarithm (`spread`); null if the model has no prediction. */
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

  /** The measured speedup if the trial was timed, otherwise the predicted one. */
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
