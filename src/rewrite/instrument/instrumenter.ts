/**
 * Instruments a flattened program: every floating-point operation becomes a call with its index, every store a rounding with the index of its
 * site (runtime/instrument/mantissa_instrument.h). Storage has its carrier type: sites narrower than double are widened to it, so that any
 * configuration fits.
 */
import { isScalarValue } from '../../frontend/ast/c-types.js';
import { calleeName, calleeOf } from '../../frontend/ast/callee.js';
import { type AstNode, children, initialValue, ofKind } from '../../frontend/ast/node.js';
import { staticInitialisers } from '../../frontend/lower/declarations/static-initialisers.js';
import { hasDeducedType, isReturnDeduced } from '../../frontend/lower/expressions/deduced-containers.js';
import { isIntegerConstant } from '../../frontend/lower/expressions/integer-constants.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import { exchangesNumbers, libraryFunction } from '../../program/library/library.js';
import type { Range } from '../../program/place.js';
import type { FunctionIndex, SiteIndex, ValueIndex } from '../../program/program.js';
import { ExpressionEditor } from '../expression-editor.js';
import { withoutConversion } from '../implicit-conversions.js';
import type { LibraryCall } from '../library-calls.js';
import { isOverloadArgument, overloadArgument } from '../overload-arguments.js';
import { callCopy } from '../shared-text-copies.js';
import { siteOf } from '../site-of.js';
import type { SourceEdits } from '../source-edits.js';
import { type CarriedBy, Carriers } from './carriers.js';
import { declareFrame, dropConstexpr, dropRegister } from './declaration-words.js';
import { InstrumentedCasts } from './instrumented-casts.js';
import { InstrumentedCopies } from './instrumented-copies.js';
import { InstrumentedOperations } from './instrumented-operations.js';
import { InstrumentedStores } from './instrumented-stores.js';
import { LiteralsInFull } from './literals-in-full.js';
import { NumbersRead } from './numbers-read.js';
import { isStatic, UnroundedStorage } from './unrounded-storage.js';

const isNotExecuted = ofKind('CXXNoexceptExpr', 'TypeTraitExpr', 'ConstantExpr', 'StaticAssertDecl');

export class Instrumenter extends ExpressionEditor {
  /** `c ? a : b`, with the index that its format has in the table. */
  readonly choices: { readonly function: FunctionIndex; readonly value: ValueIndex }[] = [];
  /** In a constant initialiser only literals are rewritten. */
  private isConstant = false;
  protected readonly numbers: Carriers;
  private readonly unrounded: UnroundedStorage;
  private readonly literals: LiteralsInFull;
  readonly operators: InstrumentedOperations;
  protected readonly casts: InstrumentedCasts;
  private readonly stores: InstrumentedStores;
  private readonly numbersRead: NumbersRead;
  private readonly copies: InstrumentedCopies;

  constructor(
    edits: SourceEdits,
    /** Sites that may change. */
    tunable: ReadonlySet<SiteIndex>,
    groupOf: readonly number[],
    carriedBy: CarriedBy = 'doubles',
    /**
     * A shadow run for nvcc: device functions declare where their operations add up errors, and storage that is double in the source does not
     * round.
     */
    private readonly hasFrames = false,
    /** A run with phases: the format of storage may change between a store and a read. */
    hasPhases = false,
  ) {
    super(edits);
    this.numbers = new Carriers(edits, tunable, groupOf, carriedBy, hasFrames);
    this.unrounded = new UnroundedStorage(this.numbers, hasPhases);
    this.literals = new LiteralsInFull(edits, carriedBy === 'sums');
    this.operators = new InstrumentedOperations(this.numbers, this.unrounded, this.literals, hasFrames);
    this.casts = new InstrumentedCasts(this.numbers, this.literals);
    this.stores = new InstrumentedStores(this.numbers, this.unrounded, this.literals, this.operators);
    this.numbersRead = new NumbersRead(this.numbers);
    this.copies = new InstrumentedCopies(this.numbers);
  }

  run(): void {
    const { functions, scopes } = this.edits.syntax;
    this.unrounded.find(this.callees.values());
    if (this.numbers.carriedBy === 'sums') this.constants();
    for (const scope of scopes) for (const node of scope.others.values()) dropRegister(this.edits, node);
    const asWritten = new Set([...this.unchangedFunctions, ...scopes.flatMap((scope) => [...scope.constantFunctions])]);
    for (const scope of scopes)
      for (const { function: index, node } of scope.functionNodes)
        if (!asWritten.has(index)) dropConstexpr(this.edits, node);
    // a value that cannot be rounded when stored is rounded when read, which may precede the store in the text
    for (let known = -1; known < this.unrounded.size; ) {
      known = this.unrounded.size;
      for (const { scope, function: index, node } of functions)
        if (!asWritten.has(index)) this.function(scope, index, node);
    }
    this.literals.write();
  }

