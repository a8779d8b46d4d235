/**
 * A program's work independent of formats: the operations of each function with executions and costs, the values that may need a conversion and
 * their users, the numbers that each kernel moves. A configuration only chooses the formats.
 */
import type { FunctionIndex, OperationIndex, Program, SiteIndex, ValueIndex } from '../../program/program.js';
import { convertsOperands, passedAs } from '../../space/resolve.js';
import { deviceFunctions, hasKernels } from '../scope.js';
import { type BlockExecutions, type ExecutionCounts, everyBlockOnce, findBlockExecutions } from './block-executions.js';
import { type Contraction, findContractions } from './contractions.js';
import { costOf, type OperationCost } from './cost-class.js';
import { findDivergence } from './divergence.js';
import { findTraffic, type KernelTraffic, launchesOf } from './kernel-traffic.js';
import { conversionsPerLoad } from './local-arrays.js';
import { findMemoryUse } from './memory-accesses.js';

export interface PricedOperation {
  readonly operation: OperationIndex;
  readonly value: ValueIndex;
  readonly cost: OperationCost;
  readonly executions: number;
}

/** A use that determines a format: an operation, or storage. */
export interface Use {
  readonly user: ValueIndex;
  readonly target: { readonly kind: 'operation' | 'site'; readonly index: number };
  readonly executions: number;
}

/** A value is converted once for all users that need the same format, either where it is defined or where it is used, whichever runs less often. */
export interface UsedValue {
  readonly value: ValueIndex;
  readonly executions: number;
  readonly uses: readonly Use[];
}

/** A number that an addition or multiplication takes: cheaper in formats of several parts if it is a single part. */
export interface Operand {
  readonly value: ValueIndex;
  readonly operation: OperationIndex;
  readonly cost: OperationCost;
  readonly executions: number;
}

export interface FunctionWork {
  readonly function: FunctionIndex;
  readonly operations: readonly PricedOperation[];
  readonly contractions: readonly (Contraction & { readonly executions: number })[];
  readonly used: readonly UsedValue[];
  readonly operands: readonly Operand[];
}

export interface KernelWork {
  readonly function: FunctionIndex;
  /** The kernel itself and the functions it calls, with the share of their executions due to this kernel. */
  readonly parts: readonly { readonly function: FunctionIndex; readonly share: number }[];
  readonly traffic: KernelTraffic;
  /** Threads of one launch; null without counts. */
  readonly threads: number | null;
  /** Numbers that a thread keeps in registers, by site. */
  readonly registers: ReadonlyMap<SiteIndex, number>;
}

export interface Work {
  readonly functions: readonly FunctionWork[];
  readonly kernels: readonly KernelWork[];
}

/** Without counts every operation runs once. */
export function findWork(
  program: Program,
  counts: ExecutionCounts | null,
  folded: ReadonlySet<SiteIndex> = new Set(),
): Work {
  const executions = counts === null ? everyBlockOnce(program) : findBlockExecutions(program, counts);
  const device = deviceFunctions(program);
  // a program without kernels is priced as if each function were a kernel
  const modelled = hasKernels(program) ? device : new Set(program.functions.keys());
  const { accesses, valueBlocks, repeated } = findMemoryUse(program, modelled, executions, 'device');
  const factors = counts === null ? executions : findDivergence(program, device, executions, folded);
  const valueExecutions = program.functions.map((_, index) => {
    const busy = executions[index]!.map((runs, block) => (counts === null ? runs : runs * factors[index]![block]!));
    return valueBlocks[index]!.map((block) => busy[block]!);
  });
  const perLoad = conversionsPerLoad(program, modelled, (index, value) => valueExecutions[index]![value]!);
  const isKernel = (index: FunctionIndex) => !device.has(index) || program.functions[index]!.kind === 'kernel';
  const roots = [...modelled].filter(isKernel);
  const shares = sharesOfRuns(program, modelled, new Set(roots), executions);
  return {
    functions: [...modelled].map((index) =>
      functionWork(program, index, counts, valueExecutions[index]!, factors[index]!, (value) => {
        const node = program.functions[index]!.values[value]!;
        if (counts === null || node.kind !== 'load' || node.site === null) return 1;
        return repeated[index]!.has(value) ? 0 : (perLoad.get(node.site) ?? 1);
      }),
    ),
    kernels: roots.map((root) => {
      const parts = [...modelled].flatMap((index) => {
        const share = shares.get(index)?.get(root) ?? 0;
        return share > 0 ? [{ function: index, share }] : [];
      });
      const traffic = findTraffic(program, root, parts, accesses, counts);
      const launches = launchesOf(program, root, counts);
      const threads = launches === null ? null : executions[root]![0]! / launches;
      return { function: root, parts, traffic, threads, registers: numbersInRegisters(program, parts) };
    }),
  };
}

