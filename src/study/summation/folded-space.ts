/**
 * The search space of the program in which every sum is folded: its groups, and for each sum the format of the inner sum. All points share one
 * source, and so one instrumented build.
 */
import type { ModelDimension } from '../../analysis/performance-model.js';
import type { Point, SearchSpace } from '../../search/strategy.js';
import type { Bench } from '../../workbench/bench.js';
import type { DerivedBench } from '../../workbench/derived/derived-benches.js';
import type { TuningSpace } from '../search-space.js';
import { trialConfiguration } from '../trials/trial-configuration.js';
import type { Sum, SumsTrial } from './accumulator-choices.js';

export class FoldedSpace {
  private constructor(
    readonly space: SearchSpace,
    /** The dimensions for the performance model of the folded program. */
    readonly modelDimensions: readonly ModelDimension[],
    /** The folded program in its declared formats. */
    readonly made: DerivedBench,
    private readonly sums: ReadonlyMap<string, Sum>,
    private readonly steps: number,
  ) {}

  /** Null if some sum cannot be folded. */
  static async make(
    bench: Bench,
    groups: TuningSpace,
    sums: readonly Sum[],
    steps: number,
  ): Promise<FoldedSpace | null> {
    const byGroup = new Map(sums.map((sum) => [sum.group, sum]));
    const dimensions = groups.space.dimensions.map(({ id, formats }) => {
      const sum = byGroup.get(id);
      return { id, formats: sum ? [formats[0]!, sum.narrow] : formats };
    });
    const space = { dimensions };
    const widest = dimensions.map(({ formats }) => formats[0]!);
    const programOf = (point: Point) =>
      bench.derived.withSums(trialConfiguration(bench.program, groups, trialOf(space, byGroup, steps, point)));
    const made = await programOf(widest);
    if (made.kind === 'infeasible') return null;
    const modelDimensions: ModelDimension[] = [];
    for (const [at, { formats }] of dimensions.entries()) {
      const lowered = formats.length > 1 ? await programOf(widest.with(at, formats[1]!)) : made;
      if (lowered.kind === 'infeasible') return null;
      modelDimensions.push({ sites: [...lowered.configuration.sites.keys()], operations: [], formats });
    }
    return new FoldedSpace(space, modelDimensions, made, byGroup, steps);
  }

  /** The trial of a point. Sums in their original format are folded too, so that one build serves all points. */
  trialOf(point: Point): SumsTrial {
    return trialOf(this.space, this.sums, this.steps, point);
  }

  /** The trial without folds that have no effect; null if it has none. */
  withoutIdleFolds({ formats, accumulators }: SumsTrial): SumsTrial | null {
    const narrow = new Map([...this.sums.values()].map((sum) => [sum.id, sum.narrow]));
    const effective = Object.entries(accumulators).filter(
      ([id, way]) => typeof way === 'string' || way.in === narrow.get(id),
    );
    if (effective.length === Object.keys(accumulators).length) return null;
    return { formats, accumulators: Object.fromEntries(effective) };
  }
}

function trialOf({ dimensions }: SearchSpace, sums: ReadonlyMap<string, Sum>, steps: number, point: Point): SumsTrial {
  const chosen = dimensions.map(({ id, formats: [declared] }, at) => ({ id, declared, format: point[at]! }));
  return {
    formats: Object.fromEntries(
      chosen.flatMap(({ id, declared, format }) => (sums.has(id) || format === declared ? [] : [[id, format]])),
    ),
    accumulators: Object.fromEntries(
      chosen.flatMap(({ id, format }) => {
        const sum = sums.get(id);
        return sum ? [[sum.id, { fold: steps, in: format }]] : [];
      }),
    ),
  };
}
