/**
 * The share of a program's work that could run in another format: of the bytes that its loads and stores move, and of its floating-point
 * operations, each weighted by its executions (from the counts of a run or the loops around it); and the obstacles to the rest.
 *
 * A number in memory can change with its site. An operation can change if none of its operands with the same format is fixed.
 */
import { formats } from '../numerics/format.js';
import type { FunctionIndex, OperationIndex, Program, SiteIndex } from '../program/program.js';
import { baselineConfiguration, resolve } from '../space/resolve.js';
import { groupedBy } from '../support/grouped-by.js';
import { type FormatObstacle, FormatObstacles, type ObstacleCode, obstacleOfSite } from './format-obstacles.js';
import type { Groups } from './groups.js';
import { type ExecutionCounts, findBlockExecutions } from './performance/block-executions.js';
import { expectedExecutions } from './performance/expected-executions.js';
import { findMemoryUse } from './performance/memory-accesses.js';
import { deviceFunctions } from './scope.js';

export interface Obstacle {
  readonly code: ObstacleCode;
  /** The reason, for the site or operation that accounts for most of the loss. */
  readonly reason: string;
  /** Shares of all traffic and of all arithmetic, 0 to 1. */
  readonly traffic: number;
  readonly arithmetic: number;
  /** Sites with this obstacle, those with the largest loss first. */
  readonly sites: readonly SiteIndex[];
}

export interface TunableWork {
  readonly functions: 'kernels' | 'all';
  readonly weighedBy: 'counts' | 'loops';
  /** Tunable shares, 0 to 1; null without traffic or arithmetic. */
  readonly traffic: number | null;
  readonly arithmetic: number | null;
  /** By falling loss. */
  readonly obstacles: readonly Obstacle[];
}

export function findTunableWork(program: Program, groups: Groups, counts: ExecutionCounts | null): TunableWork {
  const device = deviceFunctions(program);
  const hasKernels = device.size > 0;
  const functions = hasKernels ? device : new Set(program.functions.keys());
  const executions = counts === null ? expectedExecutions(program) : findBlockExecutions(program, counts);
  const tally = new Tally();

  const { accesses } = findMemoryUse(program, functions, executions, hasKernels ? 'device' : 'every');
  const move = (site: SiteIndex, times: number): void => {
    tally.move(times * formats[program.sites[site]!.format].sizeBytes, obstacleOfSite(program, groups, site), site);
  };
  for (const { site, executions: times } of accesses) move(site, times);
  const runsOf = (index: OperationIndex): number => {
    const { function: owner, block } = program.operations[index]!;
    return counts?.operations.get(index) ?? executions[owner]![block]!;
  };
  for (const { operation, cell } of program.atomics) {
    const { site } = program.cells[cell]!;
    if (site !== null && functions.has(program.operations[operation]!.function)) move(site, 2 * runsOf(operation)); // read and written
  }

  const { valueFormats } = resolve(program, baselineConfiguration);
  const operations = groupedBy(program.operations.entries(), ([, operation]) => operation.function);
  for (const index of functions) {
    const formatObstacles = new FormatObstacles(program, groups, index, valueFormats[index]!);
    for (const { value, bytes, block } of unnamedMemory(program, index))
      tally.move(bytes * executions[index]![block]!, formatObstacles.of(value).obstacle, null);
    for (const [at, { kind, value }] of operations.get(index) ?? []) {
      if (kind === 'convert' || formatObstacles.isConstant(value)) continue;
      const { obstacle, site } = formatObstacles.of(value);
      tally.compute(runsOf(at), obstacle, site);
    }
  }
  return {
    functions: hasKernels ? 'kernels' : 'all',
    weighedBy: counts === null ? 'loops' : 'counts',
    ...tally.shares(),
  };
}

/** Reads through a pointer, a reference or an index that belong to no site. */
function unnamedMemory(program: Program, index: FunctionIndex): { value: number; bytes: number; block: number }[] {
  const { values, valueBlocks } = program.functions[index]!;
  return values.flatMap((value, at) => {
    if (value.kind !== 'load' || value.site !== null) return [];
    const { file, begin, end } = value.place.range;
    const text = program.files[file]?.source.text.slice(begin, end) ?? '';
    return /->|\[|^\s*\*/.test(text)
      ? [{ value: at, bytes: formats[value.format].sizeBytes, block: valueBlocks[at]! }]
      : [];
  });
}

class Tally {
  private readonly all = { traffic: 0, arithmetic: 0 };
  private readonly tunable = { traffic: 0, arithmetic: 0 };
  private readonly losses = new Map<ObstacleCode, Loss>();

  move(bytes: number, obstacle: FormatObstacle | null, site: SiteIndex | null): void {
    this.add('traffic', bytes, obstacle, site);
  }

  compute(times: number, obstacle: FormatObstacle | null, site: SiteIndex | null): void {
    this.add('arithmetic', times, obstacle, site);
  }

  shares(): Pick<TunableWork, 'traffic' | 'arithmetic' | 'obstacles'> {
    const { all, tunable } = this;
    const share = (what: Work) => (all[what] > 0 ? tunable[what] / all[what] : null);
    const obstacles = [...this.losses].map(([code, loss]): Obstacle => {
      const traffic = all.traffic > 0 ? loss.traffic / all.traffic : 0;
      const arithmetic = all.arithmetic > 0 ? loss.arithmetic / all.arithmetic : 0;
      return { code, traffic, arithmetic, reason: mostFirst(loss.reasons)[0]!, sites: mostFirst(loss.sites) };
    });
    obstacles.sort((a, b) => b.traffic + b.arithmetic - (a.traffic + a.arithmetic));
    return { traffic: share('traffic'), arithmetic: share('arithmetic'), obstacles };
  }

  private add(what: Work, amount: number, obstacle: FormatObstacle | null, site: SiteIndex | null): void {
    if (amount === 0) return;
    this.all[what] += amount;
    if (obstacle === null) {
      this.tunable[what] += amount;
      return;
    }
    const loss = this.losses.get(obstacle.code) ?? { traffic: 0, arithmetic: 0, reasons: new Map(), sites: new Map() };
    loss[what] += amount;
    loss.reasons.set(obstacle.reason, (loss.reasons.get(obstacle.reason) ?? 0) + amount);
    if (site !== null) loss.sites.set(site, (loss.sites.get(site) ?? 0) + amount);
    this.losses.set(obstacle.code, loss);
  }
}

type Work = 'traffic' | 'arithmetic';

interface Loss extends Record<Work, number> {
  readonly reasons: Map<string, number>;
  readonly sites: Map<SiteIndex, number>;
}

function mostFirst<Key>(amounts: ReadonlyMap<Key, number>): Key[] {
  return [...amounts].sort((a, b) => b[1] - a[1]).map(([key]) => key);
}
