/**
 * Instruments a flattened program: every floating-point operation becomes a call that carries its number, every store a rounding
 * that carries its site's (runtime/instrument/mantissa_instrument.h). Storage keeps its carrier type: sites narrower than double
 * are widened to it, so that any configuration fits.
 */
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName, calleeOf } from '../frontend/ast/callee.js';
import { ignoringImplicitCasts, ignoringParenImpCasts, ignoringParens } from '../frontend/ast/ignoring.js';
import { isCallOrLaunch } from '../frontend/ast/kinds.js';
import { type AstNode, children, initialValue, ofKind } from '../frontend/ast/node.js';
import { addressed, readScan } from '../frontend/ast/scan-call.js';
import { scansNumber } from '../frontend/lexical/scanf-format.js';
import { calledConstructor, calledFunction } from '../frontend/lower/calls/called-function.js';
import { startingValues } from '../frontend/lower/declarations/starting-values.js';
import { isIntegerConstant } from '../frontend/lower/expressions/integer-constants.js';
import { declaresOpenType, isReturnDeduced } from '../frontend/lower/expressions/types-of-values.js';
import { sharedTexts } from '../frontend/lower/templates/shared-texts.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type Format, isHalf } from '../numerics/format.js';
import {
  effectOf,
  exchangesNumbers,
  functionOfSeveralResults,
  libraryFunction,
  mathTwin,
} from '../program/library/library.js';
import type { Range } from '../program/place.js';
import type { FunctionIndex, OperationIndex, OperationKind, Site, SiteIndex, ValueIndex } from '../program/program.js';
import { baselineConfiguration, resolve } from '../space/resolve.js';
import { descendants } from './declaration-edits.js';
import { bare, isPlace, type Order, type OrderByConversion, orderOf } from './evaluation-order.js';
import { ExpressionEditor } from './expression-editor.js';
import { ExpressionFormats, isExactConstant, literalBehind } from './expression-formats.js';
import { type Carrier, InstrumentedCopies } from './instrumented-copies.js';
import { rangeRead, writtenThrough } from './library-writes.js';
import { carriedLiteral, MATH_CONSTANTS } from './literal-text.js';
import { assignsInOlderOrder, OrderedOperands } from './ordered-operands.js';
import { waitingCalls } from './port.js';
import { callCopy } from './shared-text-copies.js';
import {
  becomesLongDouble,
  choosingArgument,
  conversionFunction,
  type SourceEdits,
  siteOf,
  vectorMaker,
  vectorSource,
  withoutConversion,
  withoutTemporary,
} from './source-edits.js';
import { formatName } from './type-text.js';

const BINARY: Readonly<Record<string, { kind: OperationKind; name: string }>> = {
  '+': { kind: 'add', name: 'mx_add' },
  '-': { kind: 'sub', name: 'mx_sub' },
  '*': { kind: 'mul', name: 'mx_mul' },
  '/': { kind: 'div', name: 'mx_div' },
  '<': { kind: 'compare', name: 'mx_lt' },
  '>': { kind: 'compare', name: 'mx_gt' },
  '<=': { kind: 'compare', name: 'mx_le' },
  '>=': { kind: 'compare', name: 'mx_ge' },
  '==': { kind: 'compare', name: 'mx_eq' },
  '!=': { kind: 'compare', name: 'mx_ne' },
  '<=>': { kind: 'compare', name: 'mx_three_way' },
};

/** Marks a conversion for runtime/instrument/read-numbers.h. */
const SCAN_MARK = '\x01';

/** Initialised before the program runs, by a constant: no call can stand there. */
const isNotExecuted = ofKind('CXXNoexceptExpr', 'TypeTraitExpr', 'ConstantExpr', 'StaticAssertDecl');

function isStatic(node: AstNode): boolean {
  return (
    (node.kind === 'VarDecl' || node.kind === 'DecompositionDecl') &&
    (node.storageClass === 'static' || node.constexpr === true) &&
    node.init !== undefined
  );
}

/** `a = x, a / 3`, which is not two arguments. */
function isComma(node: AstNode): boolean {
  return ignoringImplicitCasts(node).opcode === ',';
}

/** The text that a cast converts, as a number: an object says how it becomes one. */
function numberOf(cast: AstNode, text: string): string {
  const conversion = conversionFunction(cast);
  return conversion === null ? text : `(${text}).${conversion}()`;
}

/** A macro takes what stands between commas, in braces too. */
const inParentheses = (text: string): string => (text.includes('{') ? `(${text})` : text);

/** An integer that need not fit a double is rounded once: what the calls of its type end with in runtime/instrument. */
function endingOf(scope: UnitScope, value: AstNode): string {
  let number = value;
  while (isIntegerLayer(number) && !scope.types.read(number.type).isInteger && children(number)[0])
    number = children(number)[0]!;
  return LONG_INTEGERS.get(number.type?.desugaredQualType ?? number.type?.qualType ?? '') ?? '';
}

const isIntegerLayer = ofKind('ParenExpr', 'ImplicitCastExpr', 'ExprWithCleanups', 'ConstantExpr');
const LONG_INTEGERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    _integer: ['long', 'long long'],
    _unsigned: ['unsigned long', 'unsigned long long'],
    _int128: ['__int128'],
    _uint128: ['unsigned __int128'],
  }).flatMap(([ending, types]) => types.flatMap((type) => [`${type}`, `const ${type}`].map((one) => [one, ending]))),
);

/** What carries a vector: `double3` for `const float3 *`; nothing for a number. */
function carrierVector(type: string): string {
  const lanes = /\b(?:float|double)([1-4])\b/.exec(type)?.[1];
  return lanes ? `double${lanes}` : '';
}

/**
 * What holds the numbers of an instrumented program. The others are classes, so that what leaves one, and what meets a plain number, is said
 * in the text: `reference` is one format that everything has, `sums` holds any, also those wider than fp64.
 */
export type CarriedBy = 'doubles' | 'reference' | 'sums';

/** What numbers of a site are carried in: CUDA's vectors have no other components than doubles. */
export function carriedIn({ isOfVectors }: Site, carriedBy: CarriedBy): 'fp64' | 'carrier' {
  return carriedBy === 'doubles' || isOfVectors ? 'fp64' : 'carrier';
}

