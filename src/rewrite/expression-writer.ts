/**
 * Writes the expressions of a program under a configuration, as edits: literal suffixes, math functions of other formats, casts where a format
 * must be explicit, and conversions that C++ does not make implicitly. A configuration that cannot be written is infeasible, with the site or
 * place at fault.
 */

import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName } from '../frontend/ast/callee.js';
import { isValueCast } from '../frontend/ast/kinds.js';
import { type AstNode, children, initialValue } from '../frontend/ast/node.js';
import { readScan } from '../frontend/ast/scan-call.js';
import { scansNumber } from '../frontend/lexical/scanf-format.js';
import { isReturnDeduced } from '../frontend/lower/expressions/deduced-containers.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type ClassFormat, type Format, isClass, isSummed, isWider } from '../numerics/format.js';
import { exchangesNumbers, libraryFunction } from '../program/library/library.js';
import type { FunctionIndex, SiteIndex } from '../program/program.js';
import type { Configuration, Resolution, ValueFormat } from '../space/resolve.js';
import { CastWriter } from './cast-writer.js';
import { CopyWriter } from './converting-copies.js';
import { InfeasibleEdit } from './declaration-edits.js';
import { DeducedTypeWriter } from './deduced-type-writer.js';
import { ExpressionEditor } from './expression-editor.js';
import { isLiteral } from './expression-formats.js';
import { bindsConverted, bindsTemporary, withoutConversion, withoutTemporary } from './implicit-conversions.js';
import { LibraryCallWriter } from './library-call-writer.js';
import type { LibraryCall } from './library-calls.js';
import { typeIn } from './name-uses.js';
import { NumberWriter } from './number-writer.js';
import { OperatorWriter } from './operator-writer.js';
import { assignsInOlderOrder, olderOrderText } from './ordered-operands.js';
import { choosesConstructor, isAmbiguousWithIntegers, isOverloadArgument, isWrittenTo } from './overload-arguments.js';
import { siteOf } from './site-of.js';
import type { SourceEdits } from './source-edits.js';
import { VectorWriter } from './vector-writer.js';

/** True if multi-part numbers are used: their header is included, and C is compiled as C++. */
export function writesSums({ siteFormats, operationFormats }: Resolution): boolean {
  return siteFormats.some(isSummed) || operationFormats.some(isSummed);
}

/** Digits printed of a wide number: those that the text prints of a double, or all of them. */
export type PrintedDigits = 'as-written' | 'full';

export class ExpressionWriter extends ExpressionEditor {
  /** Copies between host and device, and the functions that converting ones need. */
  readonly copies: CopyWriter;
  readonly vectors: VectorWriter;
  /** Half types that are read from streams. */
  readonly streamedClasses = new Set<ClassFormat>();
  /** Everything is compiled as C++, including C units. */
  private readonly isCplusplus: boolean;
  protected readonly numbers: NumberWriter;
  protected readonly operators: OperatorWriter;
  private readonly library: LibraryCallWriter;
  protected readonly casts: CastWriter;
  private readonly deduced: DeducedTypeWriter;

  constructor(
    edits: SourceEdits,
    private readonly resolution: Resolution,
    configuration: Configuration,
    private readonly digits: PrintedDigits = 'as-written',
  ) {
    super(edits);
    this.isCplusplus = writesSums(resolution);
    this.copies = new CopyWriter(edits, resolution.siteFormats);
    this.numbers = new NumberWriter(edits, resolution, configuration);
    this.operators = new OperatorWriter(this.numbers);
    this.library = new LibraryCallWriter(this.numbers);
    this.casts = new CastWriter(this.numbers);
    this.deduced = new DeducedTypeWriter(this.numbers);
    this.vectors = new VectorWriter(this.numbers);
  }

  initialiser(scope: UnitScope, site: SiteIndex | null, node: AstNode): void {
    const value = initialValue(node);
    if (!value) return;
    this.initialise(scope, site, value);
    this.visit(scope, value, null);
  }

  protected override variable(scope: UnitScope, node: AstNode, value: AstNode, returns: SiteIndex | null): void {
    super.variable(scope, node, value, returns);
    this.deduced.pinAuto(scope, node, value);
  }

  /** A class of the program has no format itself: the start of its range determines the format. */
  protected override rangeVariable(scope: UnitScope, variable: AstNode | undefined, sources: readonly AstNode[]): void {
    const source = sources.find((value) => siteOf(scope, value) !== null) ?? sources[0];
    if (!variable || !source) return;
    this.deduced.pinAuto(scope, variable, source);
    if (sources[0]) this.deduced.convertRange(scope, variable, sources[0], siteOf(scope, source));
  }

  /** With multi-part numbers, everything is C++17. */
  protected override assignment(scope: UnitScope, node: AstNode, target: AstNode, value: AstNode): void {
    const range = this.isCplusplus && assignsInOlderOrder(scope, node) ? this.edits.rangeOf(node) : null;
    if (range) throw new InfeasibleEdit(null, olderOrderText(this.edits.text(range)));
    this.assign(scope, target, value);
  }

