/**
 * Lowers one function's body: statements to basic blocks, expressions (see expressions.ts) to operations and SSA values,
 * pointer and reference flow to joins between cells.
 */
import type { Format } from '../../numerics/format.js';
import type { Place } from '../../program/place.js';
import type {
  CellIndex,
  FunctionIndex,
  LoopIndex,
  OperationKind,
  SiteIndex,
  Value,
  ValueIndex,
} from '../../program/program.js';
import { isScalarValue, type TypeFacts } from '../ast/c-types.js';
import { type AstNode, children, isPresent } from '../ast/node.js';
import type { ProgramBuilder } from './builder.js';
import { declareStorage, rememberConstant } from './declarations.js';
import { lower, type Result, readValue } from './expressions.js';
import { lowerInitialiser } from './initialisers.js';
import { integerConstant } from './integer-constants.js';
import { type BlockIndex, SsaBuilder } from './ssa.js';
import { tripCount } from './trip-count.js';
import type { UnitScope } from './unit-scope.js';

interface JumpTargets {
  readonly onBreak: BlockIndex;
  readonly onContinue: BlockIndex | null;
}

export interface OperationDraft {
  readonly kind: OperationKind;
  readonly symbol: string;
  readonly node: AstNode;
  readonly at?: Place | null;
  readonly format: Format;
  readonly operands: readonly (ValueIndex | null)[];
  readonly implicit?: boolean;
}

export class BodyLowering {
  readonly ssa = new SsaBuilder();
  readonly builder: ProgramBuilder;
  /** Scalars whose address is never taken: they live in SSA values, not in memory. */
  readonly promoted = new Set<SiteIndex>();
  block: BlockIndex;
  private loop: LoopIndex | null = null;
  private loopDepth = 0;
  private readonly jumps: JumpTargets[] = [];
  private readonly labels = new Map<string, BlockIndex>();
  private switchHead: BlockIndex | null = null;
  private readonly addressTaken: Set<string>;
  private readonly operationIndices: number[] = [];
  /** Inside `sizeof`, `decltype` and default arguments nothing is executed. */
  unevaluated = 0;

  constructor(
    readonly scope: UnitScope,
    readonly owner: FunctionIndex | null,
    private readonly root: AstNode,
    /** A further instantiation adds flows and checks formats, but no operations: those are the first one's. */
    readonly recordsProgram: boolean,
  ) {
    this.builder = scope.builder;
    this.block = this.ssa.newBlock([], { sealed: true });
    this.addressTaken = declarationsUsedAsMemory(root);
  }

  run(): void {
    const draft = this.builder.functions[this.owner!]!;
    for (const child of children(this.root)) {
      if (child.kind === 'ParmVarDecl') this.enterParameter(child);
      if (child.kind === 'CXXCtorInitializer') this.constructorInitialiser(child);
    }
    for (const child of children(this.root))
      if (child.kind === 'CompoundStmt' || child.kind === 'CXXTryStmt') this.statement(child);
    for (const label of this.labels.values()) this.ssa.seal(label);
    const { values, renumber } = this.ssa.finish();
    for (const index of this.operationIndices) {
      const operation = this.builder.operations[index]!;
      this.builder.operations[index] = { ...operation, value: renumber(operation.value) };
    }
    if (!this.recordsProgram) return;
    draft.values = values;
    draft.blockCount = this.ssa.blockCount;
  }

  place(node: AstNode): Place | null {
    return this.builder.places.ofNode(node);
  }

  types(node: AstNode): TypeFacts {
    return this.scope.types.read(node.type);
  }

  add(value: Value): ValueIndex {
    return this.ssa.add(value);
  }

  operation(draft: OperationDraft): ValueIndex {
    const operands = draft.operands.filter((operand) => operand !== null);
    const place = this.place(draft.node);
    if (this.unevaluated > 0 || !this.recordsProgram || this.owner === null || place === null) {
      return this.add({
        kind: 'call',
        callee: draft.symbol,
        function: null,
        arguments: operands,
        format: draft.format,
        place: place ?? NOWHERE,
      });
    }
    const operation = this.builder.operations.length;
    const value = this.add({ kind: 'operation', operation, operands });
    this.operationIndices.push(operation);
    this.scope.operationNodes.set(`${draft.node.id} ${draft.kind}`, operation);
    this.builder.operations.push({
      kind: draft.kind,
      symbol: draft.symbol,
      function: this.owner,
      place,
      at: draft.at ?? place,
      format: draft.format,
      value,
      loop: this.loop,
      loopDepth: this.loopDepth,
      block: this.block,
      implicit: draft.implicit ?? false,
    });
    return value;
  }