export class Instrumenter extends ExpressionEditor {
  /** Operations whose text was not made a call: they compute as the source does. */
  readonly untouched = new Set<OperationIndex>();
  /** Calls of these compute nothing, and count nothing. */
  private readonly chosen = new Set<OperationIndex>();
  /** Their operands change what the other reads: the operators of a class have an order of their own. */
  readonly inOrder = new Set<OperationIndex>();
  private readonly orderedOperands: OrderedOperands;
  /** `c ? a : b`, by the number that its format has in the table. */
  readonly choices: { readonly function: FunctionIndex; readonly value: ValueIndex }[] = [];
  /** In a constant initialiser only literals are written otherwise. */
  private isConstant = false;
  private readonly literals: {
    readonly range: Range;
    readonly text: string;
    readonly function: FunctionIndex | null;
  }[] = [];
  private inside: FunctionIndex | null = null;

  /**
   * Groups with storage that starts with an unrounded value: a constant initialiser of a global or static, a range-for's variable.
   * They are rounded when read; rounding twice is rounding once.
   */
  private readonly roundedWhenRead = new Set<number>();
  private readonly formats: ExpressionFormats;
  private waits: ReturnType<typeof waitingCalls> | null = null;
  private readonly copies: InstrumentedCopies;

  constructor(
    edits: SourceEdits,
    /** Sites that may change; the others keep what the source makes of them. */
    private readonly tunable: ReadonlySet<SiteIndex>,
    private readonly groupOf: readonly number[],
    private readonly carriedBy: CarriedBy = 'doubles',
    /**
     * A shadow run for nvcc: device functions declare where their operations add up errors (runtime/instrument/device-shadow.h), and
     * storage that is double in the source rounds nothing.
     */
    private readonly withFrames = false,
  ) {
    super(edits);
    this.orderedOperands = new OrderedOperands(edits.syntax);
    this.copies = new InstrumentedCopies(edits, (site, declared) => this.carrier(site, declared));
    const { program } = edits.syntax;
    this.formats = new ExpressionFormats(resolve(program, baselineConfiguration));
    program.operations.forEach((operation, index) => {
      if (operation.kind !== 'convert') this.untouched.add(index);
    });
  }

  run(): void {
    const { functions, scopes } = this.edits.syntax;
    for (const scope of scopes) {
      for (const { declaration, value } of startingValues(scope)) {
        this.startsUnrounded(scope, declaration);
        this.passesUnrounded(scope, value);
        this.constant(scope, declaration, value);
      }
      for (const node of scope.others.values()) {
        if (!isStatic(node)) continue;
        this.startsUnrounded(scope, node);
        const value = initialValue(node);
        if (value) this.constant(scope, node, value);
      }
    }
    for (const { scope, function: index, node } of functions) {
      for (const child of descendants(node)) {
        if (child.kind === 'CXXForRangeStmt')
          this.startsUnrounded(scope, children(child.inner?.[6] ?? child)[0] ?? child);
        for (const argument of writtenThrough(scope, child)) this.takesUnrounded(siteOf(scope, argument));
        if (child.kind === 'CXXMethodDecl' && child.name === 'operator()') this.enteredByAnyone(scope, child);
      }
      const isCalledByLibrary =
        node.kind === 'CXXConstructorDecl' ||
        /^operator\b/.test(node.name ?? '') ||
        scope.builder.calledByLibrary.has(index);
      if (isCalledByLibrary) this.enteredByAnyone(scope, node);
    }
    this.enteredFromSharedTexts();
    for (const scope of scopes) for (const node of scope.others.values()) this.dropRegister(node);
    const asWritten = new Set([...this.leftAsWritten, ...scopes.flatMap((scope) => [...scope.constantFunctions])]);
    for (const scope of scopes)
      for (const nodes of sharedTexts(scope).values()) for (const node of nodes) this.passesUnrounded(scope, node);
    for (const scope of scopes)
      for (const { function: index, node } of scope.functionNodes) if (!asWritten.has(index)) this.dropConstexpr(node);
    // a value that cannot be rounded where it is stored is rounded where it is read, which may stand before it
    for (let known = -1; known < this.roundedWhenRead.size; ) {
      known = this.roundedWhenRead.size;
      for (const { scope, function: index, node } of functions)
        if (!asWritten.has(index)) this.function(scope, index, node);
    }
    this.writeLiterals();
  }

  /** Operations whose calls count their executions in a counted run. */
  get counting(): Set<OperationIndex> {
    const { operations } = this.edits.syntax.program;
    const counts = (index: OperationIndex) => !this.untouched.has(index) && !this.chosen.has(index);
    return new Set(operations.flatMap(({ kind }, index) => (kind !== 'convert' && counts(index) ? [index] : [])));
  }

  /** What a call passes to different functions is rounded by each of them. */
  private enteredFromSharedTexts(): void {
    const { functions } = this.edits.syntax.program;
    for (const callees of new Set(this.callees.values())) {
      const parameters = callees.map((callee) => (callee === null ? [] : functions[callee]!.parameters));
      for (let at = 0; at < Math.max(...parameters.map((sites) => sites.length)); at++) {
        const sites = parameters.map((one) => one[at] ?? null);
        if (this.isOneGroup(sites)) continue;
        for (const site of sites) this.takesUnrounded(site);
      }
    }
  }

  private isOneGroup(sites: readonly (SiteIndex | null)[]): boolean {
    return new Set(sites.map((site) => site !== null && this.groupOf[site])).size === 1;
  }

  protected override passToAny(scope: UnitScope, sites: readonly (SiteIndex | null)[], argument: AstNode): void {
    const chooses = sites.some((site) => site !== null && choosingArgument(this.edits.syntax, site, argument));
    if (chooses || this.isOneGroup(sites)) super.passToAny(scope, sites, argument);
  }

  /** What keeps its type and decides what a template is instantiated with is given with that type. */
  protected override pass(scope: UnitScope, site: SiteIndex | null, argument: AstNode): void {
    const isKept = site !== null && !this.tunable.has(site) && this.choosesByArgument(site);
    if (isKept && argument.kind !== 'CXXDefaultArgExpr') this.keepFormats(scope, withoutConversion(argument));
    else super.pass(scope, site, argument);
  }

  /** Function objects, operators, constructors and what a thread starts with may be called by a library (`make_unique`, `emplace`), which rounds nothing on the way. */
  private enteredByAnyone(scope: UnitScope, node: AstNode): void {
    for (const child of children(node))
      if (child.kind === 'ParmVarDecl' && isScalarValue(scope.types.read(child.type)))
        this.startsUnrounded(scope, child);
  }

