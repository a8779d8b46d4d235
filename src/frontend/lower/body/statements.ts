/** Statements: basic blocks, loops and jumps of one function's body. */
import type { BlockIndex, LoopIndex } from '../../../program/program.js';
import { isScalarValue } from '../../ast/c-types.js';
import { ignoringParenLValueCasts } from '../../ast/ignoring.js';
import { type AstNode, children, isPresent } from '../../ast/node.js';
import { declareFunction } from '../declarations/function-declarations.js';
import type { LexicalContext } from '../declarations/lexical-context.js';
import { freezeReturnOfValues } from '../expressions/deduced-containers.js';
import { integerConstant } from '../expressions/integer-constants.js';
import { bindReferenceToArgument } from '../expressions/reference-to-argument.js';
import { readValue } from '../expressions/results.js';
import { freezeTypeQuery, freezeTypeQueryByText } from '../expressions/type-queries.js';
import { assignResultCount, noteEnumeratorSizes, noteObservedNumberSizes } from '../memory/byte-counts.js';
import { NOWHERE } from '../places.js';
import type { BodyLowering } from './function-body.js';
import { tripCount } from './trip-count.js';

interface JumpTargets {
  readonly onBreak: BlockIndex;
  readonly onContinue: BlockIndex | null;
}

/** A prototype inside a body declares a function at file scope. */
const TOP: LexicalContext = { qualifiers: [], record: null };

export class Statements {
  /** The innermost loop around the current statement. */
  loop: LoopIndex | null = null;
  loopDepth = 0;
  private readonly jumps: JumpTargets[] = [];
  private readonly labels = new Map<string, BlockIndex>();
  private switchHead: BlockIndex | null = null;

  constructor(private readonly body: BodyLowering) {}

  /** Lowers a statement recursively. Long because it is the one list of all statement kinds. */
  statement(node: AstNode | undefined): void {
    if (!isPresent(node)) return;
    switch (node.kind) {
      case 'CompoundStmt':
      case 'CXXTryStmt':
      case 'AttributedStmt':
      case 'OMPParallelForDirective':
        for (const child of children(node)) this.statement(child);
        return;
      case 'CXXCatchStmt':
        return this.handler(node);
      case 'DeclStmt':
        for (const child of children(node)) this.declaration(child);
        return;
      case 'VarDecl':
        return this.body.declareLocal(node);
      case 'IfStmt':
        return this.ifStatement(node);
      case 'ForStmt': {
        const [init, variable, condition, increment, body] = node.inner ?? [];
        this.statement(init);
        this.declaredTogether(init);
        return this.loopStatement(node, { before: [variable, condition], body, after: increment });
      }
      case 'WhileStmt': {
        const inner = children(node);
        return this.loopStatement(node, { before: inner.slice(0, -1), body: inner.at(-1), after: undefined });
      }
      case 'DoStmt': {
        const [body, condition] = children(node);
        if (integerConstant(condition, this.body.scope.integers) === 0) return this.onceStatement(body);
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
        const previous = this.body.block;
        this.body.block = this.body.ssa.newBlock(this.switchHead === null ? [previous] : [this.switchHead, previous], {
          sealed: true,
        });
        return this.statement(children(node).at(-1));
      }
      case 'LabelStmt': {
        const label = this.labelBlock(node.declId);
        this.body.ssa.addPredecessor(label, this.body.block);
        this.body.block = label;
        return this.statement(children(node)[0]);
      }
      case 'GotoStmt':
        this.body.ssa.addPredecessor(this.labelBlock(node.targetLabelDeclId), this.body.block);
        return this.startUnreachable();
      case 'BreakStmt': {
        const target = this.jumps.at(-1);
        if (target) this.body.ssa.addPredecessor(target.onBreak, this.body.block);
        return this.startUnreachable();
      }
      case 'ContinueStmt': {
        const target = this.jumps.findLast((jump) => jump.onContinue !== null);
        if (target) this.body.ssa.addPredecessor(target.onContinue!, this.body.block);
        return this.startUnreachable();
      }
      case 'CoreturnStmt':
        for (const child of children(node)) this.body.lower(child);
        return this.startUnreachable();
      case 'ReturnStmt':
        this.returnStatement(node);
        return this.startUnreachable();
      case 'GCCAsmStmt':
      case 'MSAsmStmt':
        for (const operand of children(node)) this.assemblyOperand(operand, node);
        return;
      case 'NullStmt':
        return;
      default:
        this.body.lower(node);
    }
  }

