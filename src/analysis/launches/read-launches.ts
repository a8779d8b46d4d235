/** Reads the launches of a program: block and grid as far as they are understood, and the reason if a block size cannot change. */
import { ignoringParenCasts, isSubstituted } from '../../frontend/ast/ignoring.js';
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { FunctionSyntax } from '../../frontend/lower/lower-units.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import { isConstant, type LinearForm, substituted, sum } from '../../numerics/linear-form.js';
import { blockSizeObstacles } from './block-size-obstacles.js';
import type { SizeLiteral, SizeObstacle } from './block-sizes.js';
import { type IntegerReader, isBuiltin, SIDES, type SpeltNumber, type Trail } from './integer-reader.js';
import { KernelGuards } from './kernel-guards.js';
import { launchAt } from './launch-at.js';
import { givenForm, LaunchReader } from './launch-reader.js';
import type { ProgramVariables } from './program-variables.js';
import { type Obstacle, threadCooperation } from './thread-cooperation.js';
import { UnchangedValues } from './unchanged-values.js';

/** A launch, as far as its block is understood. */
export interface ReadLaunch {
  readonly launch: number;
  readonly owner: FunctionSyntax;
  readonly sides: readonly (SpeltNumber | null)[];
  /** A side is the default of a parameter or variable that the command line can change. */
  readonly isDefault: boolean;
  /** Numbers in the expression of the grid that must change with a side of the block. */
  readonly tied: readonly { readonly side: number; readonly literal: SizeLiteral }[];
  readonly isGridStride: boolean;
  /** The number of blocks, for a kernel that accepts any grid. */
  readonly grid: SizeLiteral | null;
  readonly trail: Trail;
  readonly obstacle: SizeObstacle | null;
}

export class Launches {
  private readonly unchanged: UnchangedValues;

  constructor(
    private readonly syntax: ProgramSyntax,
    private readonly variables: ProgramVariables,
  ) {
    this.unchanged = new UnchangedValues(
      syntax.places,
      (root) => variables.of(root),
      (id) => variables.definition(id),
    );
  }

  /** Each launch once, in the program's order. */
  read(): ReadLaunch[] {
    const read = this.syntax.functions.flatMap((owner) =>
      this.variables
        .of(owner.node)
        .tree.nodes.filter(({ kind }) => kind === 'CUDAKernelCallExpr')
        .flatMap((node) => this.readLaunch(owner, node) ?? []),
    );
    return [...new Map(read.map((one) => [one.launch, one])).values()].sort((a, b) => a.launch - b.launch);
  }