  /** No operation of the instrumented copy can be evaluated by the compiler. */
  private dropConstexpr(node: AstNode): void {
    const range = node.constexpr === true ? this.edits.rangeOf(node) : null;
    const name = this.edits.syntax.places.ofName(node);
    if (!range || !name || name.range.begin < range.begin) return;
    const found = /\bconstexpr\b/.exec(this.edits.text({ ...range, end: name.range.begin }));
    if (!found) return;
    const begin = range.begin + found.index;
    this.edits.replace({ file: range.file, begin, end: begin + found[0].length }, 'constexpr', () => 'inline');
  }

  /** What is updated in place has an address. */
  private dropRegister(node: AstNode): void {
    const range = node.storageClass === 'register' ? this.edits.rangeOf(node) : null;
    const found = range && /\bregister\b\s*/.exec(this.edits.text(range));
    if (!range || !found) return;
    const begin = range.begin + found.index;
    this.edits.remove({ file: range.file, begin, end: begin + found[0].length });
  }

  protected override takesUnrounded(site: SiteIndex | null | undefined): void {
    if (site !== null && site !== undefined && this.tunable.has(site)) this.roundedWhenRead.add(this.groupOf[site]!);
  }

  /** `std::accumulate(a.begin(), a.end(), 0.0)`: what a library is to read is rounded where it lies. */
  private readByLibrary(scope: UnitScope, node: AstNode): void {
    const [first, last] = rangeRead(scope, node) ?? [];
    const site = first ? siteOf(scope, first) : null;
    if (!first || !last || site === null || this.keepsAll(site)) return;
    if (!this.roundedWhenRead.has(this.groupOf[site]!)) return;
    const [range, end] = [this.edits.rangeOf(first), this.edits.ownText(last)];
    if (range && end !== null) this.edits.wrap(range, 'range', `mx_rounded_range(${site}, `, `, ${end})`);
  }

  private startsUnrounded(scope: UnitScope, declaration: AstNode): void {
    this.takesUnrounded(scope.sites.get(declaration.id));
    const facts = scope.types.read(declaration.type);
    const markFields = (record: string | null, depth: number): void => {
      const info = scope.record(record);
      info?.sites.forEach((site, position) => {
        this.takesUnrounded(site);
        if (depth < 4) markFields(scope.types.read(info.fields[position]?.type).record, depth + 1);
      });
    };
    if (facts.format === null) markFields(facts.record, 0);
  }

  /** Nothing is said in a starting value, or in a text left as it is: what it gives to a function is rounded when that reads it. */
  private passesUnrounded(scope: UnitScope, value: AstNode): void {
    for (const node of [value, ...descendants(value)]) {
      const called = isCallOrLaunch(node) ? calledFunction(scope, node) : calledConstructor(scope, node);
      for (const site of called === null ? [] : this.edits.syntax.program.functions[called]!.parameters)
        this.takesUnrounded(site);
    }
  }

  override function(scope: UnitScope, index: FunctionIndex, node: AstNode): void {
    if (this.withFrames && !this.leftAsWritten.has(index))
      this.edits.inLayerOf(index, () => this.declareFrame(index, node));
    const around = this.inside;
    this.inside = index;
    super.function(scope, index, node);
    this.inside = around;
  }

  private declareFrame(index: number, node: AstNode): void {
    const { program } = this.edits.syntax;
    const body = children(node).find((child) => child.kind === 'CompoundStmt');
    const range = body && this.edits.rangeOf(body);
    if (program.functions[index]!.kind === 'host' || !range || node.constexpr === true) return;
    const computes = program.operations.some(
      (one) => one.function === index && !/^(?:compare|convert)$/.test(one.kind),
    );
    if (computes) this.edits.insert(range.file, this.edits.firstToken(range)!.end, 'frame', ' MX_FRAME');
  }

  protected override visit(scope: UnitScope, node: AstNode, returns: SiteIndex | null): void {
    if (isNotExecuted(node)) return;
    if (this.comparesExactConstants(scope, node)) return;
    super.visit(scope, node, returns);
  }

  /** `0.0 == 1.0` is the same in every format. The compiler is to see it: it may remove a call of a function that nobody defines. */
  private comparesExactConstants(scope: UnitScope, node: AstNode): boolean {
    const operation = node.kind === 'BinaryOperator' ? this.operation(scope, node, 'compare') : null;
    if (operation === null || !children(node).every(isExactConstant)) return false;
    this.untouched.delete(operation);
    this.chosen.add(operation);
    return true;
  }

  protected override variable(scope: UnitScope, node: AstNode, returns: SiteIndex | null): void {
    const value = initialValue(node);
    if (!value || node.init === undefined || node.isImplicit || isStatic(node)) return;
    if (isIntegerConstant(scope, node, value)) return;
    const site = scope.sites.get(node.id) ?? null;
    if (site !== null && !this.tunable.has(site) && declaresOpenType(this.edits.syntax.places, node))
      this.keepNumber(scope, value);
    this.initialise(scope, site, value);
    this.visit(scope, value, returns);
  }

  protected override returned(scope: UnitScope, site: SiteIndex, value: AstNode): void {
    const { program, places } = this.edits.syntax;
    if (!this.tunable.has(site) && isReturnDeduced(places, program.sites[site]!.declaration))
      this.keepNumber(scope, value);
    this.pass(scope, site, value);
  }

  /** What is frozen has the type of the source, also where that is written nowhere and follows from a number. */
  private keepNumber(scope: UnitScope, value: AstNode): void {
    const number = withoutConversion(value);
    const [only] = number.kind === 'InitListExpr' ? children(number) : [];
    if (only) this.keepNumber(scope, only);
    else if (number.valueCategory === 'prvalue' && isScalarValue(scope.types.read(number.type)))
      this.keepFormat(scope, number);
  }

  protected override conditional(scope: UnitScope, node: AstNode): void {
    if (this.carriedBy !== 'doubles') this.meetCarrier(scope, node);
  }

  protected override writtenCast(scope: UnitScope, node: AstNode): void {
    if (this.carriedBy === 'reference') return this.meetCarrier(scope, node);
    const site = scope.casts.get(node.id);
    if (site === undefined || !this.tunable.has(site)) return;
    const value = children(node).at(-1)!;
    this.inFull(value);
    const [whole, part] = [this.edits.rangeOf(node), this.edits.rangeOfWhole(value)];
    if (!whole || !part)
      throw new MantissaError('MX1006', `a cast cannot be followed: ${this.edits.ownText(node) ?? ''}`);
    const ending = endingOf(scope, value);
    this.edits.replace(
      whole,
      'cast',
      (inner) => `mx_store${ending}(${site}, ${numberOf(node, inner(part.begin, part.end))})`,
    );
  }