  private declaration(node: AstNode): void {
    if (node.kind === 'VarDecl' || node.kind === 'DecompositionDecl') this.body.declareLocal(node);
    else if (node.kind === 'StaticAssertDecl') {
      freezeTypeQuery(this.body, node, node);
      freezeTypeQueryByText(this.body, node);
    } else if (node.kind === 'FunctionDecl') declareFunction(this.body.scope, node, TOP);
    else if (node.kind === 'EnumDecl') noteEnumeratorSizes(this.body, node);
    else if ((node.kind === 'TypedefDecl' || node.kind === 'TypeAliasDecl') && node.type)
      this.body.scope.types.addAlias(node.name ?? '', node.type);
  }

  /** `for (double x = 0, dx = .1; …)`: all variables have the same type. */
  private declaredTogether(head: AstNode | undefined): void {
    const sites = (head?.kind === 'DeclStmt' ? children(head) : []).map(
      ({ id }) => this.body.scope.sites.get(id) ?? null,
    );
    for (const site of sites.slice(1)) this.body.join(sites[0]!, site, 'declared-with', head!);
  }

  /** Thrown and caught values must keep their types, because these select the handler. */
  private handler(node: AstNode): void {
    for (const child of children(node)) {
      this.statement(child);
      const caught = child.kind === 'VarDecl' ? this.body.scope.sites.get(child.id) : undefined;
      if (caught !== undefined) this.body.builder.freeze(caught, 'thrown', '');
    }
  }

  private ifStatement(node: AstNode): void {
    const inner = children(node);
    const otherwise = node.hasElse ? inner.pop() : undefined;
    const then = inner.pop();
    for (const part of inner) this.statement(part);
    if (otherwise) this.body.branch([() => this.statement(then), () => this.statement(otherwise)], false);
    else this.body.branch([() => this.statement(then)], true);
  }

  private loopStatement(
    node: AstNode,
    parts: { before: readonly (AstNode | undefined)[]; body: AstNode | undefined; after: AstNode | undefined },
  ): void {
    const outer = this.loop;
    const place = this.body.place(node) ?? NOWHERE;
    if (node.kind === 'ForStmt' && isPresent(parts.after)) this.warnOfFloatingCounter(parts.after);
    if (this.body.recordsProgram && this.body.owner !== null) {
      this.body.builder.loops.push({
        function: this.body.owner,
        parent: outer,
        depth: this.loopDepth + 1,
        place,
        tripCount: tripCount(node, this.body.scope.integers),
      });
      this.loop = this.body.builder.loops.length - 1;
    }
    this.loopDepth++;
    this.body.ssa.loop = this.loop;
    const header = this.body.ssa.newBlock([this.body.block], { sealed: false, loop: this.loop });
    this.body.block = header;
    for (const part of parts.before) this.statement(part);
    const exit = this.body.ssa.newBlock(node.kind === 'DoStmt' ? [] : [this.body.block], {
      sealed: false,
      within: outer,
    });
    const latch = this.body.ssa.newBlock([], { sealed: false });
    this.body.block = this.body.ssa.newBlock([this.body.block], { sealed: true });
    this.jumps.push({ onBreak: exit, onContinue: latch });
    this.statement(parts.body);
    this.jumps.pop();
    this.body.ssa.addPredecessor(latch, this.body.block);
    this.body.ssa.seal(latch);
    this.body.block = latch;
    this.statement(parts.after);
    this.body.ssa.addPredecessor(header, this.body.block);
    if (node.kind === 'DoStmt') this.body.ssa.addPredecessor(exit, this.body.block);
    this.body.ssa.seal(header);
    this.body.ssa.seal(exit);
    this.body.block = exit;
    this.loop = outer;
    this.body.ssa.loop = outer;
    this.loopDepth--;
  }