function functionWork(
  program: Program,
  index: FunctionIndex,
  counts: ExecutionCounts | null,
  valueExecutions: readonly number[],
  factors: readonly number[],
  /** The fraction of a value's executions in which it must be converted. */
  shareConverted: (value: ValueIndex) => number,
): FunctionWork {
  const { values, returnSite } = program.functions[index]!;
  const operations = program.operations.flatMap((operation, at): PricedOperation[] => {
    if (operation.function !== index) return [];
    const counted = counts?.operations.get(at);
    const executions = counted === undefined ? valueExecutions[operation.value]! : counted * factors[operation.block]!;
    return [{ operation: at, value: operation.value, cost: costOf(operation), executions }];
  });
  const uses = new Map<ValueIndex, Use[]>();
  const use = (value: ValueIndex, user: ValueIndex, kind: 'operation' | 'site', target: number): void => {
    const list = uses.get(value) ?? [];
    list.push({ user, target: { kind, index: target }, executions: valueExecutions[user]! });
    uses.set(value, list);
  };
  values.forEach((value, user) => {
    if (value.kind === 'store' && value.site !== null) use(value.value, user, 'site', value.site);
    if (value.kind === 'return' && returnSite !== null) use(value.value, user, 'site', returnSite);
    if (value.kind === 'call')
      passedAs(program, value).forEach((parameter, position) => {
        use(value.arguments[position]!, user, 'site', parameter);
      });
    if (value.kind === 'operation' && convertsOperands(program.operations[value.operation]!))
      for (const operand of value.operands) use(operand, user, 'operation', value.operation);
  });
  const operands = operations.flatMap(({ operation, value, cost, executions }): Operand[] => {
    const node = values[value]!;
    if (node.kind !== 'operation' || !(cost.class === 'add' || cost.class === 'mul')) return [];
    return node.operands.map((operand) => ({ value: operand, operation, cost, executions }));
  });
  return {
    function: index,
    operations,
    operands,
    contractions: findContractions(program, index).map((one) => ({
      ...one,
      executions: valueExecutions[program.operations[one.product]!.value]!,
    })),
    used: [...uses].map(([value, list]) => ({
      value,
      executions: valueExecutions[value]! * shareConverted(value),
      uses: list,
    })),
  };
}

/** Function → kernel → share: a function's executions are divided among its callers in proportion to their calls. */
function sharesOfRuns(
  program: Program,
  modelled: ReadonlySet<FunctionIndex>,
  roots: ReadonlySet<FunctionIndex>,
  executions: BlockExecutions,
): Map<FunctionIndex, Map<FunctionIndex, number>> {
  const shares = new Map<FunctionIndex, Map<FunctionIndex, number>>();
  const visit = (index: FunctionIndex, path: ReadonlySet<FunctionIndex>): Map<FunctionIndex, number> => {
    const known = shares.get(index);
    if (known) return known;
    if (roots.has(index)) return new Map([[index, 1]]);
    const callers = [...modelled].filter((one) => !path.has(one) && program.functions[one]!.calls.includes(index));
    const counted = callers.map((caller) => callsOf(program, caller, index, executions));
    const isCounted = counted.some((calls) => calls > 0);
    const weights = isCounted ? counted : callers.map(() => 1);
    const total = weights.reduce((sum, one) => sum + one, 0);
    const found = new Map<FunctionIndex, number>();
    callers.forEach((caller, position) => {
      for (const [root, share] of visit(caller, new Set([...path, index])))
        found.set(root, (found.get(root) ?? 0) + (share * weights[position]!) / total);
    });
    shares.set(index, found);
    return found;
  };
  for (const index of modelled) shares.set(index, visit(index, new Set([index])));
  return shares;
}

function callsOf(program: Program, caller: FunctionIndex, callee: FunctionIndex, executions: BlockExecutions): number {
  const { values, valueBlocks } = program.functions[caller]!;
  return values.reduce(
    (sum, value, at) =>
      value.kind === 'call' && value.function === callee ? sum + executions[caller]![valueBlocks[at]!]! : sum,
    0,
  );
}

/**
 * The share of a function's scalars that are needed at the same time.
 * Chosen: half of them; tried 0.25 and 1 (results/without-a-gpu/model/other-constants.txt): no program's times depend on it by 1 %.
 */
const LIVE_SCALAR_SHARE = 0.5;
/**
 * Numbers in registers for each element of a local array: the element, and values computed from it.
 * Chosen: all elements are needed at the same time; tried 1 and 1.5 (results/without-a-gpu/model/other-constants.txt): only sedov depends on it,
 * by 0.5 %.
 */
const NUMBERS_PER_LOCAL_ELEMENT = 1.25;

function numbersInRegisters(
  program: Program,
  parts: readonly { readonly function: FunctionIndex }[],
): Map<SiteIndex, number> {
  const owners = new Set(parts.map((part) => part.function));
  const found = new Map<SiteIndex, number>();
  program.sites.forEach(({ function: owner, space, shape, elements }, site) => {
    if (owner === null || !owners.has(owner) || space !== 'local') return;
    if (shape === 'scalar') found.set(site, LIVE_SCALAR_SHARE);
    else if (shape === 'array' && elements !== null) found.set(site, NUMBERS_PER_LOCAL_ELEMENT * elements);
  });
  return found;
}

/** Every site whose format affects the cost of a function. */
export function sitesOf({ used, contractions }: FunctionWork): Set<SiteIndex> {
  const found = new Set<SiteIndex>();
  for (const { uses } of used) for (const { target } of uses) if (target.kind === 'site') found.add(target.index);
  for (const { through } of contractions) if (through !== null) found.add(through);
  return found;
}
