/**
 * The variables outside a loop that need a copy in lower precision for its first iterations, and where the memory behind a pointer comes from: a
 * copy of it needs the number of its elements.
 */

import { isScalarValue } from '../../frontend/ast/c-types.js';
import { calleeName, calleeOf } from '../../frontend/ast/callee.js';
import { ignoringParenCasts, ignoringParenImpCasts } from '../../frontend/ast/ignoring.js';
import { isAssignment, isCallOrLaunch } from '../../frontend/ast/kinds.js';
import { type AstNode, children } from '../../frontend/ast/node.js';
import { type LoopStatement, within } from '../../frontend/loop-statements.js';
import { calledFunction } from '../../frontend/lower/calls/called-function.js';
import type { Range } from '../../program/place.js';
import type { SiteIndex } from '../../program/program.js';
import type { NodeRanges } from '../node-ranges.js';
import { siteOf } from '../site-of.js';
import { changedVariables } from './counted-loop.js';
import { NotSplit } from './not-split.js';

/** How the memory of a variable is allocated: the elements as a text, or as a text of bytes. */
export interface Allocation {
  readonly by: 'malloc' | 'new' | 'cudaMalloc';
  readonly elements: string | null;
  readonly bytes: string | null;
}

export type VariableKind =
  | { readonly kind: 'scalar' }
  /** The number of dimensions, and the text behind the name. */
  | { readonly kind: 'array'; readonly dimensions: number; readonly bounds: string }
  | { readonly kind: 'vector' }
  | { readonly kind: 'buffer'; readonly allocation: Allocation }
  /** A pointer that only helps to exchange others. */
  | { readonly kind: 'exchange' };

export interface LoopVariable {
  readonly site: SiteIndex;
  readonly name: string;
  /** The name in its declaration. */
  readonly declared: Range;
  /** The type of a number in it, as written. */
  readonly type: string;
  readonly isGlobal: boolean;
  readonly declaration: AstNode;
  readonly of: VariableKind;
}

/** Mentions of variables that become their copies, by the site of the variable. */
export type Mentions = ReadonlyMap<SiteIndex, readonly Range[]>;

/**
 * The lowered variables that a text mentions and does not declare itself. A scalar that is only handed to copied functions needs no copy if
 * the loop does not change it: the call converts it.
 */
export function mentionedIn(
  ranges: NodeRanges,
  scope: LoopStatement['scope'],
  text: AstNode,
  lowered: ReadonlySet<SiteIndex>,
  /** The parameters of a copied function, by its call; empty for other calls. */
  parametersOf: (call: AstNode) => readonly (SiteIndex | null)[],
  /** Whether a mention is not renamed; `parameter`: the one that receives it, if it is an argument. */
  isUnchanged: (site: SiteIndex, parameter: SiteIndex | null) => boolean,
  state: ReadonlySet<SiteIndex>,
): Mentions {
  const { program } = ranges.syntax;
  const own = new Set([...within(text)].flatMap((node) => scope.sites.get(node.id) ?? []));
  const found = new Map<SiteIndex, Range[]>();
  const visit = (node: AstNode, parameter: SiteIndex | null): void => {
    if (node.kind === 'MemberExpr') {
      const field = scope.sites.get(node.referencedMemberDecl ?? '');
      if (field !== undefined && lowered.has(field))
        throw new NotSplit(`${program.sites[field]!.id} is a field, of whose type the patch would need a second one`);
    }
    const site = node.kind === 'DeclRefExpr' ? scope.sites.get(node.referencedDecl?.id ?? '') : undefined;
    if (site !== undefined && lowered.has(site) && !own.has(site) && !isUnchanged(site, parameter)) {
      const range = ranges.rangeOf(node);
      if (!range || ranges.text(range) !== node.referencedDecl?.name)
        throw new NotSplit(`${program.sites[site]!.id} is named in the body of a macro`);
      found.set(site, [...(found.get(site) ?? []), range]);
    }
    const written = isCallOrLaunch(node) ? writtenByLibrary(scope, node) : [];
    const unknown = written.find((one) => lowered.has(one) && !state.has(one));
    if (unknown !== undefined)
      throw new NotSplit(`${program.sites[unknown]!.id} is passed to ${calleeName(node)}, which may write it`);
    const parameters = isCallOrLaunch(node) ? parametersOf(node) : [];
    const inner = children(node);
    for (const [at, child] of inner.entries())
      visit(
        child,
        node.kind === 'ImplicitCastExpr' ? parameter : (parameters[at - (inner.length - parameters.length)] ?? null),
      );
  };
  visit(text, null);
  return found;
}

/** Methods of containers that do not write their elements. */
const READING_METHODS = new Set([
  'size',
  'empty',
  'data',
  'begin',
  'end',
  'cbegin',
  'cend',
  'at',
  'front',
  'back',
  'swap',
]);

