/**
 * What a counted run counts. Every operation of a basic block runs as often as the block: one of them counts for all, and the stores
 * of a site count where they say how often a block runs that has no operation. What does not simply run as its block does counts for
 * itself: operations outside of their function's body (default arguments, initialisers of members, which several functions run),
 * operands that an instrumented program may evaluate twice, and what belongs to functions that are left in the middle of a block, or
 * whose instantiations are not alike.
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
  /** Those that count, with the others that run whenever they do. */
  readonly operations: ReadonlyMap<OperationIndex, readonly OperationIndex[]>;
  readonly sites: ReadonlySet<SiteIndex>;
}

const ARITHMETIC = /^(?:[-+*/]|[<>]=?|[=!]=)$/;
const isUnevaluated = ofKind('UnaryExprOrTypeTraitExpr', 'CXXNoexceptExpr', 'CXXTypeidExpr');
const throwsOrCatches = ofKind('CXXThrowExpr', 'CXXTryStmt');
const leavesInTheMiddle = ofKind('StmtExpr', 'CoyieldExpr', 'CoawaitExpr', 'CoreturnStmt');

const COMPUTING: readonly OperationKind[] = ['add', 'sub', 'mul', 'div', 'neg', 'compare', 'math', 'atomic'];

/** `counting` are the operations whose calls in the instrumented text can count. */
export function countedPlaces(syntax: ProgramSyntax, counting: ReadonlySet<OperationIndex>): CountedPlaces {
  const { program, functions } = syntax;
  const throws = functions.some(({ node }) => has(node, throwsOrCatches));
  const plain = new Set(functions.map(({ function: index }) => index));
  const apart = new Set<OperationIndex>();
  for (const { scope, function: index, node } of functions) {
    const isLeft = throws && program.functions[index]!.kind === 'host';
    if (isLeft || has(node, leavesInTheMiddle) || branchesByType(node)) plain.delete(index);
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
 * What the runtime is told about a counted program: what counts, unless everything does. One that counts under `anyConfiguration` has all
 * operations ask the table, and counts loops and functions; of others those ask that are not in fp64 as written, which is quicker.
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

/** As the runtime reads it: a bit for each place, in words of 64. */
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