  protected override conditional(scope: UnitScope, node: AstNode): void {
    if (scope.types.read(node.type).isVector) this.vectors.choose(scope, node);
    else this.operators.conditional(scope, node);
  }

  protected override pass(scope: UnitScope, site: SiteIndex | null, argument: AstNode, inBraces = false): void {
    if (site === null || argument.kind === 'CXXDefaultArgExpr' || !this.chooseInstantiation(scope, site, argument))
      super.pass(scope, site, argument, inBraces);
  }

  /**
   * `scale(x, 0.5)` with x in fp32: a number from which a type parameter is deduced gets the common format of all of them, and one that chooses
   * a function gets the format of that function.
   */
  private chooseInstantiation(scope: UnitScope, site: SiteIndex, argument: AstNode): boolean {
    const { shape, format: declared } = this.edits.syntax.program.sites[site]!;
    const number = withoutTemporary(argument);
    const isNumber = shape === 'scalar' || (shape === 'reference' && bindsTemporary(scope, argument));
    if (!isNumber || !isOverloadArgument(this.edits, site)) return false;
    // a converted argument chooses nothing: its call names the type
    const given = scope.types.read(withoutConversion(argument).type).format;
    if (given !== declared && (given === null || !isAmbiguousWithIntegers(this.edits.syntax.program, site)))
      return false;
    this.numbers.convert(scope, number, this.resolution.siteFormats[site]!, 'choice');
    return true;
  }

  protected override libraryCall(scope: UnitScope, node: AstNode, call: LibraryCall, args: readonly AstNode[]): void {
    switch (call.kind) {
      case 'scan':
        return this.scan(scope, call.format, args);
      case 'classification':
        return this.library.classify(scope, call.operation, call.number);
      case 'math':
        return this.library.math(scope, node, call.operation, args);
      case 'atomic':
        return this.library.atomic(scope, call.operation, args);
      case 'assignment':
        return this.assign(scope, call.target, call.value);
      case 'operator':
        return this.operators.write(scope, call.operator);
      case 'unary':
        return;
      case 'store':
        return this.store(scope, siteOf(scope, call.target), call.value, false);
      case 'parsing':
        if (call.into) this.requireReadable(scope, calleeName(node), call.into, this.changedFormat(scope, call.into));
        break;
      case 'extraction':
        if (this.readsClass(scope, call.into)) return;
        break;
    }
    this.copies.write(scope, node);
    if (exchangesNumbers(calleeName(node)) && this.numbers.formats.movesNumber(scope, args)) return;
    if (!this.printsAllDigits(scope, node, args)) this.giveAll(scope, node, args);
  }

  private giveAll(scope: UnitScope, node: AstNode, args: readonly AstNode[]): void {
    const isFilled = !choosesConstructor(scope, node) && (this.fillContainer(scope, node) || this.known.has(node));
    for (const argument of args) {
      const facts = scope.types.read(argument.type);
      if (facts.shape === 'vector' && argument.valueCategory === 'prvalue')
        this.vectors.write(scope, argument, facts.format);
      if (isFilled || !isScalarValue(facts) || this.keepsArgument(scope, node, argument)) continue;
      if (isWrittenTo(node, argument)) continue;
      if (argument.valueCategory === 'prvalue' || !/^cuda/.test(calleeName(node)))
        this.numbers.give(scope, argument, 'library argument'); // a symbol is not a number
    }
  }

  /** `V{x, y}`: braces do not narrow, parentheses do; to and from halves neither converts. */
  protected override construction(scope: UnitScope, node: AstNode, own: FunctionIndex | null): void {
    if (own === null) return this.libraryConstruction(scope, node);
    this.numbers.couldDeclare = node.list !== true;
    super.construction(scope, node, own);
    this.numbers.couldDeclare = false;
  }

  /** `KeyValuePair<int, float> best{0, x}`: braces do not narrow for classes of a library either. */
  private libraryConstruction(scope: UnitScope, node: AstNode): void {
    if (node.list !== true || this.known.has(node)) return;
    for (const argument of children(node)) {
      const isNumber = isScalarValue(scope.types.read(argument.type)) && argument.kind !== 'CXXDefaultArgExpr';
      if (isNumber && !isTakenAsAnyType(argument)) this.store(scope, null, argument, true);
    }
  }

  /** `scanf("%lf", &x)` with x in fp32 is `scanf("%f", &x)`. */
  private scan(scope: UnitScope, position: number, args: readonly AstNode[]): void {
    const scan = readScan(position, args, (literal) => this.edits.ownText(literal));
    for (const { conversion, argument } of scan?.targets ?? []) {
      const to = scansNumber(conversion) ? this.changedFormat(scope, argument) : null;
      if (to === null) continue;
      this.requireReadable(scope, 'scanf', argument, to);
      const literal = this.edits.rangeOf(scan!.format)!;
      const begin = literal.begin + conversion.begin;
      const end = literal.begin + conversion.end + conversion.letter.length;
      this.edits.replace({ ...literal, begin, end }, 'scan', () => `${to === 'fp64' ? 'l' : ''}${conversion.letter}`);
    }
  }

