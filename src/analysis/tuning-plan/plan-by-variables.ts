/**
 * The plan for GPUs (Gu's dissertation, section 4.2): variables are lowered one by one, memory that must agree together.
 *   1 inputs, and variables copied to the device and only read there
 *   2 locals, function by function: by function-AD, then by function-FLOP; shared memory that holds inputs first
 *   3 variables used by several kernels, or assigned by several functions
 *   4 variables copied to the device and written there
 *   5 outputs: variables written on the device and copied back
 * within each by weighted AD, then occurrences, then costlier operations first. With the shared-memory-first policy, all shared memory precedes
 * the rest.
 */
import type { FunctionIndex, Program, SiteIndex } from '../../program/program.js';
import { operandsOf } from '../../program/verify.js';
import { type FunctionDependency, type VariableDependencies, variableDependencies } from '../accumulated-dependency.js';
import { type Groups, isInGroup } from '../groups.js';
import { findMemorySpaces } from '../memory-spaces.js';
import type { BlockExecutions } from '../performance/block-executions.js';
import { deviceFunctions } from '../scope.js';
import { findInlining, type Inlining, notInlined } from './inlined-functions.js';
import { byKeys, type PlannedUnit, wideCost } from './planned-unit.js';

export interface VariablesWanted {
  /** Indices of the groups to plan. */
  readonly groups: readonly number[];
  /** Shared memory before everything else. */
  readonly sharedFirst: boolean;
  /** Whether device functions and small helpers are parts of the functions that call them. */
  readonly inlinesFunctions: boolean;
  /** Sites that hold inputs and outputs, as named by the user. */
  readonly inputs: ReadonlySet<SiteIndex>;
  readonly outputs: ReadonlySet<SiteIndex>;
}

/** Names of the categories, in the order of the plan. */
const CATEGORIES = [
  'shared memory, which is lowered first',
  'an input, or copied to the device and only read there',
  'local',
  'used by several kernels or assigned by several functions',
  'copied to the device and written there',
  'an output: written on the device and copied back',
] as const;
const [SHARED_FIRST, READ_ONLY, LOCAL, SEVERAL, READ_WRITE, OUTPUT] = [0, 1, 2, 3, 4, 5] as const;

interface Variable {
  readonly group: number;
  readonly category: (typeof CATEGORIES)[number];
  readonly rank: number;
  /** Shared memory that is assigned inputs only. */
  readonly holdsInputs: boolean;
  readonly owner: FunctionIndex | null;
  readonly dependency: number;
  readonly weighted: number;
  readonly occurrences: number;
  readonly cost: number;
}

export function planByVariables(
  program: Program,
  groups: Groups,
  executions: BlockExecutions,
  wanted: VariablesWanted,
): PlannedUnit[] {
  const inlining = wanted.inlinesFunctions ? findInlining(program, executions) : notInlined(program);
  const dependencies = variableDependencies(program, executions);
  const found = describeVariables(program, groups, { dependencies, inlining }, wanted);
  const functions = dependenciesOfOwners(dependencies.functions, inlining);
  const functionKeys = ({ rank, owner }: Variable): number[] =>
    rank !== LOCAL || owner === null ? [0, 0, 0] : [functions[owner]!.dependency, functions[owner]!.operations, owner];
  found.sort(
    byKeys((one) => [
      one.rank,
      ...functionKeys(one),
      one.holdsInputs ? 0 : 1,
      one.weighted,
      one.occurrences,
      -one.cost,
      one.group,
    ]),
  );
  return found.map((one) => ({
    id: nameOf(program, groups, one.group),
    groups: [one.group],
    operations: [],
    reason: reasonFor(program, one, functions),
  }));
}

/** A group is named after one of its members, preferably a kernel's. */
export function nameOf(program: Program, { groups }: Groups, group: number): string {
  const { sites } = groups[group]!;
  return program.sites[sites.find((site) => program.sites[site]!.inDeviceCode) ?? sites[0]!]!.id;
}

function describeVariables(
  program: Program,
  groups: Groups,
  { dependencies: { variables }, inlining }: { dependencies: VariableDependencies; inlining: Inlining },
  { groups: planned, sharedFirst, inputs, outputs }: VariablesWanted,
): Variable[] {
  const spaces = findMemorySpaces(program);
  const uses = findUses(program, groups, inlining);
  const copied = copiedGroups(program, groups);
  const device = deviceFunctions(program);
  const isReadOnly = (group: number): boolean =>
    copied.toDevice.has(group) && ![...uses.writers[group]!].some((one) => device.has(one));
  const holdsInput = (group: number) => isInGroup(groups, group, inputs) || isReadOnly(group);
  const rankOf = (group: number): number => {
    const { sites } = groups.groups[group]!;
    const isShared = sites.some((site) => spaces[site] === 'shared');
    if (isShared && sharedFirst) return SHARED_FIRST;
    if (isInGroup(groups, group, outputs)) return OUTPUT;
    if (holdsInput(group)) return READ_ONLY;
    const isWrittenThere = [...uses.writers[group]!].some((one) => device.has(one));
    if (copied.toHost.has(group) && isWrittenThere) return outputs.size > 0 ? READ_WRITE : OUTPUT;
    if (copied.toDevice.has(group)) return READ_WRITE;
    const kernels = [...uses.users[group]!].filter((one) => program.functions[one]!.kind === 'kernel');
    return kernels.length > 1 || uses.writers[group]!.size > 1 ? SEVERAL : LOCAL;
  };
  return planned.map((group) => {
    const { sites } = groups.groups[group]!;
    const rank = rankOf(group);
    const isShared = sites.some((site) => spaces[site] === 'shared');
    const sources = uses.sources[group]!;
    return {
      group,
      rank,
      category: CATEGORIES[rank]!,
      holdsInputs: isShared && sources !== null && sources.size > 0 && [...sources].every(holdsInput),
      owner: [...uses.writers[group]!][0] ?? ownerOf(program.sites[sites[0]!]!.function, inlining),
      dependency: Math.max(...sites.map((site) => variables[site]!.dependency)),
      weighted: sites.reduce((sum, site) => sum + variables[site]!.weighted, 0),
      occurrences: uses.occurrences[group]!,
      cost: uses.costs[group]!,
    };
  });
}

