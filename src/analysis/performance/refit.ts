/**
 * Corrects the model's prices by timed trials. In each kernel every resource has a factor f: its actual over its priced time there. With r for
 * the resources' times under a configuration and t(f·r) for the kernel's (kernel-time.ts), the time over the baseline's is predicted as
 *
 *   p(f) = t(f·r) / t(f·r₀)        (including what a waiting kernel hides, measured-times.ts)
 *
 * and the factors minimise
 *
 *   Σ over timed trials (ln p(f) − ln measured)² / σ²  +  Σ over resources (ln f)² / τ²
 *
 * by damped Gauss-Newton steps. τ is the deviation of prices before anything was timed, σ the deviation of the model with the best prices. To
 * first order ln f is then normally distributed with the covariance C = (JᵀJ/σ² + 1/τ²)⁻¹, J the derivatives of ln p: a prediction with the
 * gradient g has the uncertainty √(gᵀCg + σ²). Both deviations were chosen by the times of six programs on an H200
 * (test/analysis/performance/refit.test.ts checks them).
 */
import { type Matrix, solved } from '../../numerics/symmetric-matrix.js';
import type { FunctionIndex } from '../../program/program.js';
import type { Resolution } from '../../space/resolve.js';
import { AS_PRICED, type Factors, RESOURCES, timeOfResources } from './kernel-time.js';
import { scaledMs } from './measured-times.js';

/**
 * Standard deviation τ of ln f before anything was timed.
 * Chosen: prices were within a third of the measured times of most kernels of the corpus; other values tried are not recorded, and test/analysis/performance/refit.test.ts checks it on the times of six programs on an H200.
 */
const PRICE_DEVIATION = 0.3;
/**
 * Standard deviation σ of ln p with the best of factors.
 * Chosen: after a refit the times of configurations it was not fitted to are off by 6 to 7 % on average
 * (docs/auto.md); other values tried are not recorded, and test/analysis/performance/refit.test.ts checks it on the times of six programs on an H200.
 */
const MODEL_DEVIATION = 0.1;
/**
 * Step of ln f for derivatives by central differences, whose error grows with its square.
 * Chosen: errors of 1e-6, far below the deviations above; nothing else was tried.
 */
const DERIVATIVE_STEP = 1e-3;
/**
 * Parameters of the damped Gauss-Newton iteration (Levenberg and Marquardt): maximum steps, first damping, divisor and factor of the damping
 * after a step that helped or did not, the damping at which it gives up, the relative gain that ends it.
 * Chosen: usual values for that method; it converges before it reaches these limits; nothing else was tried.
 */
const MAX_STEPS = 60;
const FIRST_DAMPING = 1e-2;
const DAMPING_DIVISOR = 3;
const DAMPING_FACTOR = 4;
const MAX_DAMPING = 1e6;
const MIN_RELATIVE_GAIN = 1e-9;
/**
 * Upper limit on the derivative of a prediction that depends on no factor.
 * Chosen: rounding of the central differences stays below; nothing else was tried.
 */
const MIN_DERIVATIVE = 1e-9;

/** The part of a performance model that the refit uses. */
export interface PricedModel {
  asPriced(resolution: Resolution): ReadonlyMap<FunctionIndex, Float64Array>;
  measuredOverPriced(kernel: FunctionIndex): number;
}

/** A timed configuration: for each kernel, its time over the baseline's. */
export interface TimedConfiguration {
  readonly resolution: Resolution;
  readonly ratios: ReadonlyMap<FunctionIndex, number>;
}

export class Refit {
  readonly factors: ReadonlyMap<FunctionIndex, Factors>;
  private readonly kernels: ReadonlyMap<FunctionIndex, KernelFit>;

  /** `written`: the baseline. */
  constructor(
    private readonly model: PricedModel,
    written: Resolution,
    timed: readonly TimedConfiguration[],
  ) {
    const resources = timed.map(({ resolution }) => model.asPriced(resolution));
    this.kernels = new Map(
      [...model.asPriced(written)].map(([kernel, asWritten]) => {
        const runs = timed.flatMap(({ ratios }, at) => {
          const measured = ratios.get(kernel) ?? 0;
          return measured > 0 ? [{ resources: resources[at]!.get(kernel)!, measured }] : [];
        });
        return [kernel, new KernelFit(asWritten, model.measuredOverPriced(kernel), runs)];
      }),
    );
    this.factors = new Map([...this.kernels].map(([kernel, { factors }]) => [kernel, factors]));
  }

  /** Standard deviation of the logarithm of each kernel's predicted time over the baseline's. */
  uncertainty(resolution: Resolution): ReadonlyMap<FunctionIndex, number> {
    return new Map(
      [...this.model.asPriced(resolution)].map(([kernel, resources]) => [
        kernel,
        this.kernels.get(kernel)!.uncertainty(resources),
      ]),
    );
  }
}