  protected override implicitCast(scope: UnitScope, node: AstNode): void {
    if (node.castKind === 'LValueToRValue') this.read(scope, node);
    if (this.carriedBy === 'sums' && becomesLongDouble(scope, node)) this.around(scope, children(node)[0]!, 'mx_out');
    const number = /^FloatingTo(?:Integral|Boolean)$/.test(node.castKind ?? '') ? children(node)[0] : undefined;
    // by way of a double it could be another integer
    if (this.carriedBy === 'sums' && number) this.around(scope, number, `(${node.type?.qualType ?? 'int'})`);
  }

  private read(scope: UnitScope, node: AstNode): void {
    if (isScalarValue(scope.types.read(node.type))) this.readFrom(scope, children(node)[0]!, node);
  }

  /** `place` is what is read, `node` the expression that reads it. Of a choice between two places each is read as its own site. */
  private readFrom(scope: UnitScope, place: AstNode, node: AstNode): void {
    const inner = ignoringParens(place);
    if (isComma(inner)) return this.readFrom(scope, children(inner)[1]!, children(inner)[1]!);
    if (inner.kind === 'ConditionalOperator') {
      for (const arm of children(inner).slice(-2)) this.readFrom(scope, arm, arm);
      return;
    }
    const site = siteOf(scope, place);
    if (site === null || !this.roundedWhenRead.has(this.groupOf[site]!) || this.keepsAll(site)) return;
    const range = this.edits.rangeOf(node);
    if (range) this.edits.wrap(range, 'read', `mx_store(${site}, `, ')');
  }

  private operation(scope: UnitScope, node: AstNode, kind: OperationKind): OperationIndex | null {
    return scope.operationNodes.get(`${node.id} ${kind}`) ?? null;
  }

  protected override binary(scope: UnitScope, node: AstNode): void {
    const [left, right] = children(node);
    if (!left || !right) return;
    if (node.opcode === '=') {
      const facts = scope.types.read(left.type);
      const site = siteOf(scope, left);
      if (isScalarValue(facts) && this.storeCalled(scope, site, node)) return;
      if (isScalarValue(facts) || facts.shape === 'vector') this.store(scope, site, right);
      return;
    }
    const call = BINARY[node.opcode ?? ''];
    const operation = call && this.operation(scope, node, call.kind);
    if (!call || operation === null || operation === undefined) return;
    const [whole, a, b] = [this.edits.rangeOf(node), this.edits.rangeOfWhole(left), this.edits.rangeOfWhole(right)];
    if (!whole || !a || !b || a.end > b.begin || a.begin < whole.begin || b.end > whole.end) return;
    this.untouched.delete(operation);
    for (const part of [left, right]) this.inFull(part);
    this.edits.replace(whole, 'operation', (inner) =>
      this.ordered(scope, node, call.name, operation, [
        this.operand(scope, operation, left, inner(a.begin, a.end)),
        this.operand(scope, operation, right, inner(b.begin, b.end)),
      ]),
    );
  }

  /** The call of an operation that evaluates its operands as the operator did (runtime/instrument/order.h). */
  private ordered(
    scope: UnitScope,
    node: AstNode,
    name: string,
    operation: OperationIndex,
    [left, right]: readonly [string, string],
  ): string {
    const operands = `(${left}), (${right})`;
    const found = orderOf(scope, node);
    const [a, b] = children(node) as [AstNode, AstNode];
    if (this.orderedOperands.of(scope, node)) this.inOrder.add(operation);
    if (found !== 'any' && this.mayBeOfHalves(scope, node)) {
      const place = (operand: AstNode) => (isPlace(scope, operand) ? (siteOf(scope, operand) ?? -1) : -1);
      const places = `${place(a)}, ${place(b)}, ${siteOf(scope, bare(a)) ?? -1}`;
      return `mx_in_order(${name}, ${operation}, ${places}, ${this.orderNumber(scope, found, operation)}, ${operands})`;
    }
    const spelt = (order: Exclude<Order, OrderByConversion>): string => {
      switch (order) {
        case 'any':
          return `${name}(${operation}, ${left}, ${right})`;
        case 'left-first':
          return `mx_left_first(${name}, ${operation}, ${operands})`;
        case 'right-first':
          return `mx_right_first(${name}, ${operation}, ${operands})`;
        case 'late': {
          const site = siteOf(scope, bare(children(node)[0]!));
          return `mx_left_late(${name}, ${operation}, ${site ?? -1}, ${operands})`;
        }
      }
    };
    if (typeof found === 'string') return spelt(found);
    const negation = this.operation(scope, found.negation, 'neg');
    if (negation === null || found.asItIs === found.converted) return spelt(found.asItIs);
    return `(mx_same_format(${operation}, ${negation}) ? ${spelt(found.asItIs)} : ${spelt(found.converted)})`;
  }

  /** Only CUDA has halves. What waits for other threads cannot be put into functions of its own; shadows are of what the source has. */
  private mayBeOfHalves(scope: UnitScope, node: AstNode): boolean {
    if (!this.edits.syntax.program.isCuda || scope.unit.language === 'c' || this.withFrames) return false;
    this.waits ??= waitingCalls(this.edits);
    return ![...descendants(node)].some((child) => this.waits!(scope, child));
  }

  /** In the words of runtime/instrument/order.h. */
  private orderNumber(scope: UnitScope, order: Order, operation: OperationIndex): string {
    if (order === 'late') return 'mx_order_late';
    if (typeof order === 'string') return order === 'right-first' ? 'mx_order_right' : 'mx_order_left';
    const negation = this.operation(scope, order.negation, 'neg');
    const [asItIs, converted] = [order.asItIs, order.converted].map((one) => this.orderNumber(scope, one, operation));
    if (negation === null || asItIs === converted) return asItIs!;
    return `(mx_same_format(${operation}, ${negation}) ? ${asItIs} : ${converted})`;
  }