  /** `static double t[] = {0.1, 0.2};`: calls are not allowed here, multi-part numbers are. */
  private constants(): void {
    const initialise = (scope: UnitScope, declaration: AstNode, value: AstNode | undefined) => {
      if (value) this.initialise(scope, scope.sites.get(declaration.id) ?? null, value);
    };
    this.isConstant = true;
    for (const scope of this.edits.syntax.scopes) {
      for (const { declaration, value } of staticInitialisers(scope)) initialise(scope, declaration, value);
      for (const node of scope.others.values()) if (isStatic(node)) initialise(scope, node, initialValue(node));
    }
    this.isConstant = false;
  }

  override function(scope: UnitScope, index: FunctionIndex, node: AstNode): void {
    if (this.hasFrames && !this.unchangedFunctions.has(index))
      this.edits.inLayerOf(index, () => declareFrame(this.edits, index, node));
    this.literals.within(index, () => super.function(scope, index, node));
  }

  protected override visit(scope: UnitScope, node: AstNode, returns: SiteIndex | null): void {
    if (isNotExecuted(node) || this.operators.comparesExactConstants(scope, node)) return;
    super.visit(scope, node, returns);
  }

  protected override takesUnrounded(site: SiteIndex | null): void {
    this.unrounded.add(site);
  }

  protected override passToAny(scope: UnitScope, sites: readonly (SiteIndex | null)[], argument: AstNode): void {
    const chooses = sites.some((site) => site !== null && overloadArgument(this.edits.syntax, site, argument));
    if (chooses || this.numbers.isOneGroup(sites)) super.passToAny(scope, sites, argument);
  }

  /** A frozen argument that decides how a template is instantiated is passed with its source type. */
  protected override pass(scope: UnitScope, site: SiteIndex | null, argument: AstNode): void {
    const isKept = site !== null && !this.numbers.carries(site) && isOverloadArgument(this.edits, site);
    if (isKept && argument.kind !== 'CXXDefaultArgExpr') this.keepFormats(scope, withoutConversion(argument));
    else super.pass(scope, site, argument);
  }

  protected override variable(scope: UnitScope, node: AstNode, value: AstNode, returns: SiteIndex | null): void {
    if (isStatic(node) || isIntegerConstant(scope, node, value)) return;
    const site = scope.sites.get(node.id);
    if (site !== undefined && !this.numbers.carries(site) && hasDeducedType(this.edits.syntax.places, node))
      this.keepNumber(scope, value);
    super.variable(scope, node, value, returns);
  }

  protected override returned(scope: UnitScope, site: SiteIndex, value: AstNode): void {
    const { program, places } = this.edits.syntax;
    if (!this.numbers.carries(site) && isReturnDeduced(places, program.sites[site]!.declaration))
      this.keepNumber(scope, value);
    super.returned(scope, site, value);
  }

  /** A frozen number has its source type, even if that type is not written and follows from the number. */
  private keepNumber(scope: UnitScope, value: AstNode): void {
    const number = withoutConversion(value);
    const [only] = number.kind === 'InitListExpr' ? children(number) : [];
    if (only) this.keepNumber(scope, only);
    else if (number.valueCategory === 'prvalue') this.numbers.give(scope, number, 'as declared');
  }

  protected override store(scope: UnitScope, site: SiteIndex | null, value: AstNode): void {
    if (site !== null && !this.numbers.carries(site)) return this.leaveCarrier(scope, site, value);
    if (site === null || this.storesList(scope, site, value)) return;
    if (this.isConstant) this.literals.add(value);
    else this.stores.write(scope, site, value);
  }

  /** A value stored as a float is rounded once, not through a double; a vector of floats cannot be assigned one of doubles. */
  private leaveCarrier(scope: UnitScope, site: SiteIndex, value: AstNode): void {
    if (value.kind !== 'InitListExpr') this.numbers.give(scope, value, 'vector argument');
    const { shape, format } = this.edits.syntax.program.sites[site]!;
    if (!this.isConstant && shape === 'scalar' && format === 'fp32') this.numbers.give(scope, value, 'frozen float');
  }

  protected override read(scope: UnitScope, node: AstNode, place: AstNode): void {
    if (isScalarValue(scope.types.read(node.type))) this.unrounded.read(scope, place, node);
  }