  read(site: SiteIndex): ValueIndex {
    return this.ssa.read(site, this.block);
  }

  /** A definition of a promoted variable, or a store to memory. */
  store(site: SiteIndex | null, value: ValueIndex, node: AstNode): void {
    const stored = this.add({ kind: 'store', site, value, place: this.place(node) ?? NOWHERE });
    if (site !== null && this.promoted.has(site)) this.ssa.write(site, this.block, stored);
  }

  join(a: CellIndex | null, b: CellIndex | null, kind: Parameters<ProgramBuilder['join']>[2], node: AstNode): void {
    const place = this.place(node);
    if (place) this.builder.join(a, b, kind, place);
  }

  /** Runs `arms` in blocks of their own and goes on where they meet. */
  branch<T>(arms: readonly (() => T)[], fallThrough: boolean): T[] {
    const entry = this.block;
    const ends: BlockIndex[] = fallThrough ? [entry] : [];
    const results = arms.map((arm) => {
      this.block = this.ssa.newBlock([entry], { sealed: true });
      const result = arm();
      ends.push(this.block);
      return result;
    });
    this.block = this.ssa.newBlock(ends, { sealed: true });
    return results;
  }

  private enterParameter(node: AstNode): void {
    const site = this.scope.sites.get(node.id);
    if (site === undefined) return;
    const facts = this.types(node);
    if (facts.shape !== 'scalar' || this.addressTaken.has(node.id)) return;
    this.promoted.add(site);
    this.ssa.write(site, this.block, this.add({ kind: 'parameter', site }));
  }

  private constructorInitialiser(node: AstNode): void {
    const member = (node.anyInit as { id?: string } | undefined)?.id;
    const value = children(node)[0];
    if (!value) return;
    if (member)
      lowerInitialiser(this, { site: this.scope.sites.get(member) ?? null, cell: this.scope.cellOf(member) }, value);
    else lower(this, value);
  }

  declareLocal(node: AstNode): void {
    const attributes = new Set(children(node).map((child) => child.kind));
    const kind = this.owner === null ? 'host' : this.builder.functions[this.owner]!.kind;
    const space = attributes.has('CUDASharedAttr')
      ? 'shared'
      : attributes.has('CUDAConstantAttr')
        ? 'constant'
        : attributes.has('CUDADeviceAttr')
          ? 'global'
          : kind === 'host'
            ? 'host'
            : 'local';
    const initialiser = children(node).find((child) => !child.kind.endsWith('Attr'));
    const typed = initialiser ? { ...node, type: this.concreteType(node, initialiser) } : node;
    const site = node.isImplicit
      ? null
      : declareStorage(this.scope, typed, {
          kind: 'variable',
          function: this.owner,
          record: null,
          space,
          known: null,
          isDefinition: true,
          linkageKey: null,
        });
    if (node.isImplicit) this.scope.others.set(node.id, node);
    const carrier = site === null && space !== 'host' && space !== 'local' ? this.scope.cellOf(node.id) : null;
    if (carrier !== null) this.builder.cellSpaces.push({ cell: carrier, space });
    rememberConstant(this.scope, node);
    if (
      site !== null &&
      this.types(node).shape === 'scalar' &&
      space !== 'shared' &&
      node.storageClass !== 'static' &&
      !this.addressTaken.has(node.id)
    )
      this.promoted.add(site);
    if (!initialiser || node.init === undefined) return;
    const { cell } = lowerInitialiser(
      this,
      { site, cell: site ?? this.scope.cellOf(node.id), declared: typed },
      initialiser,
    );
    if (node.isImplicit) this.scope.alias(node.id, cell);
  }

  /** `const auto &y = v[i]` has a library's name for its type (`value_type`): the initialiser knows the real one. */
  private concreteType(node: AstNode, initialiser: AstNode): NonNullable<AstNode['type']> {
    const type = node.type!;
    const spelling = type.desugaredQualType ?? type.qualType;
    if (
      !/\b(?:value_type|(?:const_)?reference|(?:const_)?pointer|element_type)\b/.test(this.scope.types.expand(spelling))
    )
      return type;
    const element = this.scope.types
      .expand(initialiser.type?.desugaredQualType ?? initialiser.type?.qualType ?? '')
      .replace(/\b(?:const|volatile)\b/g, '')
      .trim();
    return {
      qualType: `${spelling.includes('const') ? 'const ' : ''}${element}${/&/.test(spelling) && !element.includes('&') ? ' &' : ''}`,
    };
  }