  /** `a[i()] = f()`, which calls last: what is stored is rounded where it lies. C++17 has an order of its own. */
  private storeCalled(scope: UnitScope, site: SiteIndex | null, node: AstNode): boolean {
    const { language } = scope.unit;
    if (site === null || !this.tunable.has(site) || this.keepsAll(site) || !assignsInOlderOrder(scope, node))
      return false;
    const [whole, a, b] = [node, ...children(node)].map((part) => this.edits.rangeOf(part));
    if (!whole || !a || !b) return false;
    const called = siteOf(scope, children(node)[1]!) ?? -1;
    this.edits.replace(whole, 'store', (inner) => {
      const [target, value] = [inner(a.begin, a.end), inner(b.begin, b.end)];
      const stored =
        language === 'c' && this.carriedBy === 'doubles'
          ? `mx_store_called(${site}, (${target}), (${value}))`
          : `mx_rounded(${site}, ${inner(whole.begin, whole.end)})`;
      // a conversion is no call
      return `(mx_sites_alike(${site}, ${called}) ? ${stored} : (${target} = mx_store(${site}, ${value})))`;
    });
    return true;
  }

  /** A constant or an integer takes the format of its operation; any other operand has a format that fits in it. */
  private operand(scope: UnitScope, operation: OperationIndex, node: AstNode, text: string): string {
    return this.formats.of(scope, node).adapts && !isExactConstant(node)
      ? `mx_as${endingOf(scope, node)}(${operation}, ${text})`
      : text;
  }

  /** A literal with more digits than a double has. */
  private inFull(node: AstNode): void {
    const literal = this.carriedBy === 'sums' ? literalBehind(node) : null;
    const range = literal && (this.edits.wholeUse(literal) ?? this.edits.rangeOf(literal));
    if (!literal || !range) return;
    const text = this.edits.text(range);
    const carried = carriedLiteral(MATH_CONSTANTS[text] ?? text, Number(literal.value));
    if (carried !== null) this.literals.push({ range, text: carried, function: this.inside });
  }

  /** They stand inside of everything else that is made of the same text. */
  private writeLiterals(): void {
    for (const { range, text, function: index } of this.literals) {
      const write = () => this.edits.replace(range, 'literal', () => text);
      if (index === null) write();
      else this.edits.inLayerOf(index, write);
    }
  }

  /** `static double t[] = {0.1, 0.2};`: no call can stand there, numbers of several parts can. */
  private constant(scope: UnitScope, declaration: AstNode, value: AstNode): void {
    if (this.carriedBy !== 'sums') return;
    this.isConstant = true;
    this.initialise(scope, scope.sites.get(declaration.id) ?? null, value);
    this.isConstant = false;
  }

  protected override compound(scope: UnitScope, node: AstNode): void {
    const [left, right] = children(node);
    const call = BINARY[(node.opcode ?? '').slice(0, -1)];
    const operation = call && this.operation(scope, node, call.kind);
    if (!left || !right || !call || operation === null || operation === undefined) return;
    const [whole, a, b] = [this.edits.rangeOf(node), this.edits.rangeOfWhole(left), this.edits.rangeOfWhole(right)];
    if (!whole || !a || !b) return;
    const isOrdered = this.orderedOperands.of(scope, node);
    if (isOrdered) this.inOrder.add(operation);
    this.inFull(right);
    if (scope.types.read(left.type).isInteger) {
      this.untouched.delete(operation);
      this.edits.replace(whole, 'operation', (inner) => {
        const [target, value] = [inner(a.begin, a.end), this.operand(scope, operation, right, inner(b.begin, b.end))];
        return isOrdered
          ? `mx_integer_value_first(${call.name}, ${operation}, (${target}), (${value}))`
          : `mx_assign_integer(${call.name}, ${operation}, ${target}, ${inParentheses(value)})`;
      });
      return;
    }
    const site = siteOf(scope, left);
    if (site === null || !isScalarValue(scope.types.read(left.type))) return;
    this.untouched.delete(operation);
    this.edits.replace(whole, 'operation', (inner) => {
      const [target, value] = [
        this.target(site, inner(a.begin, a.end)),
        this.operand(scope, operation, right, inner(b.begin, b.end)),
      ];
      const name = `mx_assign_${call.name.slice(3)}`;
      return isOrdered
        ? `mx_value_first(${name}, ${operation}, ${this.siteNumber(site)}, (${target}), (${value}))`
        : `${name}(${operation}, ${this.siteNumber(site)}, ${target}, ${inParentheses(value)})`;
    });
  }

  /** True where nothing is rounded on its way into a site, in the only configuration of this build. */
  private keepsAll(site: SiteIndex): boolean {
    return this.withFrames && this.edits.syntax.program.sites[site]!.format === 'fp64';
  }

  private siteNumber(site: SiteIndex): number {
    return this.keepsAll(site) ? -1 : site;
  }

  /** What an update reads first: rounded, where the storage may still hold what it started with. */
  private target(site: SiteIndex, text: string): string {
    return this.roundedWhenRead.has(this.groupOf[site]!) && !this.keepsAll(site)
      ? `mx_rounded(${site}, ${text})`
      : text;
  }

  protected override unary(scope: UnitScope, node: AstNode): void {
    const child = children(node)[0];
    const whole = this.edits.rangeOf(node);
    const a = child && this.edits.rangeOfWhole(child);
    if (!child || !whole || !a) return;
    if (node.opcode === '-') {
      const operation = this.operation(scope, node, 'neg');
      if (operation === null) return;
      this.untouched.delete(operation);
      this.edits.replace(
        whole,
        'operation',
        (inner) => `mx_neg(${operation}, ${this.operand(scope, operation, child, inner(a.begin, a.end))})`,
      );
    } else if (node.opcode === '++' || node.opcode === '--') {
      const operation = this.operation(scope, node, node.opcode === '++' ? 'add' : 'sub');
      const site = siteOf(scope, child);
      if (operation === null || site === null) return;
      this.untouched.delete(operation);
      const step = node.opcode === '++' ? '1.0' : '-1.0';
      const name = node.isPostfix ? 'mx_postfix' : 'mx_assign_add';
      this.edits.replace(
        whole,
        'operation',
        (inner) =>
          `${name}(${operation}, ${this.siteNumber(site)}, ${this.target(site, inner(a.begin, a.end))}, ${step})`,
      );
    }
  }

