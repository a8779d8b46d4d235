/**
 * The program whose sums are all folded, as a space: its groups as they are, and for each sum the format of what is added up before it is
 * folded into it. One text, and so one instrumented build, holds every choice between them.
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
    /** As the performance model of the folded program takes them. */
    readonly modelDimensions: readonly ModelDimension[],
    /** The folded program, with nothing narrower than it is declared. */
    readonly made: DerivedBench,
    private readonly sums: ReadonlyMap<string, Sum>,
    private readonly steps: number,
  ) {}

  /** Null where the sums cannot all be folded. */
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

  /** As one of the folded program: sums that stay wide are folded too, so that one build serves all. */
  trialOf(point: Point): SumsTrial {
    return trialOf(this.space, this.sums, this.steps, point);
  }

  /** The same with those sums as they are written; null where there are none. */
  withoutIdleFolds({ formats, accumulators }: SumsTrial): SumsTrial | null {
    const narrow = new Map([...this.sums.values()].map((sum) => [sum.id, sum.narrow]));
    const kept = Object.entries(accumulators).filter(
      ([id, way]) => typeof way === 'string' || way.in === narrow.get(id),
    );
    if (kept.length === Object.keys(accumulators).length) return null;
    return { formats, accumulators: Object.fromEntries(kept) };
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
