/** The rounds of a measurement per input: speedups may differ between inputs. */
import type { InputSpeed } from '../../journal/records.js';
import { estimateRatio, type RatioEstimate } from '../../numerics/bootstrap.js';

export class InputRounds {
  /** For each input, one number per round. */
  private readonly costs: Readonly<Record<'baseline' | 'variant', readonly number[][]>>;

  constructor(private readonly names: readonly string[]) {
    this.costs = { baseline: names.map(() => []), variant: names.map(() => []) };
  }

  /** Adds a program's costs in the current round, in the order of the names. */
  add(program: 'baseline' | 'variant', costs: readonly number[]): void {
    for (const [at, cost] of costs.entries()) this.costs[program][at]!.push(cost);
  }

  /** `total`: the estimate over all inputs, used directly if there is only one. */
  speeds(total: RatioEstimate, random: () => number, middle: (values: readonly number[]) => number): InputSpeed[] {
    const { baseline, variant } = this.costs;
    const [only, ...others] = this.names;
    if (only !== undefined && others.length === 0) return [{ input: only, ...total }];
    return this.names.map((input, at) => {
      const rounds = baseline[at]!.map((baselineMs, round) => ({ baselineMs, variantMs: variant[at]![round]! }));
      return { input, ...estimateRatio(rounds, random, middle) };
    });
  }
}