  protected override call(scope: UnitScope, node: AstNode): void {
    const own = calledFunction(scope, node);
    const inner = children(node);
    const args = node.kind === 'CUDAKernelCallExpr' ? inner.slice(2) : inner.slice(1);
    if (own !== null) {
      callCopy(this.edits, scope, calleeOf(node)!, own);
      this.passAll(scope, node, own, args);
      if (this.carriedBy !== 'doubles')
        for (const argument of this.unnamedArguments(node, own, args)) this.around(scope, argument, 'mx_out');
      return;
    }
    if (this.typeGeneric(scope, node, args)) return;
    this.readByLibrary(scope, node);
    if (this.carriedBy !== 'doubles' && /\.\.\./.test(inner[0]?.type?.qualType ?? '')) {
      // a class cannot go through `...`, and by itself is not read before the next argument is evaluated
      const name = this.prints(node) ? 'mx_carry' : 'mx_out';
      for (const argument of args) this.around(scope, argument, name);
    }
    if (calleeName(node) === 'operator=' && args[1] && scope.types.read(args[0]!.type).isVector)
      this.store(scope, siteOf(scope, args[0]!), args[1]);
    for (const target of this.tied(scope, node)) this.settle(scope, target);
    if (calleeName(node) === 'operator>>' && args[1]) this.readFromStream(scope, args[1]);
    this.fillContainer(scope, node);
    const scans = effectOf(calleeName(node), 'scans');
    if (scans) return this.scan(scope, node, scans.format, args);
    const classifies = effectOf(calleeName(node), 'classifies');
    if (classifies) return this.classified(scope, node, args[classifies.number]);
    const parses = effectOf(calleeName(node), 'parses');
    if (parses) return this.parse(scope, node, args[parses.into]);
    const math = this.operation(scope, node, 'math');
    if (math !== null && (this.severalResults(scope, node, math, args) || this.mathCall(scope, node, math, args)))
      return;
    // its overloads are told apart by the formats of the source, not by those of their carriers
    if (math !== null && scope.unit.language !== 'c') for (const argument of args) this.keepFormat(scope, argument);
    const atomic = this.operation(scope, node, 'atomic');
    const { symbol } = atomic === null ? { symbol: '' } : this.edits.syntax.program.operations[atomic]!;
    if (atomic !== null && /^atomic(?:Add|Exch)$/.test(symbol)) {
      this.untouched.delete(atomic);
      if (symbol === 'atomicExch') this.chosen.add(atomic);
      const site = args[0] ? siteOf(scope, args[0]) : null;
      const seen = site !== null && this.tunable.has(site) ? this.siteNumber(site) : -1;
      this.replaceCall(node, `mx_${symbol}(${atomic}, ${seen}, `, args, (_, text) => text);
      return;
    }
    if (node.kind === 'CXXOperatorCallExpr' && this.halfOperator(scope, node, args)) return;
    this.copies.instrument(scope, node);
    if (/^cuda/.test(calleeName(node))) return;
    const stored = this.storedByIntrinsic(scope, node);
    if (stored) return this.store(scope, siteOf(scope, stored.place), stored.value);
    if (exchangesNumbers(calleeName(node)) && (this.carriedBy === 'sums' || this.formats.movesNumber(scope, args)))
      return; // what is handed over is a carrier
    for (const argument of args) {
      const isNumber = isScalarValue(scope.types.read(argument.type));
      if (isNumber && this.choosesConstructor(scope, node)) this.keepFormat(scope, withoutTemporary(argument));
      else if (isNumber && this.choosesLibrary(scope, node, argument))
        this.keepFormat(scope, withoutTemporary(argument));
      else this.backToHalf(scope, argument);
    }
    if (node.kind === 'CallExpr' && !args.some(({ type }) => scope.types.read(type).pointerLevels > 0))
      for (const argument of args) this.backToFloats(scope, argument);
  }

  /** `__float22half2_rn(v)`: a function of a library's takes the vector that it says; what loads and stores takes that of its memory. */
  private backToFloats(scope: UnitScope, argument: AstNode): void {
    const facts = scope.types.read(argument.type);
    const range = facts.isVector && facts.format === 'fp32' ? this.edits.rangeOf(argument) : null;
    if (range) this.edits.wrap(range, 'floats', 'mx_floats(', ')');
  }

  /** What carries a site's numbers; those of no site are as they are declared. */
  private carrier(site: SiteIndex | null, declared: Format): Carrier {
    if (site === null || !this.tunable.has(site)) return { type: formatName(declared)!, site: -1 };
    const carried = carriedIn(this.edits.syntax.program.sites[site]!, this.carriedBy);
    return { type: formatName(carried)!, site: this.siteNumber(site) };
  }

  /** `printf("%g", x)`, which may print all digits. */
  private prints(node: AstNode): boolean {
    const callee = this.edits.rangeOf(calleeOf(node)!);
    if (this.carriedBy !== 'sums' || !libraryFunction(calleeName(node)).printsAllDigits || !callee) return false;
    this.edits.replace(callee, 'printf', () => `mx_${calleeName(node)}`);
    return true;
  }

  /** `std::tie(x, a[i])`: what the library may assign to through references. */
  private tied(scope: UnitScope, node: AstNode): AstNode[] {
    if (!libraryFunction(calleeName(node)).ties || calledFunction(scope, node) !== null) return [];
    return children(node)
      .slice(1)
      .filter(
        ({ valueCategory, type }) =>
          valueCategory === 'lvalue' &&
          isScalarValue(scope.types.read(type)) &&
          !/\bconst\b/.test(type?.qualType ?? ''),
      );
  }

  private settle(scope: UnitScope, target: AstNode): void {
    const site = siteOf(scope, target);
    const range = site !== null && this.tunable.has(site) && !this.keepsAll(site) && this.edits.rangeOf(target);
    if (range) this.edits.wrap(range, 'settle', `mx_settled(${site}, `, ').target');
  }

  /** `in >> x` reads a number of x's format. */
  private readFromStream(scope: UnitScope, target: AstNode): void {
    const site = isScalarValue(scope.types.read(target.type)) ? siteOf(scope, target) : null;
    const range = site !== null && this.tunable.has(site) && this.edits.rangeOf(target);
    if (range) this.edits.wrap(range, 'stream', `mx_extracted(${site}, `, ')');
  }

