/**
 * Local against global tuning (AMPT-GA, section 5.6 and Table 1): every kernel alone in the lowest formats, with the memory it accesses, and then
 * the whole program. If kernels could be tuned one by one, the sums of their gains and errors would be those of the whole program.
 */
import path from 'node:path';
import { z } from 'zod';
import { hasKernels } from '../analysis/scope.js';
import type { Metric } from '../numerics/metrics.js';
import type { FunctionIndex, Program } from '../program/program.js';
import { inFixedOrder } from '../search/fixed-order.js';
import { baselinePoint, defineStrategy, type Point, type SearchSpace, type Strategy } from '../search/strategy.js';
import { groupedBy } from '../support/grouped-by.js';
import type { Bench } from '../workbench/bench.js';
import type { OpenedProgram } from '../workbench/open-program.js';
import { type ComparisonRequest, conduct, goalOfAnyError } from './comparison.js';
import { groupId } from './search-space.js';
import { sitesOf } from './sets/sets-with-memory.js';

/** One kernel alone (or several with the same groups), or the whole program, in the lowest formats. */
export interface LocalRow {
  readonly program: string;
  /** Names of kernels, or of functions if there are no kernels; empty for the whole program. */
  readonly parts: readonly string[];
  /** Number of groups in a lower format. */
  readonly groups: number;
  readonly metric: Metric;
  readonly error: number | null;
  readonly speedup: number | null;
  readonly timing: 'measured' | 'modelled' | null;
  readonly interval?: readonly [low: number, high: number];
}

/** Rows of each part in the order of the source, then that of the whole program; empty if nothing can be lowered. */
export async function tuneLocally(program: OpenedProgram, request: ComparisonRequest): Promise<LocalRow[]> {
  const { workbench: bench } = program;
  const asked: LocalPoint[] = [];
  const strategy = partByPart(bench, asked);
  request.report({ doing: `every ${hasKernels(bench.program) ? 'kernel' : 'function'} alone in its lowest precision` });
  const { trials, row } = await conduct(
    program,
    { ...request, goal: goalOfAnyError(request.goal), study: { ...request.study, timing: 'every' } },
    { label: strategy.name, name: strategy, options: {} },
    { folder: path.join(request.folder, 'local'), known: [] },
  );
  return asked.map(({ parts, point, whole }, at): LocalRow => {
    const trial = trials[at];
    const groups = point.filter((format, dimension) => format !== whole.dimensions[dimension]!.formats[0]).length;
    const interval = trial?.measurement && { interval: [trial.measurement.low, trial.measurement.high] as const };
    return {
      ...{ program: row.program, parts, groups, metric: request.goal.metric, error: trial?.error ?? null },
      ...{ speedup: trial?.speedup ?? null, timing: trial?.speedupKind ?? null },
      ...interval,
    };
  });
}

interface LocalPoint {
  readonly parts: readonly string[];
  readonly point: Point;
  readonly whole: SearchSpace;
}

/** Proposes each part's point once, and the lowest point of all; the trials of the study are in the order of `asked`. */
function partByPart({ program, groups }: Bench, asked: LocalPoint[]): Strategy {
  return defineStrategy({
    name: 'local',
    summary: 'lower each kernel alone, then all of them',
    options: z.strictObject({}),
    *propose({ space }) {
      const baseline = baselinePoint(space);
      const lowest = space.dimensions.map(({ formats }) => formats.at(-1)!);
      const points = partsOf(program).map((index) => {
        // main reaches every function, and would be the whole program
        const sites = hasKernels(program) ? sitesOf(program, index) : sitesOf(program, index, new Set([index]));
        const own = new Set([...sites].map((site) => groups.groupOf[site]!));
        const ids = new Set([...own].map((group) => groupId(program, groups.groups[group]!.sites)));
        const point = space.dimensions.map(({ id }, at) => (ids.has(id) ? lowest[at]! : baseline[at]!));
        return { name: program.functions[index]!.name, point };
      });
      const lowering = points.filter(({ point }) => point.join() !== baseline.join());
      for (const same of groupedBy(lowering, ({ point }) => point.join()).values())
        asked.push({ parts: same.map(({ name }) => name), point: same[0]!.point, whole: space });
      if (asked.length > 0) asked.push({ parts: [], point: lowest, whole: space });
      yield* inFixedOrder(asked, ({ point }) => point);
    },
  });
}

function partsOf(program: Program): FunctionIndex[] {
  const kind = hasKernels(program) ? 'kernel' : 'host';
  return program.functions.flatMap((one, index) => (one.kind === kind && one.body !== null ? [index] : []));
}