  statement(node: AstNode | undefined): void {
    if (!isPresent(node)) return;
    switch (node.kind) {
      case 'CompoundStmt':
      case 'CXXTryStmt':
      case 'CXXCatchStmt':
      case 'AttributedStmt':
      case 'OMPParallelForDirective':
        for (const child of children(node)) this.statement(child);
        return;
      case 'DeclStmt':
        for (const child of children(node)) this.declaration(child);
        return;
      case 'VarDecl':
        return this.declareLocal(node);
      case 'IfStmt':
        return this.ifStatement(node);
      case 'ForStmt': {
        const [init, variable, condition, increment, body] = node.inner ?? [];
        this.statement(init);
        return this.loopStatement(node, { before: [variable, condition], body, after: increment });
      }
      case 'WhileStmt': {
        const inner = children(node);
        return this.loopStatement(node, { before: inner.slice(0, -1), body: inner.at(-1), after: undefined });
      }
      case 'DoStmt': {
        const [body, condition] = children(node);
        if (integerConstant(condition, this.scope.integers) === 0) return this.onceStatement(body);
        return this.loopStatement(node, { before: [], body, after: condition });
      }
      case 'CXXForRangeStmt': {
        const [init, range, begin, end, condition, increment, variable, body] = node.inner ?? [];
        for (const part of [init, range, begin, end]) this.statement(part);
        return this.loopStatement(node, { before: [condition, variable], body, after: increment });
      }
      case 'SwitchStmt':
        return this.switchStatement(node);
      case 'CaseStmt':
      case 'DefaultStmt': {
        const previous = this.block;
        this.block = this.ssa.newBlock(this.switchHead === null ? [previous] : [this.switchHead, previous], {
          sealed: true,
        });
        return this.statement(children(node).at(-1));
      }
      case 'LabelStmt': {
        const label = this.labelBlock(String(node.declId ?? node.name));
        this.ssa.addPredecessor(label, this.block);
        this.block = label;
        return this.statement(children(node)[0]);
      }
      case 'GotoStmt':
        this.ssa.addPredecessor(this.labelBlock(String(node.targetLabelDeclId)), this.block);
        return this.startUnreachable();
      case 'BreakStmt': {
        const target = this.jumps.at(-1);
        if (target) this.ssa.addPredecessor(target.onBreak, this.block);
        return this.startUnreachable();
      }
      case 'ContinueStmt': {
        const target = this.jumps.findLast((jump) => jump.onContinue !== null);
        if (target) this.ssa.addPredecessor(target.onContinue!, this.block);
        return this.startUnreachable();
      }
      case 'ReturnStmt':
        this.returnStatement(node);
        return this.startUnreachable();
      case 'GCCAsmStmt':
      case 'MSAsmStmt':
        for (const operand of children(node)) this.assemblyOperand(lower(this, operand), node);
        return;
      case 'NullStmt':
        return;
      default:
        lower(this, node);
    }
  }

  private declaration(node: AstNode): void {
    if (node.kind === 'VarDecl' || node.kind === 'DecompositionDecl') this.declareLocal(node);
    else if ((node.kind === 'TypedefDecl' || node.kind === 'TypeAliasDecl') && node.type)
      this.scope.types.addAlias(node.name ?? '', node.type);
  }

  private ifStatement(node: AstNode): void {
    const inner = children(node);
    const otherwise = node.hasElse ? inner.pop() : undefined;
    const then = inner.pop();
    for (const part of inner) this.statement(part);
    if (otherwise) this.branch([() => this.statement(then), () => this.statement(otherwise)], false);
    else this.branch([() => this.statement(then)], true);
  }

  private loopStatement(
    node: AstNode,
    parts: { before: readonly (AstNode | undefined)[]; body: AstNode | undefined; after: AstNode | undefined },
  ): void {
    const outer = this.loop;
    const place = this.place(node) ?? NOWHERE;
    if (node.kind === 'ForStmt' && isPresent(parts.after)) this.warnOfFloatingCounter(parts.after);
    if (this.recordsProgram && this.owner !== null) {
      this.builder.loops.push({
        function: this.owner,
        parent: outer,
        depth: this.loopDepth + 1,
        place,
        tripCount: tripCount(node, this.scope.integers),
      });
      this.loop = this.builder.loops.length - 1;
    }
    this.loopDepth++;
    const header = this.ssa.newBlock([this.block], { sealed: false, loop: this.loop });
    this.block = header;
    for (const part of parts.before) this.statement(part);
    const exit = this.ssa.newBlock(node.kind === 'DoStmt' ? [] : [this.block], { sealed: false });
    const latch = this.ssa.newBlock([], { sealed: false });
    this.block = this.ssa.newBlock([this.block], { sealed: true });
    this.jumps.push({ onBreak: exit, onContinue: latch });
    this.statement(parts.body);
    this.jumps.pop();
    this.ssa.addPredecessor(latch, this.block);
    this.ssa.seal(latch);
    this.block = latch;
    this.statement(parts.after);
    this.ssa.addPredecessor(header, this.block);
    if (node.kind === 'DoStmt') this.ssa.addPredecessor(exit, this.block);
    this.ssa.seal(header);
    this.ssa.seal(exit);
    this.block = exit;
    this.loop = outer;
    this.loopDepth--;
  }