  /** Numbers are scanned into variables of our own, of the format that is asked for, and stored from there as far as scanf came. */
  private scan(scope: UnitScope, node: AstNode, position: number, args: readonly AstNode[]): void {
    const scan = readScan(position, args, (literal) => this.edits.ownText(literal));
    const whole = this.edits.rangeOf(node);
    const literal = scan && this.edits.rangeOf(scan.format);
    if (!scan || !whole || !literal) return;
    const targets: { readonly site: SiteIndex; readonly before: number; readonly place: string }[] = [];
    let scanned = 0;
    for (const { conversion, argument } of scan.targets) {
      const before = scanned;
      if (conversion.counts) scanned++;
      const site = scansNumber(conversion) ? siteOf(scope, argument) : null;
      const range = this.edits.rangeOf(argument);
      const named = addressed(argument);
      const target = this.edits.rangeOf(named ?? argument);
      if (site === null || !this.tunable.has(site) || !range || !target) continue;
      const place = named ? this.edits.text(target) : `*(${this.edits.text(target)})`;
      this.edits.replace(range, 'scan', () => `&mx_scanned_${before}.wide`);
      const [begin, end] = [conversion.begin, conversion.end + conversion.letter.length].map(
        (at) => literal.begin + at,
      );
      this.edits.replace({ ...literal, begin: begin!, end: end! }, 'scan', () => `${SCAN_MARK}l${conversion.letter}`);
      targets.push({ site, before, place });
    }
    if (targets.length === 0) return;
    const sites = targets.map(({ site }) => site).join(', ');
    const format = this.edits.text(literal);
    this.edits.wrap(literal, 'scan format', 'mx_scan_format(mx_format, ', ', mx_sites)');
    const numbers = targets.map(({ before }) => `mx_scanned_${before}`);
    const stores = targets.map(
      ({ site, before, place }) =>
        `if (mx_scanned > ${before}) ${place} = mx_store(${site}, mx_scanned_as(${site}, mx_scanned_${before}));`,
    );
    this.edits.replace(
      whole,
      'scan call',
      (inner) =>
        `({ union mx_scanned_number ${numbers.join(', ')}; char mx_format[sizeof(${format}) + ${2 * targets.length}]; const int mx_sites[] = {${sites}}; const int mx_scanned = ${inner(whole.begin, whole.end)}; ${stores.join(' ')} mx_scanned; })`,
    );
  }

  /** `isnormal(x)` is asked of a double that is of the class that x has in its format. */
  private classified(scope: UnitScope, node: AstNode, number: AstNode | undefined): void {
    const operation = this.operation(scope, node, 'compare');
    const range = number && operation !== null ? this.edits.rangeOfWhole(number) : null;
    if (!range || operation === null) return;
    this.untouched.delete(operation);
    this.edits.wrap(range, 'class', `mx_class(${operation}, `, ')');
  }

  /** `std::from_chars(first, last, x)` is called with a number of the format that x has. */
  private parse(scope: UnitScope, node: AstNode, target: AstNode | undefined): void {
    const site = target && isScalarValue(scope.types.read(target.type)) ? siteOf(scope, target) : null;
    const whole = this.edits.rangeOf(node);
    const range = site !== null && this.tunable.has(site) ? this.edits.rangeOf(target!) : null;
    if (!whole || !range) return;
    const place = this.edits.text(range);
    this.edits.replace(range, 'parse', () => 'mx_target');
    this.edits.wrap(whole, 'parse call', `mx_parsed(${site}, ${place}, [&](auto &mx_target) { return `, '; })');
  }

  /** Operators of the half types are functions of CUDA's headers: `a * b`, `a += b`, `-a`, `a < b`. */
  private halfOperator(scope: UnitScope, node: AstNode, args: readonly AstNode[]): boolean {
    const symbol = calleeName(node).slice('operator'.length);
    const [left, right] = args;
    if (!left || !isScalarValue(scope.types.read(left.type))) return false;
    if (symbol === '=' && right) {
      this.store(scope, siteOf(scope, left), right);
      return true;
    }
    const assigns = /^[-+*/]=$/.test(symbol);
    const call = BINARY[assigns ? symbol[0]! : symbol];
    const operation = this.operation(scope, node, right ? (call?.kind ?? 'add') : 'neg');
    const [whole, a, b] = [node, left, right ?? left].map((part) => this.edits.rangeOf(part));
    if (operation === null || !whole || !a || !b) return false;
    const site = siteOf(scope, left);
    if (!right) this.edits.replace(whole, 'operation', (inner) => `mx_neg(${operation}, ${inner(a.begin, a.end)})`);
    else if (!call || (assigns && site === null)) return false;
    else
      this.edits.replace(whole, 'operation', (inner) => {
        const [first, second] = [
          assigns ? inner(a.begin, a.end) : this.operand(scope, operation, left, inner(a.begin, a.end)),
          this.operand(scope, operation, right, inner(b.begin, b.end)),
        ];
        return assigns
          ? `mx_assign_${call.name.slice(3)}(${operation}, ${this.siteNumber(site!)}, ${this.target(site!, first)}, ${second})`
          : `${call.name}(${operation}, ${first}, ${second})`;
      });
    this.untouched.delete(operation);
    return true;
  }

  /** What takes halves by name or overload must be given halves, not their carrier. */
  private backToHalf(scope: UnitScope, argument: AstNode): void {
    const facts = scope.types.read(argument.type);
    if (!isScalarValue(facts) || facts.isVector) return;
    if (isHalf(facts.format)) this.around(scope, argument, formatName(facts.format)!);
  }

  /** `c ? NAN : x`: an arm that a system's macro spells is the use of that macro. */
  private wholeArm(choice: AstNode, arm: AstNode): Range | null {
    const [all, whole] = [this.edits.rangeOf(choice), this.edits.rangeOfWhole(arm)];
    const isPart = all && whole && all.file === whole.file && all.begin < whole.begin && whole.end <= all.end;
    return isPart ? whole : this.edits.rangeOf(arm);
  }

  private around(scope: UnitScope, node: AstNode, name: string, first = '', range = this.edits.rangeOf(node)): void {
    if (range && isScalarValue(scope.types.read(node.type))) this.edits.wrap(range, name, `${name}(${first}`, ')');
  }

  /** Both arms of a choice are carriers; in a reference run a cast between formats rounds nothing. */
  private meetCarrier(scope: UnitScope, node: AstNode): void {
    if (!isScalarValue(scope.types.read(node.type))) return;
    if (node.kind === 'ConditionalOperator') {
      if (this.isPlaceOfCarriers(scope, node)) return;
      const choice = this.carriedBy === 'sums' ? scope.valueNodes.get(node.id) : undefined;
      if (choice) this.choices.push(choice);
      for (const arm of children(node).slice(-2)) {
        if (choice) this.inFull(arm);
        this.around(scope, arm, 'mx_carry', choice ? `${this.choices.length - 1}, ` : '', this.wholeArm(node, arm));
      }
      return;
    }
    const value = children(node).at(-1);
    const [whole, part] = [this.edits.rangeOf(node), value && this.edits.rangeOf(value)];
    if (whole && part)
      this.edits.replace(whole, 'carry', (inner) => `mx_carry(${numberOf(node, inner(part.begin, part.end))})`);
  }