/** The standard deviation for all kernels together, whose errors are independent. */
export function spreadOf(
  {
    timeMs,
    kernels,
  }: {
    readonly timeMs: number;
    readonly kernels: readonly { readonly function: FunctionIndex; readonly timeMs: number }[];
  },
  uncertainty: ReadonlyMap<FunctionIndex, number>,
): number {
  return Math.hypot(...kernels.map((one) => one.timeMs * uncertainty.get(one.function)!)) / timeMs;
}

interface TimedRun {
  readonly resources: Float64Array;
  readonly measured: number;
}

class KernelFit {
  readonly factors: Factors;
  private readonly logarithms: Float64Array;

  constructor(
    private readonly asWritten: Float64Array,
    private readonly measuredOverPriced: number,
    private readonly runs: readonly TimedRun[],
  ) {
    this.logarithms =
      runs.length === 0 || timeOfResources(asWritten) === 0 ? new Float64Array(RESOURCES.length) : this.fit();
    this.factors = this.logarithms.every((one) => one === 0) ? AS_PRICED : this.logarithms.map(Math.exp);
  }

  uncertainty(resources: Float64Array): number {
    const gradient = this.gradient(this.logarithms, resources);
    const spread = solved(this.information(this.logarithms, 0), gradient);
    const ofPrices = spread === null ? 0 : dot(gradient, spread);
    // a configuration equal to the baseline has no uncertainty
    return gradient.every((one) => Math.abs(one) < MIN_DERIVATIVE) ? 0 : Math.sqrt(ofPrices + MODEL_DEVIATION ** 2);
  }

  private fit(): Float64Array {
    let at = new Float64Array(RESOURCES.length);
    let cost = this.cost(at);
    let damping = FIRST_DAMPING;
    for (let step = 0; step < MAX_STEPS && damping < MAX_DAMPING; step++) {
      const move = solved(this.information(at, damping), this.downhill(at));
      const next = move && at.map((one, resource) => one + move[resource]!);
      const after = next ? this.cost(next) : Number.POSITIVE_INFINITY;
      if (next && after < cost) {
        const isDone = cost - after < MIN_RELATIVE_GAIN * (1 + cost);
        at = next;
        cost = after;
        damping /= DAMPING_DIVISOR;
        if (isDone) break;
      } else damping *= DAMPING_FACTOR;
    }
    return at;
  }

  private cost(logarithms: Float64Array): number {
    const misses = this.runs.reduce((sum, run) => sum + (this.miss(logarithms, run) / MODEL_DEVIATION) ** 2, 0);
    return misses + dot(logarithms, logarithms) / PRICE_DEVIATION ** 2;
  }

  private downhill(logarithms: Float64Array): Float64Array {
    const sum = logarithms.map((one) => -one / PRICE_DEVIATION ** 2);
    for (const run of this.runs) {
      const gradient = this.gradient(logarithms, run.resources);
      const miss = this.miss(logarithms, run) / MODEL_DEVIATION ** 2;
      for (let at = 0; at < sum.length; at++) sum[at]! -= miss * gradient[at]!;
    }
    return sum;
  }

  /** JᵀJ/σ² + (1 + damping)/τ². */
  private information(logarithms: Float64Array, damping: number): Matrix {
    const matrix = Array.from(logarithms, (_, row) => {
      const line = new Float64Array(logarithms.length);
      line[row] = (1 + damping) / PRICE_DEVIATION ** 2;
      return line;
    });
    for (const { resources } of this.runs) {
      const gradient = this.gradient(logarithms, resources);
      for (let row = 0; row < matrix.length; row++)
        for (let column = 0; column < matrix.length; column++)
          matrix[row]![column]! += (gradient[row]! * gradient[column]!) / MODEL_DEVIATION ** 2;
    }
    return matrix;
  }

  private miss(logarithms: Float64Array, { resources, measured }: TimedRun): number {
    return this.predicted(logarithms, resources) - Math.log(measured);
  }

  /** ln p. */
  private predicted(logarithms: Float64Array, resources: Float64Array): number {
    const written = timeOfResources(this.asWritten.map((ms, at) => ms * Math.exp(logarithms[at]!)));
    const ms = timeOfResources(resources.map((one, at) => one * Math.exp(logarithms[at]!)));
    const measuredMs = this.measuredOverPriced * written;
    return Math.log(scaledMs({ modelledMs: written, measuredMs }, ms) / measuredMs);
  }

  private gradient(logarithms: Float64Array, resources: Float64Array): Float64Array {
    return logarithms.map((one, at) => {
      const [more, less] = [DERIVATIVE_STEP, -DERIVATIVE_STEP].map((step) =>
        this.predicted(logarithms.with(at, one + step), resources),
      );
      return (more! - less!) / (2 * DERIVATIVE_STEP);
    });
  }
}

function dot(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, value, at) => sum + value * other[at]!, 0);
}