  protected override assignment(scope: UnitScope, node: AstNode, target: AstNode, value: AstNode): void {
    const isNumber = isScalarValue(scope.types.read(target.type));
    if (!isNumber || !this.stores.called(scope, node, target, value)) this.assign(scope, target, value);
  }

  protected override conditional(scope: UnitScope, node: AstNode): void {
    if (this.numbers.carriedBy !== 'doubles') this.carryArms(scope, node);
  }

  protected override ownCall(scope: UnitScope, node: AstNode, own: FunctionIndex): void {
    callCopy(this.edits, scope, calleeOf(node)!, own);
  }

  protected override libraryCall(scope: UnitScope, node: AstNode, call: LibraryCall, args: readonly AstNode[]): void {
    this.unrounded.readRange(scope, node);
    if (/\.\.\./.test(children(node)[0]?.type?.qualType ?? '')) {
      const position = this.prints(node) ? 'printed' : 'unnamed argument';
      for (const argument of args) this.numbers.give(scope, argument, position);
    }
    this.numbersRead.settle(scope, node);
    this.fillContainer(scope, node);
    switch (call.kind) {
      case 'scan':
        return this.numbersRead.scan(scope, node, call.format, args);
      case 'classification':
        return this.operators.classify(call.operation, call.number);
      case 'parsing':
        return this.numbersRead.parse(scope, node, call.into);
      case 'assignment':
        return this.assign(scope, call.target, call.value);
      case 'store':
        return this.store(scope, siteOf(scope, call.target), call.value);
      case 'extraction':
        this.numbersRead.extract(scope, call.into);
        break;
      case 'math':
        if (this.operators.math(scope, node, call.operation, args)) return;
        // overloads are chosen by the source formats, not by those of the carriers
        if (scope.unit.language !== 'c') for (const argument of args) this.numbers.give(scope, argument, 'as declared');
        break;
      case 'atomic':
        if (this.operators.atomic(scope, node, call.operation, args)) return;
        break;
      case 'operator':
        if (this.operators.write(scope, call.operator)) return;
        break;
    }
    this.copies.instrument(scope, node);
    if (!/^cuda/.test(calleeName(node))) this.leaveAll(scope, node, args);
  }

  private leaveAll(scope: UnitScope, node: AstNode, args: readonly AstNode[]): void {
    if (exchangesNumbers(calleeName(node)) && this.numbers.movesNumber(scope, args)) return; // the exchanged numbers are carriers
    for (const argument of args)
      if (!this.keepsArgument(scope, node, argument)) this.numbers.give(scope, argument, 'library argument');
    // loads and stores take the vector type of their memory
    if (node.kind === 'CallExpr' && !args.some(({ type }) => scope.types.read(type).pointerLevels > 0))
      for (const argument of args) this.numbers.give(scope, argument, 'vector argument');
  }

  /** `printf("%g", x)`, which may print all digits. */
  private prints(node: AstNode): boolean {
    const callee = this.edits.rangeOf(calleeOf(node)!);
    const printsAll = this.numbers.carriedBy === 'sums' && libraryFunction(calleeName(node)).printsAllDigits;
    if (!printsAll || !callee) return false;
    this.edits.replace(callee, 'printf', () => `mx_${calleeName(node)}`);
    return true;
  }

  /** Both arms of a choice are carriers. */
  private carryArms(scope: UnitScope, node: AstNode): void {
    if (!isScalarValue(scope.types.read(node.type)) || this.isPlaceOfCarriers(scope, node)) return;
    const choice = this.numbers.carriedBy === 'sums' ? scope.valueNodes.get(node.id) : undefined;
    if (choice) this.choices.push(choice);
    for (const arm of children(node).slice(-2)) {
      if (!isScalarValue(scope.types.read(arm.type))) continue;
      if (choice) this.literals.add(arm);
      const first = choice ? `${this.choices.length - 1}, ` : '';
      this.numbers.around(arm, 'mx_carry', first, this.wholeArm(node, arm));
    }
  }

  /** `c ? NAN : x`: an arm written by a system macro is the use of that macro. */
  private wholeArm(choice: AstNode, arm: AstNode): Range | null {
    const [all, whole] = [this.edits.rangeOf(choice), this.edits.rangeOfWhole(arm)];
    const isPart = all && whole && all.file === whole.file && all.begin < whole.begin && whole.end <= all.end;
    return isPart ? whole : this.edits.rangeOf(arm);
  }

  /** `(c ? x : y) += 1`: two memory operands of one type. */
  private isPlaceOfCarriers(scope: UnitScope, node: AstNode): boolean {
    const arms = children(node).slice(-2);
    return node.valueCategory === 'lvalue' && arms.every((arm) => this.numbers.carries(siteOf(scope, arm)));
  }
}
