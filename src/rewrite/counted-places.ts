/**
 * Chooses the operations that a profiling run counts. Every operation of a basic block runs as often as the block, so one of them counts for
 * all; the stores of a site count if they give the executions of a block without operations. Operations that may run more or less often than
 * their block count for themselves: those outside their function's body (default arguments, member initialisers, which several functions run),
 * operands that an instrumented program may evaluate twice, and operations of functions that may be left in the middle of a block, or whose
 * instantiations differ.
 */
import { informativeSites } from '../analysis/performance/block-executions.js';
import { type AstNode, ofKind } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Operation, OperationIndex, OperationKind, Program, SiteIndex } from '../program/program.js';
import { baselineConfiguration, resolve } from '../space/resolve.js';
import { descendants } from './declaration-edits.js';
import { orderOf } from './evaluation-order.js';

export interface CountedPlaces {
  /** Operations that count, each with the others that run exactly as often. */
  readonly operations: ReadonlyMap<OperationIndex, readonly OperationIndex[]>;
  readonly sites: ReadonlySet<SiteIndex>;
}

const ARITHMETIC = /^(?:[-+*/]|[<>]=?|[=!]=)$/;
const isUnevaluated = ofKind('UnaryExprOrTypeTraitExpr', 'CXXNoexceptExpr', 'CXXTypeidExpr');
const throwsOrCatches = ofKind('CXXThrowExpr', 'CXXTryStmt');
const leavesMidBlock = ofKind('StmtExpr', 'CoyieldExpr', 'CoawaitExpr', 'CoreturnStmt');

const COMPUTING: readonly OperationKind[] = ['add', 'sub', 'mul', 'div', 'neg', 'compare', 'math', 'atomic'];

/** `counting`: the operations whose calls in the instrumented text can count. */
export function countedPlaces(syntax: ProgramSyntax, counting: ReadonlySet<OperationIndex>): CountedPlaces {
  const { program, functions } = syntax;
  const throws = functions.some(({ node }) => has(node, throwsOrCatches));
  const plain = new Set(functions.map(({ function: index }) => index));
  const apart = new Set<OperationIndex>();
  for (const { scope, function: index, node } of functions) {
    const isLeft = throws && program.functions[index]!.kind === 'host';
    if (isLeft || has(node, leavesMidBlock) || branchesByType(node)) plain.delete(index);
    for (const part of descendants(node)) {
      const isOrdered = ARITHMETIC.test(part.opcode ?? '') && orderOf(scope, part) !== 'any';
      if (isOrdered || isUnevaluated(part)) for (const one of operationsIn(scope, part)) apart.add(one);
    }
  }
  const isShared = (index: OperationIndex, operation: Operation): boolean =>
    counting.has(index) &&
    plain.has(operation.function) &&
    !apart.has(index) &&
    isInBody(program.functions[operation.function]!.body, operation);
  const counted = new Map<OperationIndex, OperationIndex[]>();
  const first = new Map<string, OperationIndex>();
  program.operations.forEach((operation, index) => {
    if (!counting.has(index)) return;
    const block = `${operation.function} ${operation.block}`;
    const representative = isShared(index, operation) ? first.get(block) : undefined;
    if (representative !== undefined) return counted.get(representative)!.push(index);
    counted.set(index, []);
    if (isShared(index, operation)) first.set(block, index);
  });
  return { operations: counted, sites: informativeSites(program) };
}

function* operationsIn(scope: UnitScope, node: AstNode): Generator<OperationIndex> {
  for (const part of descendants(node))
    for (const kind of COMPUTING) {
      const operation = scope.operationNodes.get(`${part.id} ${kind}`);
      if (operation !== undefined) yield operation;
    }
}

/**
 * Macros that configure the runtime of a profiling build: the places that count, unless all do. With `anyConfiguration` all operations consult
 * the format table, and loops and functions count; otherwise only operations that are not fp64 in the source do, which is faster.
 */
export function countedDefines(program: Program, counted: CountedPlaces | null, anyConfiguration: boolean): string[] {
  const { operations, sites, loops, functions } = program;
  const { operationFormats } = resolve(program, baselineConfiguration);
  const narrow = operations.flatMap((_, index) => (operationFormats[index] === 'fp64' ? [] : [index]));
  const behind = (site: SiteIndex) => operations.length + site;
  return [
    ...(counted
      ? [
          `MX_COUNTED=${placeWords([...counted.operations.keys(), ...[...counted.sites].map(behind)], behind(sites.length))}`,
        ]
      : []),
    ...(anyConfiguration
      ? [`MX_LOOPS=${loops.length}`, `MX_FUNCTIONS=${functions.length}`]
      : [`MX_NARROW=${placeWords(narrow, operations.length)}`]),
  ];
}

/** The runtime's format: one bit per place, in words of 64. */
function placeWords(places: readonly number[], length: number): string {
  const words = Array.from({ length: Math.ceil(length / 64) || 1 }, () => 0n);
  for (const place of places) words[place >> 6] = words[place >> 6]! | (1n << BigInt(place & 63));
  return words.map((word) => `0x${word.toString(16)}ull`).join(',');
}

function isInBody(body: { file: number; begin: number; end: number } | null, { place: { range } }: Operation): boolean {
  return body !== null && body.file === range.file && body.begin <= range.begin && range.end <= body.end;
}

function has(node: AstNode, isSought: (node: AstNode) => boolean): boolean {
  for (const child of descendants(node)) if (isSought(child)) return true;
  return false;
}

/** `if constexpr`: another instantiation may have taken the other branch. */
function branchesByType(node: AstNode): boolean {
  for (const child of descendants(node)) if (child.kind === 'IfStmt' && child.isConstexpr === true) return true;
  return false;
}