  /** `(c ? x : y) += 1`: two places of one type. */
  private isPlaceOfCarriers(scope: UnitScope, node: AstNode): boolean {
    const sites = children(node)
      .slice(-2)
      .map((arm) => siteOf(scope, arm));
    const types = new Set(sites.map((site) => site !== null && this.tunable.has(site)));
    return node.valueCategory === 'lvalue' && types.size === 1 && !types.has(false);
  }

  /** `sincos(x, &s, &c)`, whose results are rounded where they are stored. */
  private severalResults(
    scope: UnitScope,
    node: AstNode,
    operation: OperationIndex,
    args: readonly AstNode[],
  ): boolean {
    const { symbol, writesTo } = this.edits.syntax.program.operations[operation]!;
    const name = functionOfSeveralResults(symbol);
    if (name === null || writesTo === undefined || !this.tunable.has(writesTo)) return false;
    const head = `mx_math_${name}(${operation}, ${this.siteNumber(writesTo)}, `;
    if (args[0]) this.inFull(args[0]);
    const passed = (argument: AstNode, text: string) =>
      argument === args[0] ? this.operand(scope, operation, argument, text) : text;
    if (!this.replaceCall(node, head, args, passed)) return false;
    this.untouched.delete(operation);
    return true;
  }

  private mathCall(scope: UnitScope, node: AstNode, operation: OperationIndex, args: readonly AstNode[]): boolean {
    const { symbol } = this.edits.syntax.program.operations[operation]!;
    const twin = mathTwin(symbol);
    if (!twin) return false;
    const hasOneMore = twin.takesOneMore && args.length === twin.operands + 1 && !this.withFrames;
    if (args.length !== twin.operands && !hasOneMore) return false;
    const callee = calleeOf(node);
    const chooses =
      libraryFunction(symbol).chooses === true && callee?.foundReferencedDecl?.kind === 'FunctionTemplateDecl';
    const name = hasOneMore ? `${twin.name}${args.length}` : twin.name;
    const head = `${chooses ? `mx_std_${symbol}` : `mx_math_${name}`}(${operation}, `;
    for (const argument of args) this.inFull(argument);
    if (!this.replaceCall(node, head, args, (argument, text) => this.operand(scope, operation, argument, text)))
      return false;
    this.untouched.delete(operation);
    if (chooses) this.chosen.add(operation);
    return true;
  }

  private replaceCall(
    node: AstNode,
    head: string,
    args: readonly AstNode[],
    passed: (argument: AstNode, text: string) => string,
  ): boolean {
    const whole = this.edits.rangeOf(node);
    const ranges = args.map((argument) => this.edits.rangeOfWhole(argument));
    if (!whole || ranges.some((range) => range === null)) return false;
    this.edits.replace(
      whole,
      'operation',
      (inner) =>
        `${head}${args.map((argument, at) => passed(argument, inner(ranges[at]!.begin, ranges[at]!.end))).join(', ')})`,
    );
    return true;
  }

  protected override construction(scope: UnitScope, node: AstNode): void {
    const index = calledConstructor(scope, node);
    if (index === null) return;
    this.passAll(scope, node, index, children(node));
  }

  /** A value of the type the source gives it, where its carrier would mean another overload. */
  protected override keepFormat(scope: UnitScope, node: AstNode): void {
    if (this.isAsDeclared(scope, node)) return; // a reference may be bound to it
    const { format } = scope.types.read(node.type);
    if (format === 'fp32' || (this.carriedBy !== 'doubles' && format === 'fp64')) {
      // `Box b(float(x))` would declare a function
      this.around(scope, node, format === 'fp32' ? '(float)' : '(double)');
    } else this.backToHalf(scope, node);
  }

  /** A variable, or a place in memory, that has the type in the instrumented text that it has in the source. */
  private isAsDeclared(scope: UnitScope, node: AstNode): boolean {
    const site = node.valueCategory === 'lvalue' ? siteOf(scope, node) : null;
    return site !== null && !this.tunable.has(site);
  }

  protected override store(scope: UnitScope, site: SiteIndex | null, value: AstNode): void {
    if (site !== null && !this.tunable.has(site)) return this.leaveCarrier(scope, site, value);
    if (site === null || this.storesList(scope, site, value)) return;
    this.inFull(value);
    if (this.isConstant) return;
    const range = this.edits.rangeOfWhole(value);
    if (!range) this.roundedWhenRead.add(this.groupOf[site]!);
    const operation = this.storedOperation(scope, value);
    if (range && !this.keepsAll(site))
      this.edits.replace(range, 'store', (inner) => {
        const rounded = operation !== null && !this.untouched.has(operation); // known once everything has been visited
        const text = inner(range.begin, range.end);
        // braces have no type of their own, by which a call could be chosen
        const stored = text.startsWith('{')
          ? `${carrierVector(this.edits.syntax.program.sites[site]!.type)}${text}`
          : isComma(value)
            ? `(${text})`
            : text;
        const name = rounded ? `mx_store_of(${site}, ${operation}` : `mx_store${endingOf(scope, value)}(${site}`;
        return `${name}, ${stored})`;
      });
    if (this.edits.syntax.program.sites[site]!.shape !== 'scalar') this.carryVector(value);
  }

  /** What is stored as a float is rounded once, not by way of a double; a vector of floats does not take one of doubles. */
  private leaveCarrier(scope: UnitScope, site: SiteIndex, value: AstNode): void {
    if (value.kind !== 'InitListExpr') this.backToFloats(scope, value);
    const { shape, format } = this.edits.syntax.program.sites[site]!;
    if (this.carriedBy === 'sums' && !this.isConstant && shape === 'scalar' && format === 'fp32')
      this.around(scope, value, '(float)');
  }

  /** The operation that a stored value is the result of: where both have one format it is rounded already. */
  private storedOperation(scope: UnitScope, value: AstNode): OperationIndex | null {
    const node = ignoringParenImpCasts(value);
    if (node.kind === 'CallExpr') return this.operation(scope, node, 'math');
    const call = node.kind === 'BinaryOperator' ? BINARY[node.opcode ?? ''] : undefined;
    return call && call.kind !== 'compare' ? this.operation(scope, node, call.kind) : null;
  }

  /** `make_float3(…)` into storage that carries doubles. */
  private carryVector(value: AstNode): void {
    const maker = vectorMaker(vectorSource(value));
    const range = maker && this.edits.rangeOf(maker.name);
    if (maker && range) this.edits.replace(range, 'maker', () => `make_double${maker.lanes}`);
  }
}