/** The sites whose memory a library function gets by address, so that it may write it. */
function writtenByLibrary(scope: LoopStatement['scope'], call: AstNode): SiteIndex[] {
  if (call.kind === 'CXXMemberCallExpr') {
    const callee = calleeOf(call);
    const site = callee && !READING_METHODS.has(callee.name ?? '') ? siteOf(scope, callee) : null;
    return site === null ? [] : [site];
  }
  if (call.kind !== 'CallExpr' || calledFunction(scope, call) !== null) return [];
  return children(call)
    .slice(1)
    .flatMap((argument) => (isScalarValue(scope.types.read(argument.type)) ? [] : (siteOf(scope, argument) ?? [])));
}

/** What each variable is; throws `NotSplit` for one that cannot be copied. */
export class LoopVariables {
  private readonly declarations = new Map<SiteIndex, AstNode>();
  private readonly locals = new Set<AstNode>();
  private readonly exchanges: Exchanges;

  constructor(
    private readonly ranges: NodeRanges,
    private readonly loop: LoopStatement,
    /** The definition of the loop's function. */
    private readonly definition: AstNode,
    root: AstNode,
  ) {
    const { sites } = loop.scope;
    for (const node of within(definition))
      if (node.kind === 'VarDecl' || node.kind === 'ParmVarDecl') this.locals.add(node);
    for (const node of [...within(root)]) {
      const site = node.kind === 'VarDecl' || node.kind === 'ParmVarDecl' ? sites.get(node.id) : undefined;
      if (site !== undefined && (!this.declarations.has(site) || node.storageClass !== 'extern'))
        this.declarations.set(site, node);
    }
    this.exchanges = findExchanges(loop.body);
  }