  /** The format of the number read into; null if it is that of the source. */
  private changedFormat(scope: UnitScope, target: AstNode): Format | null {
    const site = siteOf(scope, target);
    const to = site === null ? null : this.resolution.siteFormats[site]!;
    return site !== null && to !== this.edits.syntax.program.sites[site]!.format ? to : null;
  }

  /** `std::from_chars(first, last, x)` has an overload for every built-in format, `scanf` a conversion. */
  private requireReadable(scope: UnitScope, name: string, target: AstNode, to: Format | null): void {
    if (to !== null && to !== 'fp32' && to !== 'fp64')
      throw new InfeasibleEdit(siteOf(scope, target), `${name} cannot read a number in ${to}`);
  }

  /** `printf("%g", x)` and `out << x` in a run that is judged by its output. */
  private printsAllDigits(scope: UnitScope, node: AstNode, args: readonly AstNode[]): boolean {
    if (this.digits === 'as-written') return false;
    const name = calleeName(node);
    const sums = args.filter(
      (one) => isScalarValue(scope.types.read(one.type)) && isSummed(this.numbers.of(scope, one).format),
    );
    if (sums.length === 0) return false;
    if (name === 'operator<<') return true;
    if (!libraryFunction(name).printsAllDigits) return false;
    const callee = children(node)[0];
    const range = callee && this.edits.editableRange(callee, 'printf');
    if (!range) return false;
    this.edits.replace(range, 'printf', () => `mantissa_${name}`);
    for (const argument of args) if (!sums.includes(argument)) this.numbers.give(scope, argument, 'library argument');
    return true;
  }

  /** `in >> x` for an x of a CUDA class, which streams do not support: the operator is added. Multi-part numbers have their own. */
  private readsClass(scope: UnitScope, target: AstNode): boolean {
    const to = isScalarValue(scope.types.read(target.type)) ? this.changedFormat(scope, target) : null;
    if (isClass(to)) this.streamedClasses.add(to);
    return isClass(to) || isSummed(to);
  }

  /** A deduced return type follows the returned value, so the value must have the format. */
  protected override returned(scope: UnitScope, site: SiteIndex, value: AstNode): void {
    const { declaration, type } = this.edits.syntax.program.sites[site]!;
    const from = this.numbers.of(scope, value);
    const to = this.resolution.siteFormats[site]!;
    const deduced =
      isScalarValue(scope.types.read({ qualType: type })) && isReturnDeduced(this.edits.syntax.places, declaration);
    if (deduced && (from.format !== to || from.takesOperandFormat)) this.numbers.makeExplicit(value, from, to);
    else this.pass(scope, site, value);
  }

  protected override store(scope: UnitScope, site: SiteIndex | null, node: AstNode, inBraces: boolean): void {
    const declared = scope.types.read(node.type).format;
    // in a class instantiated with several types, a site describes only one of the members
    const isOther = site !== null && declared !== null && declared !== this.edits.syntax.program.sites[site]!.format;
    if (isOther && isTakenAsAnyType(node)) return;
    const to = site === null || isOther ? declared : this.resolution.siteFormats[site]!;
    if (this.storesList(scope, site, node)) return;
    if (scope.types.read(node.type).isVector) return this.vectors.write(scope, node, to);
    if (to === null) return;
    const from = this.numbers.of(scope, node);
    const isKept = site === null || isOther || to === this.edits.syntax.program.sites[site]!.format;
    if (inBraces && scope.unit.language === 'c' && this.isCplusplus) this.narrowInBraces(node, from, to);
    if (isKept && this.numbers.isAsWritten(scope, node)) return;
    if (from.format === to && !from.takesOperandFormat && bindsConverted(node)) return this.numbers.cast(node, to);
    this.numbers.convert(scope, node, to, inBraces && !this.isCastTo(scope, node, to) ? 'braces' : 'store');
  }

  /** `float a[] = {x * y, n}`: C converts in braces, C++ does not, so a cast is written. */
  private narrowInBraces(node: AstNode, from: ValueFormat, to: Format): void {
    const isNarrowed = from.format === null || (!isSummed(from.format) && isWider(from.format, to));
    if ((to === 'fp32' || to === 'fp64') && isNarrowed && !isLiteral(node)) this.numbers.cast(node, to);
  }

  /** A cast to a type name that means this format now. */
  private isCastTo(scope: UnitScope, node: AstNode, to: Format): boolean {
    const range = isValueCast(node) ? this.edits.rangeOf(node) : null;
    const type = range && typeIn(this.edits.syntax, scope, range);
    return !!type && this.edits.typeNamesAt(type, type.name).means(type.name) === to;
  }
}

/** `std::pair<double, int>{x / 3, 1}`: a library class converts what it takes by a reference to any type. */
function isTakenAsAnyType({ valueCategory, type }: AstNode): boolean {
  return valueCategory !== 'prvalue' && !/\bconst\b/.test(type?.qualType ?? '');
}