  private warnOfFloatingCounter(increment: AstNode): void {
    const target = children(increment)[0];
    const place = this.place(increment);
    if (!target || !place || !this.recordsProgram || !isScalarValue(this.types(target))) return;
    const name = this.builder.places.text(this.place(target)?.range ?? place.range);
    this.builder.warnings.push({
      code: 'float-counter',
      text: `${name} counts a loop: in a narrower format it may run a different number of times`,
      place,
    });
  }

  /** `do { … } while (0)`, as macros are written: no loop, but something to break out of. */
  private onceStatement(body: AstNode | undefined): void {
    const exit = this.ssa.newBlock([], { sealed: false });
    this.jumps.push({ onBreak: exit, onContinue: exit });
    this.statement(body);
    this.jumps.pop();
    this.ssa.addPredecessor(exit, this.block);
    this.ssa.seal(exit);
    this.block = exit;
  }

  private switchStatement(node: AstNode): void {
    const inner = children(node);
    const body = inner.pop();
    for (const part of inner) this.statement(part);
    const outerHead = this.switchHead;
    const head = this.block;
    const exit = this.ssa.newBlock([head], { sealed: false }); // no case may match
    this.switchHead = head;
    this.jumps.push({ onBreak: exit, onContinue: null });
    this.startUnreachable();
    this.statement(body);
    this.jumps.pop();
    this.switchHead = outerHead;
    this.ssa.addPredecessor(exit, this.block);
    this.ssa.seal(exit);
    this.block = exit;
  }

  private returnStatement(node: AstNode): void {
    const child = children(node)[0];
    if (!child) return;
    const result = lower(this, child);
    if (this.owner === null) return;
    const { returnSite } = this.builder.functions[this.owner]!;
    if (returnSite === null) return;
    const facts = this.types(child);
    const declared = this.builder.sites[returnSite]!;
    if (declared.shape !== 'scalar' && declared.shape !== 'vector')
      this.join(result.cell, returnSite, 'returned', node);
    const value = isScalarValue(facts) || declared.shape === 'scalar' ? readValue(this, result, child) : null;
    if (value !== null) this.add({ kind: 'return', value, place: this.place(node) ?? NOWHERE });
  }

  private assemblyOperand(result: Result, node: AstNode): void {
    if (result.cell !== null) this.builder.freezeCell(result.cell, 'inline-assembly', this.placeText(node));
  }

  placeText(node: AstNode): string {
    const place = this.place(node);
    return place ? this.builder.at(place) : '';
  }

  /** Code after a jump: reachable only through a label or case. */
  private startUnreachable(): void {
    this.block = this.ssa.newBlock([], { sealed: true });
  }

  private labelBlock(label: string): BlockIndex {
    let block = this.labels.get(label);
    if (block === undefined) {
      block = this.ssa.newBlock([], { sealed: false });
      this.labels.set(label, block);
    }
    return block;
  }
}

export const NOWHERE: Place = { range: { file: 0, begin: 0, end: 0 }, spelling: null };

/**
 * Ids of declarations that are used other than by reading or assigning their whole value: their address is taken, or they are
 * bound to a reference or captured by one.
 */
function declarationsUsedAsMemory(root: AstNode): Set<string> {
  const found = new Set<string>();
  const visit = (node: AstNode, plain: boolean, insideLambda: boolean): void => {
    if (node.kind === 'DeclRefExpr') {
      if ((!plain || insideLambda) && node.referencedDecl) found.add(node.referencedDecl.id);
      return;
    }
    const inner = children(node);
    const lambda = insideLambda || node.kind === 'LambdaExpr';
    inner.forEach((child, position) => {
      const reads = node.kind === 'ImplicitCastExpr' && node.castKind === 'LValueToRValue';
      const assigns =
        position === 0 &&
        ((node.kind === 'BinaryOperator' && node.opcode === '=') ||
          node.kind === 'CompoundAssignOperator' ||
          (node.kind === 'UnaryOperator' && /^(?:\+\+|--)$/.test(node.opcode ?? '')));
      visit(child, reads || assigns || (plain && node.kind === 'ParenExpr'), lambda);
    });
  };
  visit(root, false, false);
  return found;
}