  private readLaunch(owner: FunctionSyntax, node: AstNode): ReadLaunch | null {
    const { program, places } = this.syntax;
    const place = places.ofNode(node);
    const launch = place ? launchAt(this.syntax, owner, node, place) : -1;
    if (!place || launch < 0) return null;
    const reader = this.variables.reader(owner.node);
    const read = new LaunchReader(reader, node);
    const { trail } = read;
    const fail = (reason: string, at: AstNode = node, sides: ReadLaunch['sides'] = []): ReadLaunch => ({
      ...{ launch, owner, sides, isDefault: false, tied: [], isGridStride: false, grid: null, trail },
      obstacle: { reason, place: places.ofNode(at) ?? place },
    });
    const block = read.blockSides();
    if (!block) return fail(blockSizeObstacles.computed());
    const numbers = block.map(({ number }) => number);
    const unknown = block.find(({ number }) => number === null);
    if (unknown) return fail(whyNoNumber(unknown.text), unknown.text);
    const sides = numbers.flatMap((number, at) => (number && number.value > 1 ? [at] : []));
    if (sides.length === 0) return fail(blockSizeObstacles.oneThread(), node, numbers);
    const kernel = this.syntax.functions.find(({ function: one }) => one === program.launches[launch]!.kernel);
    if (!kernel) return fail(blockSizeObstacles.kernelIsNotSeen(), node, numbers);
    const guards =
      this.obstacleBelow(kernel) ??
      new KernelGuards(this.variables.of(kernel.node), kernel.node, places).read(sides.map((at) => SIDES[at]!));
    if ('reason' in guards) return fail(this.worded(kernel, guards), guards.node, numbers);
    const isGridStride = sides.every((at) => guards.strided.has(SIDES[at]!));
    const grid = read.gridSides();
    const tied: { side: number; literal: SizeLiteral }[] = [];
    let numberOfBlocks: SizeLiteral | null = null;
    const parameters = new Map(
      children(kernel.node)
        .filter(({ kind }) => kind === 'ParmVarDecl')
        .map(({ id }, at) => [id, read.arguments[at]!]),
    );
    for (const at of sides) {
      const number = numbers[at]!;
      const side = SIDES[at]!;
      const expression = grid?.[at];
      const follows = expression ? read.gridSide(expression, number) : null;
      if (follows?.kind === 'follows') tied.push(...follows.tied.map((literal) => ({ side: at, literal })));
      if (guards.strided.has(side)) {
        if (follows?.kind === 'number' && sides.length === 1) numberOfBlocks = { range: follows.number.range, less: 0 };
        continue; // any grid is correct
      }
      if (follows?.kind === 'rounded-down')
        return fail(blockSizeObstacles.gridIsRoundedDown(), expression!.node, numbers);
      if (follows?.kind !== 'follows') return fail(blockSizeObstacles.gridIsIndependent(), expression?.node, numbers);
      const kept = guards.bounds.get(side) ?? [];
      const isCovered = kept.every((bound) => this.isCovered(follows.count, bound, reader, trail, parameters));
      if (!isCovered)
        return fail(blockSizeObstacles.otherBound(program.functions[kernel.function]!.name), expression!.node, numbers);
    }
    const changed = this.unchanged.changedBetween(owner.node, node, trail);
    if (changed) return fail(blockSizeObstacles.changesBeforeLaunch(changed.name), changed.node, numbers);
    return {
      ...{ launch, owner, sides: numbers, tied, isGridStride, trail, obstacle: null },
      isDefault: block.some((one) => one.isDefault),
      grid: isGridStride ? numberOfBlocks : null,
    };
  }

  /** The grid has a thread for every index below the bound. */
  private isCovered(
    count: LinearForm,
    bound: LinearForm,
    reader: IntegerReader,
    trail: Trail,
    parameters: ReadonlyMap<string, AstNode>,
  ): boolean {
    const boundAtLaunch = substituted(bound, (symbol) => givenForm(reader, trail, parameters, symbol));
    const over = sum(count, boundAtLaunch, -1);
    return isConstant(over) && over.constant >= 0;
  }

  /** An obstacle in a function that the kernel calls: it reads the thread's index, or its threads communicate. */
  private obstacleBelow(kernel: FunctionSyntax): Obstacle | null {
    const { functions } = this.syntax.program;
    const seen = new Set([kernel.function]);
    for (const waiting = [...functions[kernel.function]!.calls]; waiting.length > 0; ) {
      const next = waiting.pop()!;
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(...functions[next]!.calls);
      for (const { function: one, node } of this.syntax.functions) {
        if (one !== next) continue;
        const variables = this.variables.of(node);
        const builtin = variables.tree.nodes.find(isBuiltin);
        if (builtin) return { reason: blockSizeObstacles.asksForPlace(functions[next]!.name), node: builtin };
        const together = threadCooperation(variables);
        if (together) return together;
      }
    }
    return null;
  }

  private worded(kernel: FunctionSyntax, { reason }: Obstacle): string {
    return blockSizeObstacles.inKernel(this.syntax.program.functions[kernel.function]!.name, reason);
  }
}

function whyNoNumber(side: AstNode): string {
  return isSubstituted(ignoringParenCasts(side))
    ? 'its block size is a template parameter'
    : 'its block size is computed, not written as a number';
}