  describe(site: SiteIndex): LoopVariable {
    const { program, places } = this.ranges.syntax;
    const { id, name, shape, isOfVectors } = program.sites[site]!;
    const no = (why: string) => new NotSplit(`${id} ${why}`);
    const declaration = this.declarations.get(site);
    const declared = declaration && places.ofName(declaration)?.range;
    if (!declaration || !declared || places.text(declared) !== name)
      throw no('is declared by a macro or in another file');
    if (declaration.kind === 'ParmVarDecl' && shape !== 'scalar')
      throw no('is a parameter, of whose memory the function does not know the size');
    if (isOfVectors) throw no('is accessed as vectors');
    const isGlobal = !this.locals.has(declaration);
    if (isGlobal && program.sites[site]!.space !== 'host') throw no('is a variable in the memory of the GPU');
    if (!isGlobal && declaration.storageClass === 'static') throw no('is a static variable');
    if (isGlobal && declared.file !== this.ranges.rangeOf(this.loop.node)?.file)
      throw no('is declared in another file');
    const written = declaration.type?.qualType ?? '';
    const type = written
      .split(/[[*&]/)[0]!
      .replace(/\bconst\b/g, '')
      .trim();
    const found = { site, name, declared, type, isGlobal, declaration };
    switch (shape) {
      case 'scalar':
        return { ...found, of: { kind: 'scalar' } };
      case 'array': {
        const bounds = /\[.*$/.exec(written)?.[0] ?? '';
        const dimensions = bounds.split('[').length - 1;
        if (dimensions < 1 || dimensions > 2 || written.includes('*'))
          throw no('is an array of more than two dimensions');
        return { ...found, of: { kind: 'array', dimensions, bounds } };
      }
      case 'container':
        if (!/^(?:std::)?vector<[^<>]*>$/.test(written)) throw no('is a container other than a std::vector of numbers');
        return { ...found, type: written, of: { kind: 'vector' } };
      case 'pointer':
        if (isGlobal) throw no('is a global pointer');
        return { ...found, of: this.pointer(declaration, no) };
      case 'reference':
      case 'vector':
        throw no(`is a ${shape}`);
    }
  }

  /** Variables whose buffers the loop exchanges must have buffers of one size. */
  exchanged(): readonly (readonly string[])[] {
    return this.exchanges.rings;
  }

  private pointer(declaration: AstNode, no: (why: string) => NotSplit): VariableKind {
    const id = declaration.id;
    if ((this.loop.scope.types.read(declaration.type).pointerLevels ?? 1) > 1) throw no('is a pointer to pointers');
    const changes = [...within(this.definition)].filter((node) => changesVariable(node, id));
    const inLoop = new Set(within(this.loop.node));
    const inside = changes.filter((node) => inLoop.has(node));
    if (inside.some((node) => !this.exchanges.assignments.has(node)))
      throw no('changes in the loop other than by an exchange of pointers (t = a; a = b; b = t)');
    const before = changes.filter((node) => !inLoop.has(node));
    const start = children(declaration).at(-1);
    const given = [...(start?.kind ? [start] : []), ...before];
    if (given.length === 0 && this.exchanges.helpers.has(id)) return { kind: 'exchange' };
    const [only, more] = given;
    const allocation = only && more === undefined ? this.allocation(only) : null;
    if (!allocation) throw no('does not point to memory that its function allocates once, before the loop');
    return { kind: 'buffer', allocation };
  }

  private allocation(node: AstNode): Allocation | null {
    const isTaken = node.kind === 'UnaryOperator';
    const call = isTaken ? this.cudaMallocOf(node) : ignoringParenCasts(isAssignment(node) ? children(node)[1]! : node);
    if (!call) return null;
    const args = children(call).slice(1);
    const of = (argument: AstNode | undefined) => {
      const range = argument && this.ranges.rangeOf(argument);
      return range && this.isUnchanged(argument) ? this.ranges.text(range) : null;
    };
    if (isTaken) return measured('cudaMalloc', args[1], of);
    if (call.kind === 'CXXNewExpr') {
      const elements = call.isArray ? of(children(call)[0]) : null;
      return elements === null ? null : { by: 'new', elements, bytes: null };
    }
    if (call.kind !== 'CallExpr') return null;
    if (calleeName(call) === 'malloc') return measured('malloc', args[0], of);
    const [number, size] = calleeName(call) === 'calloc' ? [of(args[0]), of(args[1])] : [null, null];
    return number === null || size === null ? null : { by: 'malloc', elements: null, bytes: `(${number}) * (${size})` };
  }

  private cudaMallocOf(taken: AstNode): AstNode | null {
    for (const call of within(this.definition)) {
      if (call.kind !== 'CallExpr' || calleeName(call) !== 'cudaMalloc') continue;
      if (ignoringParenCasts(children(call)[1]!) === taken) return call;
    }
    return null;
  }

  /** Whether an expression has the same value in front of the loop as at the allocation. */
  private isUnchanged(node: AstNode): boolean {
    const parts = [node, ...within(node)];
    if (parts.some((one) => isCallOrLaunch(one) || isAssignment(one) || one.kind === 'MemberExpr')) return false;
    const changed = new Set(changedVariables(this.definition));
    return parts.every(({ referencedDecl }) => !referencedDecl || !changed.has(referencedDecl.id));
  }
}

/** `n * sizeof(double)`: the elements if they are written so, else the bytes. */
function measured(
  by: Allocation['by'],
  size: AstNode | undefined,
  of: (node: AstNode | undefined) => string | null,
): Allocation | null {
  const bytes = of(size);
  if (!size || bytes === null) return null;
  const product = ignoringParenImpCasts(size);
  const [left, right] = product.kind === 'BinaryOperator' && product.opcode === '*' ? children(product) : [];
  const isSize = (node: AstNode | undefined) =>
    node !== undefined && ignoringParenImpCasts(node).kind === 'UnaryExprOrTypeTraitExpr';
  const elements = isSize(right) ? of(left) : isSize(left) ? of(right) : null;
  return elements === null ? { by, elements: null, bytes } : { by, elements, bytes: null };
}

/** Whether a node assigns the variable itself or takes its address. */
function changesVariable(node: AstNode, id: string): boolean {
  const isTaken = node.kind === 'UnaryOperator' && node.opcode === '&';
  if (!isTaken && !isAssignment(node)) return false;
  return ignoringParenImpCasts(children(node)[0]!).referencedDecl?.id === id;
}

interface Exchanges {
  readonly assignments: ReadonlySet<AstNode>;
  /** The ids of the variables of each exchange. */
  readonly rings: readonly (readonly string[])[];
  /** The ids of the pointers that hold the first value meanwhile. */
  readonly helpers: ReadonlySet<string>;
}

/** `t = a; a = b; b = t;`, with any number of pointers. */
function findExchanges(body: AstNode): Exchanges {
  const assignments = new Set<AstNode>();
  const helpers = new Set<string>();
  const rings: string[][] = [];
  for (const block of [body, ...within(body)]) {
    if (block.kind !== 'CompoundStmt') continue;
    const moves = children(block).map((statement) => moveOf(statement));
    moves.forEach((first, at) => {
      const ring = first ? ringFrom(first, moves.slice(at + 1)) : null;
      if (!first || !ring) return;
      helpers.add(first.to);
      rings.push(ring.map(({ to }) => to));
      for (const { node } of [first, ...ring]) assignments.add(node);
    });
  }
  return { assignments, rings, helpers };
}

interface Move {
  readonly node: AstNode;
  readonly to: string;
  readonly from: string;
}

function ringFrom(first: Move, next: readonly (Move | null)[]): Move[] | null {
  const ring: Move[] = [];
  for (let expected = first.from, at = 0; ; at++) {
    const move = next[at];
    if (!move || move.to !== expected) return null;
    ring.push(move);
    if (move.from === first.to) return ring;
    expected = move.from;
  }
}

/** `a = b` or `double *a = b`, of variables. */
function moveOf(statement: AstNode): Move | null {
  const declared = statement.kind === 'DeclStmt' && children(statement).length === 1 ? children(statement)[0]! : null;
  const [to, value] = declared
    ? [declared.id, children(declared).at(-1)]
    : statement.kind === 'BinaryOperator' && statement.opcode === '='
      ? [ignoringParenImpCasts(children(statement)[0]!).referencedDecl?.id, children(statement)[1]]
      : [undefined, undefined];
  const from = value && ignoringParenImpCasts(value).referencedDecl?.id;
  return to !== undefined && from !== undefined ? { node: declared ?? statement, to, from } : null;
}