  private warnOfFloatingCounter(increment: AstNode): void {
    const target = children(increment)[0];
    const place = this.body.place(increment);
    if (!target || !place || !this.body.recordsProgram || !isScalarValue(this.body.types(target))) return;
    const name = this.body.builder.places.text(this.body.place(target)?.range ?? place.range);
    this.body.builder.warnings.push({
      code: 'float-counter',
      text: `${name} is a floating-point loop counter: in lower precision the loop may run a different number of times`,
      place,
    });
  }

  /** `do { … } while (0)`, as in macros: not a loop, but `break` leaves it. */
  private onceStatement(body: AstNode | undefined): void {
    const exit = this.body.ssa.newBlock([], { sealed: false });
    this.jumps.push({ onBreak: exit, onContinue: exit });
    this.statement(body);
    this.jumps.pop();
    this.body.ssa.addPredecessor(exit, this.body.block);
    this.body.ssa.seal(exit);
    this.body.block = exit;
  }

  private switchStatement(node: AstNode): void {
    const inner = children(node);
    const body = inner.pop();
    for (const part of inner) this.statement(part);
    const outerHead = this.switchHead;
    const head = this.body.block;
    const exit = this.body.ssa.newBlock([head], { sealed: false }); // possibly no case matches
    this.switchHead = head;
    this.jumps.push({ onBreak: exit, onContinue: null });
    this.startUnreachable();
    this.statement(body);
    this.jumps.pop();
    this.switchHead = outerHead;
    this.body.ssa.addPredecessor(exit, this.body.block);
    this.body.ssa.seal(exit);
    this.body.block = exit;
  }

  private returnStatement(node: AstNode): void {
    const child = children(node)[0];
    if (!child) return;
    const isBound = bindReferenceToArgument(this.body.scope, child);
    const result = this.body.lower(child);
    if (this.body.owner === null) return;
    noteObservedNumberSizes(this.body, child);
    const { returnSite, returnCarrier } = this.body.builder.functions[this.body.owner]!;
    if (returnSite === null && this.body.types(child).isInteger)
      return assignResultCount(this.body, returnCarrier, result, child);
    if (returnSite === null) return this.body.join(result.cell, returnCarrier, 'returned', node);
    const facts = this.body.types(child);
    const declared = this.body.builder.sites[returnSite]!;
    freezeReturnOfValues(this.body, returnSite, child, result);
    if (isBound) this.body.builder.freeze(returnSite, 'referred-to', `it is returned at ${this.body.placeText(node)}`);
    if (declared.shape !== 'scalar' && declared.shape !== 'vector')
      this.body.join(result.cell, returnSite, 'returned', node);
    const value = isScalarValue(facts) || declared.shape === 'scalar' ? readValue(this.body, result, child) : null;
    if (value !== null) this.body.add({ kind: 'return', value, place: this.body.place(node) ?? NOWHERE });
  }

  /** The register of an operand has its format, for reads and writes. */
  private assemblyOperand(operand: AstNode, node: AstNode): void {
    const { cell } = this.body.lower(ignoringParenLValueCasts(operand));
    if (cell !== null) this.body.builder.freezeCell(cell, 'inline-assembly', this.body.placeText(node));
  }

  /** Code after a jump: reachable only through a label or case. */
  private startUnreachable(): void {
    this.body.block = this.body.ssa.newBlock([], { sealed: true });
  }

  private labelBlock(label: string): BlockIndex {
    let block = this.labels.get(label);
    if (block === undefined) {
      block = this.body.ssa.newBlock([], { sealed: false });
      this.labels.set(label, block);
    }
    return block;
  }

  /** Called after all jumps to labels are known. */
  sealLabels(): void {
    for (const label of this.labels.values()) this.body.ssa.seal(label);
  }
}