/** The function that a function is a part of; of several, the first. */
function ownerOf(index: FunctionIndex | null, inlining: Inlining): FunctionIndex | null {
  return index === null ? null : [...inlining[index]!.keys()][0]!;
}

/** Function-AD and function-FLOP with those of inlined functions, by the share of their calls. */
function dependenciesOfOwners(functions: readonly FunctionDependency[], inlining: Inlining): FunctionDependency[] {
  const found = functions.map(() => ({ dependency: 0, operations: 0 }));
  functions.forEach(({ dependency, operations }, index) => {
    for (const [owner, share] of inlining[index]!) {
      found[owner]!.dependency += share * dependency;
      found[owner]!.operations += share * operations;
    }
  });
  return found;
}

interface Uses {
  /** Functions that read or write the group, and those that write it. */
  readonly users: readonly Set<FunctionIndex>[];
  readonly writers: readonly Set<FunctionIndex>[];
  readonly occurrences: number[];
  /** Cost of the most expensive operation that uses the group. */
  readonly costs: number[];
  /** Groups that are copied into this one unchanged; null if a computed value is stored. */
  readonly sources: (Set<number> | null)[];
}

function findUses(program: Program, { groups, groupOf }: Groups, inlining: Inlining): Uses {
  const found: Uses = {
    users: groups.map(() => new Set<FunctionIndex>()),
    writers: groups.map(() => new Set<FunctionIndex>()),
    occurrences: groups.map(() => 0),
    costs: groups.map(() => 0),
    sources: groups.map(() => new Set<number>()),
  };
  program.functions.forEach(({ values }, owner) => {
    const groupAt = (index: number): number | null => {
      const value = values[index]!;
      return 'site' in value && value.site !== null ? groupOf[value.site]! : null;
    };
    values.forEach((value, index) => {
      const group = groupAt(index);
      if (group !== null && value.kind !== 'phi' && value.kind !== 'undefined') {
        for (const one of inlining[owner]!.keys()) found.users[group]!.add(one);
        if (value.kind !== 'parameter') found.occurrences[group]!++;
      }
      if (value.kind === 'store' && group !== null) {
        for (const one of inlining[owner]!.keys()) found.writers[group]!.add(one);
        const source = groupAt(value.value);
        if (source === null) found.sources[group] = null;
        else found.sources[group]?.add(source);
      }
      if (value.kind !== 'operation') return;
      const cost = wideCost(program.operations[value.operation]!);
      for (const operand of operandsOf(value)) {
        const used = groupAt(operand);
        if (used === null) continue;
        found.costs[used] = Math.max(found.costs[used]!, cost);
        if (values[operand]!.kind !== 'load') found.occurrences[used]!++;
      }
    });
  });
  for (const { operation, cell } of program.atomics) {
    const { site } = program.cells[cell]!;
    if (site === null) continue;
    for (const one of inlining[program.operations[operation]!.function]!.keys()) {
      found.writers[groupOf[site]!]!.add(one);
      found.users[groupOf[site]!]!.add(one);
    }
  }
  return found;
}

function copiedGroups(program: Program, { groupOf }: Groups): { toDevice: Set<number>; toHost: Set<number> } {
  const found = { toDevice: new Set<number>(), toHost: new Set<number>() };
  const learn = (set: Set<number>, cell: number | null) => {
    const site = cell === null ? null : program.cells[cell]!.site;
    if (site !== null) set.add(groupOf[site]!);
  };
  for (const { direction, destination, source } of program.transfers) {
    if (direction === 'host-to-device') learn(found.toDevice, destination);
    if (direction === 'device-to-host') learn(found.toHost, source);
  }
  return found;
}

function reasonFor(
  program: Program,
  { rank, category, holdsInputs, owner, dependency, weighted, occurrences, cost }: Variable,
  functions: readonly { readonly dependency: number; readonly operations: number }[],
): string {
  const where = rank === LOCAL && owner !== null ? ` to ${program.functions[owner]!.name}` : '';
  const measures =
    rank === LOCAL && owner !== null
      ? ` (function-AD ${Math.round(functions[owner]!.dependency)}, function-FLOP ${Math.round(functions[owner]!.operations)})`
      : '';
  const inputs = holdsInputs ? ', shared memory that holds inputs' : '';
  const own = `AD ${Math.round(dependency)}, weighted ${Math.round(weighted)}, ${occurrences} occurrences, cost ${cost}`;
  return `${category}${where}${measures}${inputs}; ${own}`;
}
