/**
 * The expressions of a program under a configuration, as edits: literal suffixes, math twins, casts where a format must be said, and the
 * conversions C++ does not make on its own. What cannot be written is infeasible, with the site or place at fault.
 */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName, calleeOf } from '../frontend/ast/callee.js';
import { isCallOrLaunch, isPrimary, isValueCast } from '../frontend/ast/kinds.js';
import { type AstNode, children, initialValue } from '../frontend/ast/node.js';
import { readScan } from '../frontend/ast/scan-call.js';
import { scansNumber } from '../frontend/lexical/scanf-format.js';
import { calledConstructor, calledFunction } from '../frontend/lower/calls/called-function.js';
import { declaresOpenType, isReturnDeduced } from '../frontend/lower/expressions/types-of-values.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type Format, type HalfFormat, isHalf, isSummed, isWider, type SummedFormat } from '../numerics/format.js';
import { effectOf, functionOfSeveralResults, libraryFunction, mathTwin } from '../program/library/library.js';
import type { OperationIndex, OperationKind, SiteIndex } from '../program/program.js';
import {
  baselineConfiguration,
  type Configuration,
  type Resolution,
  resolve,
  type ValueFormat,
} from '../space/resolve.js';
import { CopyWriter } from './converting-copies.js';
import { InfeasibleEdit } from './declaration-edits.js';
import { ExpressionEditor } from './expression-editor.js';
import { hasEffects } from './expression-effects.js';
import { ExpressionFormats, isExactConstant, isLiteral, literalBehind } from './expression-formats.js';
import { MATH_CONSTANTS, narrowLiteral, summedLiteral } from './literal-text.js';
import { isExactEitherWay, typeIn } from './name-uses.js';
import { assignsInOlderOrder, OrderedOperands, olderOrderText, orderedText } from './ordered-operands.js';
import {
  becomesLongDouble,
  bindsConverted,
  bindsTemporary,
  choosingArgument,
  conversionFunction,
  type SourceEdits,
  siteOf,
  vectorMaker,
  vectorSource,
  withoutConversion,
  withoutTemporary,
} from './source-edits.js';
import { findTypeToken, formatName, respell } from './type-text.js';

const KINDS: Readonly<Record<string, OperationKind>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '<': 'compare',
  '>': 'compare',
  '<=': 'compare',
  '>=': 'compare',
  '==': 'compare',
  '!=': 'compare',
};

/** True where `x op= e` is `x = x op e` as it stands: e is one term of a sum, or no operator at all. */
function bindsTighter(node: AstNode, opcode: string): boolean {
  if (node.kind === 'ImplicitCastExpr') return children(node)[0] ? bindsTighter(children(node)[0]!, opcode) : false;
  if (node.kind === 'BinaryOperator') return /^[+-]=$/.test(opcode) && /^[*/]$/.test(node.opcode ?? '');
  return isPrimary(node);
}

/** True where a number of several parts takes part: its header is included, and C is compiled as C++. */
export function writesSums({ siteFormats, operationFormats }: Resolution): boolean {
  return siteFormats.some(isSummed) || operationFormats.some(isSummed);
}

/** How much of a wide number is printed: what the text prints of a double, or all of its digits. */
export type PrintedDigits = 'as-written' | 'full';

export class ExpressionWriter extends ExpressionEditor {
  private readonly formats: ExpressionFormats;
  private readonly formatsAsWritten: ExpressionFormats;
  /** `float3 double3`: conversions between vector types that CUDA does not have. */
  readonly vectorConversions = new Set<string>();
  /** Copies between host and device, and the functions those need that convert. */
  readonly copies: CopyWriter;
  /** Half types that are read from streams. */
  readonly streamedHalves = new Set<HalfFormat>();
  /** In the parentheses of an initialiser `V v(__half(x));` would declare a function. */
  private couldDeclare = false;
  /** All of it is compiled as C++, what was C too. */
  private readonly isCplusplus: boolean;
  private readonly orderedOperands: OrderedOperands;

  constructor(
    edits: SourceEdits,
    private readonly resolution: Resolution,
    private readonly configuration: Configuration,
    private readonly digits: PrintedDigits = 'as-written',
  ) {
    super(edits);
    this.isCplusplus = writesSums(resolution);
    this.orderedOperands = new OrderedOperands(edits.syntax);
    this.formats = new ExpressionFormats(resolution);
    this.formatsAsWritten = new ExpressionFormats(resolve(edits.syntax.program, baselineConfiguration));
    this.copies = new CopyWriter(edits, resolution.siteFormats);
  }

  initialiser(scope: UnitScope, site: SiteIndex | null, node: AstNode): void {
    const value = initialValue(node);
    if (!value) return;
    this.initialise(scope, site, value);
    this.visit(scope, value, null);
  }

  protected override variable(scope: UnitScope, node: AstNode, returns: SiteIndex | null): void {
    const value = initialValue(node);
    if (!value || node.init === undefined || node.isImplicit) return;
    this.initialise(scope, scope.sites.get(node.id) ?? null, value);
    this.visit(scope, value, returns);
    this.pinAuto(scope, node, value);
  }

  /** A class of the program has no format of its own: where its numbers begin says it. */
  protected override rangeVariable(scope: UnitScope, variable: AstNode | undefined, sources: readonly AstNode[]): void {
    const source = sources.find((value) => siteOf(scope, value) !== null) ?? sources[0];
    if (!variable || !source) return;
    this.pinAuto(scope, variable, source);
    if (sources[0]) this.convertRange(scope, variable, sources[0], siteOf(scope, source));
  }

  /** `for (double x : v)` with v in a class, which a number is made of where that is said: `for (double x : mantissa_as<double>(v))`. */
  private convertRange(scope: UnitScope, variable: AstNode, range: AstNode, elements: SiteIndex | null): void {
    const facts = scope.types.read(variable.type);
    const from = elements === null ? null : this.resolution.siteFormats[elements]!;
    if (!isSummed(from) || !(facts.isInteger || isScalarValue(facts)) || facts.shape === 'reference') return;
    const site = scope.sites.get(variable.id);
    const to = site === undefined ? facts.format : this.resolution.siteFormats[site]!;
    if (to === from || (isSummed(to) && isWider(to, from))) return;
    const type =
      to === null ? scope.types.expand(variable.type?.qualType ?? '').replace(/\bconst\b ?/, '') : formatName(to)!;
    const text = this.edits.editableRange(range, `range ${type}`);
    if (text) this.edits.wrap(text, `range ${type}`, `mantissa_as<${type}>(`, ')');
  }

  protected override writtenCast(scope: UnitScope, node: AstNode): void {
    const value = children(node).at(-1);
    if (value && isScalarValue(scope.types.read(value.type))) this.widenHalf(scope, value);
    const site = scope.casts.get(node.id) ?? null;
    const { syntax } = this.edits;
    const to = site === null ? scope.types.read(node.type).format : this.resolution.siteFormats[site]!;
    if (site !== null && to !== null && this.callsConversion(scope, node)) return this.keepConversion(scope, node, to);
    if (value && isSummed(to)) this.adapt(value, this.formats.of(scope, value), to);
    if (to === null || !isScalarValue(scope.types.read(node.type)) || this.meansWhatItShould(scope, node, site, to))
      return;
    const range = this.edits.editableRange(node, `cast to ${to}`);
    if (!range || site === null || to === syntax.program.sites[site]!.format) return; // the body of a macro is to be expanded
    const type = typeIn(syntax, scope, range);
    const parameter = type && this.edits.typeParameters.spell(scope, site, type.name, to);
    const written = type && (parameter === undefined ? respell(scope, type.name, to, this.edits.typeNames) : parameter);
    if (type && written === type.name && parameter !== undefined) return; // the type parameter says it
    if (!type || !written) throw new InfeasibleEdit(site, `'${this.edits.text(range)}' cannot be spelt in ${to}`);
    this.edits.replaceType(type, type.name, to, written);
  }

  /** `static_cast<double>(mass)` calls `operator double`: an explicit one is called for no other type. */
  private callsConversion(scope: UnitScope, node: AstNode): boolean {
    const name = conversionFunction(node);
    const type = name === null ? null : scope.types.read({ qualType: name.slice('operator '.length) });
    return type !== null && type.format === scope.types.read(node.type).format;
  }

  private keepConversion(scope: UnitScope, node: AstNode, to: Format): void {
    const { syntax, typeNames } = this.edits;
    const { format } = scope.types.read(node.type);
    if (to !== format) this.cast(node, to);
    const range = this.edits.editableRange(node, `cast to ${format}`);
    const type = range && typeIn(syntax, scope, range);
    if (type && (typeNames.means(type.name) ?? format) !== format)
      this.edits.replaceType(type, type.name, format!, formatName(format!)!);
  }

  /** True where the text of a cast may stay: nothing changes, or a macro spells it by a name that means the right thing. */
  private meansWhatItShould(scope: UnitScope, node: AstNode, site: SiteIndex | null, to: Format): boolean {
    const { syntax, typeNames } = this.edits;
    const spelling = syntax.places.ofNode(node)?.spelling;
    const type = spelling && typeIn(syntax, scope, spelling);
    const isKept = site === null || to === syntax.program.sites[site]!.format;
    const means = type ? typeNames.means(type.name) : null;
    if (means === null) return isKept;
    return means === to || (isKept && site !== null && isExactEitherWay(syntax.program, site));
  }

  protected override implicitCast(scope: UnitScope, node: AstNode): void {
    if (/^FloatingTo(?:Integral|Boolean)$/.test(node.castKind ?? '') && children(node)[0])
      this.leaveFormat(scope, children(node)[0]!, node.type?.qualType ?? 'int');
    if (becomesLongDouble(scope, node)) this.leaveForLongDouble(scope, children(node)[0]!);
  }

  /** No class becomes a `long double`: the double nearest to it does. */
  private leaveForLongDouble(scope: UnitScope, node: AstNode): void {
    if (isSummed(this.formats.of(scope, node).format)) this.cast(node, 'fp64');
  }

  /** A number that becomes an integer or a truth value by itself, which classes do not. */
  private leaveFormat(scope: UnitScope, node: AstNode, integer: string): void {
    this.widenHalf(scope, node);
    if (!isSummed(this.formats.of(scope, node).format)) return;
    const range = this.edits.wholeUse(node) ?? this.edits.editableRange(node, `cast ${integer}`);
    if (range) this.edits.wrap(range, `cast ${integer}`, `(${integer})(`, ')');
  }

  protected override binary(scope: UnitScope, node: AstNode): void {
    const [left, right] = children(node);
    if (!left || !right) return;
    if (node.opcode === '=') {
      this.assignsInOrder(scope, node);
      if (isScalarValue(scope.types.read(left.type)) || scope.types.read(left.type).shape === 'vector')
        this.store(scope, siteOf(scope, left), right, false);
      return;
    }
    const kind = KINDS[node.opcode ?? ''];
    const operation = kind && scope.operationNodes.get(`${node.id} ${kind}`);
    if (operation === undefined || kind === undefined) return;
    this.keepsOrder(scope, node, operation);
    this.operands(scope, operation, [left, right]);
  }

  /** A class's operator is a function, which takes its operands in an order of its own. */
  private keepsOrder(scope: UnitScope, node: AstNode, operation: OperationIndex): void {
    const format = this.resolution.operationFormats[operation]!;
    if (isSummed(format) && this.orderedOperands.of(scope, node))
      throw new InfeasibleEdit(null, orderedText(this.edits.syntax.program, operation, format));
  }

  /** Where numbers of several parts are, everything is C++17. */
  private assignsInOrder(scope: UnitScope, node: AstNode): void {
    const range = this.isCplusplus && assignsInOlderOrder(scope, node) ? this.edits.rangeOf(node) : null;
    if (range) throw new InfeasibleEdit(null, olderOrderText(this.edits.text(range)));
  }

  /** Operands of one operation: of constants alone, one has to say a class. */
  private operands(scope: UnitScope, operation: OperationIndex, operands: readonly AstNode[]): void {
    const to = this.resolution.operationFormats[operation]!;
    const formats = operands.map((operand) => this.formats.of(scope, operand));
    const isSaid = formats.some(
      ({ format, adapts }, at) => (!adapts || literalBehind(operands[at]!) === null) && isSummed(format),
    );
    const saying =
      isSummed(to) && !isSaid
        ? Math.max(
            0,
            formats.findIndex(({ format }) => format !== null),
          )
        : -1;
    operands.forEach((operand, at) => {
      if (at === saying && isSummed(to)) this.adaptToSum(operand, formats[at]!, to, true);
      else this.operand(scope, operation, operand);
    });
  }

  /** Brings an operand to its operation's format where C++ would not. */
  private operand(scope: UnitScope, operation: OperationIndex, node: AstNode): void {
    const to = this.resolution.operationFormats[operation]!;
    const from = this.formats.of(scope, node);
    if (to === this.edits.syntax.program.operations[operation]!.format && this.isAsWritten(scope, node)) return;
    if (from.adapts) this.adapt(node, from, to);
    else if (from.format !== null && from.format !== to) {
      if (this.configuration.operations.has(operation) || this.isNarrowed(from.format, to)) this.cast(node, to);
      else if (isHalf(from.format)) this.cast(node, 'fp32');
    }
  }

  /** Classes become narrower where that is said; where two meet in a wider one their operators know. */
  private isNarrowed(from: Format | null, to: Format): boolean {
    return from !== null && isSummed(from) && isWider(from, to);
  }

  /** A literal takes a suffix; a constant expression, and anything that becomes a half, a cast. */
  private adapt(node: AstNode, from: ValueFormat, to: Format): void {
    if (isHalf(to)) return this.cast(node, to);
    if (isSummed(to)) return this.adaptToSum(node, from, to);
    if (to !== 'fp32' || from.format === null || !isWider(from.format, to)) return;
    const literal = literalBehind(node);
    if (!literal || this.edits.wholeUse(literal) || this.edits.wholeUse(node))
      return this.cast(literal && this.edits.wholeUse(literal) ? literal : node, to);
    const range = this.edits.editableRange(literal, 'literal');
    if (range) this.edits.replace(range, 'literal', () => narrowLiteral(this.edits.text(range), Number(literal.value)));
  }

  /**
   * A literal in full. What is computed from constants alone has been given the format where that is wider than fp64 (space/wide-values.ts),
   * and is converted otherwise. `says`: nothing else in its operation says the format.
   */
  private adaptToSum(node: AstNode, from: ValueFormat, to: SummedFormat, says = false): void {
    const literal = literalBehind(node);
    if (!literal) {
      if (says || (from.adapts && from.format !== null && from.format !== to)) this.cast(node, to);
      return;
    }
    if (!from.adapts || from.format === null) return;
    const use = this.edits.wholeUse(literal);
    const range = use ?? this.edits.editableRange(literal, 'literal');
    if (!range) return;
    const name = this.edits.text(range);
    const digits = use ? this.digitsOf(literal, name) : name;
    const text = digits && summedLiteral(digits, Number(literal.value), to);
    if (text?.includes('Infinity')) throw new InfeasibleEdit(0, `no ${to} is as large as the literal ${name}`);
    const isClass = text?.startsWith(to) ?? false;
    // a constant of the system's whose digits nobody knows is the double it is
    if ((says && !isClass) || digits === null) this.cast(literal, to);
    if (text && !use) this.edits.replace(range, 'literal', () => text);
    if (text && use) this.edits.replace(range, 'literal', () => text.replace(`(${digits},`, `(${name},`));
  }

  /** Where a type is deduced from a value, the value says it. */
  private say(node: AstNode, from: ValueFormat, to: Format): void {
    if (from.adapts && isSummed(to)) this.adaptToSum(node, from, to, true);
    else this.cast(node, to);
  }

  /** What a macro that stands for a literal is defined as; C's constants are what they are called. */
  private digitsOf(literal: AstNode, name: string): string | null {
    const spelling = this.edits.syntax.places.ofNode(literal)?.spelling;
    return spelling ? this.edits.text(spelling) : (MATH_CONSTANTS[name] ?? null);
  }

  protected override pass(scope: UnitScope, site: SiteIndex | null, argument: AstNode): void {
    if (site === null || argument.kind === 'CXXDefaultArgExpr' || !this.chooseInstantiation(scope, site, argument))
      super.pass(scope, site, argument);
  }

  /**
   * `scale(x, 0.5)` with x in fp32: a number that a type parameter is deduced from has the format that all of them have, and one by which
   * a function is chosen has that of the function.
   */
  private chooseInstantiation(scope: UnitScope, site: SiteIndex, argument: AstNode): boolean {
    const { shape, format: declared } = this.edits.syntax.program.sites[site]!;
    const number = withoutTemporary(argument);
    const isNumber = shape === 'scalar' || (shape === 'reference' && bindsTemporary(scope, argument));
    if (!isNumber || !this.choosesByArgument(site)) return false;
    // what is converted chooses nothing: its call says the type
    const given = scope.types.read(withoutConversion(argument).type).format;
    if (given !== declared && (given === null || !this.isToldFromIntegers(site))) return false;
    const to = this.resolution.siteFormats[site]!;
    const from = this.formats.of(scope, number);
    if (from.format === to && !(from.adapts && isSummed(to))) return true;
    if (from.adapts && to === 'fp32') this.adapt(number, from, to);
    else this.say(number, from, to);
    if (isHalf(from.format) && to !== 'fp32') this.cast(number, 'fp32'); // halves convert to float alone
    return true;
  }

  protected override compound(scope: UnitScope, node: AstNode): void {
    const [left, right] = children(node);
    const kind = KINDS[(node.opcode ?? '').slice(0, -1)];
    const operation = kind && scope.operationNodes.get(`${node.id} ${kind}`);
    if (!left || !right || operation === undefined) return;
    this.keepsOrder(scope, node, operation);
    const target = this.formats.of(scope, left).format;
    const to = this.resolution.operationFormats[operation]!;
    if (isHalf(target) && !isHalf(to)) return this.spellOut(scope, node, left, right, target!, node.opcode!);
    this.operand(scope, operation, right);
    // an update by its own format reads its target in that format, which only a spelt-out one can say
    if (this.configuration.operations.has(operation) && target !== null && target !== to)
      return this.spell(scope, node, left, right, node.opcode!, {
        read: (text) => (isHalf(to) ? `${formatName(to)!}(${text})` : `(${formatName(to)!})${text}`),
        write: (text) => (isHalf(to) ? `(float)(${text})` : text),
      });
    // an integer updated in a half format: the conversions between the two are C++'s to choose, and it finds several
    if (target === null && isSummed(to))
      return this.spell(scope, node, left, right, node.opcode!, {
        read: (text) => text,
        write: (text) => `(${left.type?.qualType})(${text})`,
      });
    if (target === null && isHalf(to))
      this.spell(scope, node, left, right, node.opcode!, {
        read: (text) => `${formatName(to)!}(${text})`,
        write: (text) => `(${left.type?.qualType})(float)(${text})`,
      });
  }

  /** `-x` in a format of its own; `x++` has no operand that could be converted. */
  protected override unary(scope: UnitScope, node: AstNode): void {
    const inner = children(node)[0];
    if (!inner) return;
    if (node.opcode === '-') {
      const operation = scope.operationNodes.get(`${node.id} neg`);
      if (operation !== undefined && this.configuration.operations.has(operation))
        this.operand(scope, operation, inner);
    } else if (node.opcode === '++' || node.opcode === '--') {
      const operation = scope.operationNodes.get(`${node.id} ${node.opcode === '++' ? 'add' : 'sub'}`);
      const target = this.formats.of(scope, inner).format;
      if (operation === undefined || target === null || !this.configuration.operations.has(operation)) return;
      if (this.resolution.operationFormats[operation] !== target)
        throw new InfeasibleEdit(
          siteOf(scope, inner) ?? 0,
          `'${node.opcode}' computes in the format of what it steps, which is ${target}`,
        );
    }
  }

  /** `h += x` with h in a half format and x wider: `h = __half((float)h + x)`. */
  private spellOut(
    scope: UnitScope,
    node: AstNode,
    left: AstNode,
    right: AstNode,
    target: Format,
    opcode: string,
  ): void {
    this.spell(scope, node, left, right, opcode, {
      read: (text) => `(float)${text}`,
      write: (text) => `${formatName(target)!}(${text})`,
    });
    if (isHalf(this.formats.of(scope, right).format)) this.cast(right, 'fp32');
  }

  /** `a += b` as `a = write(read(a) + (b))`, without parentheses that change nothing. */
  private spell(
    scope: UnitScope,
    node: AstNode,
    left: AstNode,
    right: AstNode,
    opcode: string,
    { read, write }: { readonly read: (text: string) => string; readonly write: (text: string) => string },
  ): void {
    const [whole, a, b] = [node, left, right].map((part) => this.edits.editableRange(part, 'spell-out'));
    if (!whole || !a || !b) return;
    if (hasEffects(left))
      throw new InfeasibleEdit(siteOf(scope, left) ?? 0, `'${this.edits.text(a)}' would have to be evaluated twice`);
    this.edits.replace(whole, 'spell-out', (inner) => {
      const target = inner(a.begin, a.end);
      const value = inner(b.begin, b.end);
      return `${target} = ${write(`${read(target)} ${opcode.slice(0, -1)} ${bindsTighter(right, opcode) ? value : `(${value})`}`)}`;
    });
  }

  protected override conditional(scope: UnitScope, node: AstNode): void {
    if (!isScalarValue(scope.types.read(node.type))) return;
    const { format, adapts } = this.formats.of(scope, node);
    // a choice of constants is rounded as a whole, but has no digits of a wider format unless both arms have them
    if (format === null || (adapts && !isSummed(format))) return;
    const arms = children(node).slice(-2);
    const formats = arms.map((arm) => this.formats.of(scope, arm));
    // an integer arm may have made the choice wider than the other arm is now
    const reached = formats.some((from) => from.format === format);
    for (const [at, arm] of arms.entries()) {
      const from = formats[at]!;
      if (from.adapts) this.adapt(arm, from, format);
      else {
        const isConverted = from.format !== format && (isSummed(from.format) || isSummed(format));
        if ((!reached || isConverted) && from.format !== null) this.cast(arm, format);
        if (isHalf(from.format) && from.format !== format) this.cast(arm, 'fp32');
      }
    }
  }

  protected override call(scope: UnitScope, node: AstNode): void {
    const own = calledFunction(scope, node);
    const inner = children(node);
    const args = node.kind === 'CUDAKernelCallExpr' ? inner.slice(2) : inner.slice(1);
    if (own !== null) {
      this.passAll(scope, node, own, args);
      for (const argument of this.unnamedArguments(node, own, args)) this.give(scope, argument);
      return;
    }
    if (this.typeGeneric(scope, node, args)) return;
    const scans = effectOf(calleeName(node), 'scans');
    if (scans) return this.scan(scope, scans.format, args);
    const classifies = effectOf(calleeName(node), 'classifies');
    if (classifies) return this.classified(scope, node, args[classifies.number]);
    const parses = effectOf(calleeName(node), 'parses');
    if (parses) this.parsesInto(scope, calleeName(node), args[parses.into]);
    this.copies.write(scope, node);
    if (calleeName(node) === 'operator>>' && this.readsClass(scope, args[1])) return;
    const math = scope.operationNodes.get(`${node.id} math`);
    if (math !== undefined) return this.math(scope, node, math, args);
    const atomic = scope.operationNodes.get(`${node.id} atomic`);
    if (atomic !== undefined) return this.atomic(scope, atomic, args);
    if (calleeName(node) === 'operator=' && args[1] && scope.types.read(args[0]!.type).isVector) {
      const target = siteOf(scope, args[0]!);
      if (target !== null) this.store(scope, target, args[1], false);
      return;
    }
    if (node.kind === 'CXXOperatorCallExpr' && this.halfOperator(scope, node, args)) return;
    const stored = this.storedByIntrinsic(scope, node);
    if (stored) return this.store(scope, siteOf(scope, stored.place), stored.value, false);
    if (effectOf(calleeName(node), 'moves-numbers') && this.formats.movesNumber(scope, args)) return;
    if (this.printsAllDigits(scope, node, args)) return;
    const chooses = this.choosesConstructor(scope, node);
    const fills = !chooses && this.fillContainer(scope, node);
    for (const argument of args) {
      const facts = scope.types.read(argument.type);
      if (facts.shape === 'vector' && argument.valueCategory === 'prvalue') this.vector(scope, argument, facts.format);
      if (!isScalarValue(facts)) continue;
      if (chooses) {
        this.keepFormat(scope, withoutTemporary(argument));
        continue;
      }
      if (fills || this.isMadeForSomebody(node)) continue;
      if (this.isWrittenTo(node, argument)) continue;
      if (this.choosesLibrary(scope, node, argument)) this.keepFormat(scope, withoutTemporary(argument));
      else if (argument.valueCategory === 'prvalue' || !/^cuda/.test(calleeName(node))) this.give(scope, argument); // a symbol stays what it is
    }
  }

  /** `V{x, y}`: braces do not narrow, parentheses do; to and from halves neither converts. */
  protected override construction(scope: UnitScope, node: AstNode): void {
    const own = calledConstructor(scope, node);
    if (own === null) return;
    const { functions } = this.edits.syntax.program;
    this.couldDeclare = node.list !== true;
    children(node).forEach((argument, position) => {
      const sites = this.calleesOf(node, own).map((callee) =>
        callee === null ? null : (functions[callee]!.parameters[position] ?? null),
      );
      const site = sites[0] ?? null;
      const chooses = sites
        .map((one) => one !== null && choosingArgument(this.edits.syntax, one, argument))
        .find((one) => one);
      if (chooses) return this.keepFormat(scope, chooses);
      if (site !== null && this.chooseInstantiation(scope, site, argument)) return;
      const isScalar = site !== null && this.edits.syntax.program.sites[site]!.shape === 'scalar';
      if (isScalar && argument.kind !== 'CXXDefaultArgExpr') this.store(scope, site, argument, node.list === true);
    });
    this.couldDeclare = false;
  }

  /** `scanf("%lf", &x)` with x in fp32 is `scanf("%f", &x)`. */
  private scan(scope: UnitScope, position: number, args: readonly AstNode[]): void {
    const scan = readScan(position, args, (literal) => this.edits.ownText(literal));
    for (const { conversion, argument } of scan?.targets ?? []) {
      const site = scansNumber(conversion) ? siteOf(scope, argument) : null;
      const to = site === null ? null : this.resolution.siteFormats[site]!;
      if (site === null || to === this.edits.syntax.program.sites[site]!.format) continue;
      if (to !== 'fp32' && to !== 'fp64') throw new InfeasibleEdit(site, `scanf cannot read ${to}`);
      const literal = this.edits.rangeOf(scan!.format)!;
      const begin = literal.begin + conversion.begin;
      const end = literal.begin + conversion.end + conversion.letter.length;
      this.edits.replace({ ...literal, begin, end }, 'scan', () => `${to === 'fp64' ? 'l' : ''}${conversion.letter}`);
    }
  }

  /** `isnormal(x)` of <math.h>, which goes by the type of x. */
  private classified(scope: UnitScope, node: AstNode, number: AstNode | undefined): void {
    const operation = scope.operationNodes.get(`${node.id} compare`);
    if (number && operation !== undefined) this.operand(scope, operation, number);
    if (number) this.give(scope, number);
  }

  /** `std::from_chars(first, last, x)` has an overload for every format of the language. */
  private parsesInto(scope: UnitScope, name: string, target: AstNode | undefined): void {
    const site = target ? siteOf(scope, target) : null;
    const to = site === null ? null : this.resolution.siteFormats[site]!;
    if (site === null || to === this.edits.syntax.program.sites[site]!.format) return;
    if (to !== 'fp32' && to !== 'fp64') throw new InfeasibleEdit(site, `${name} cannot read ${to}`);
  }

  /** `printf("%g", x)` and `out << x` for a run that is judged by what it prints. */
  private printsAllDigits(scope: UnitScope, node: AstNode, args: readonly AstNode[]): boolean {
    if (this.digits === 'as-written') return false;
    const name = calleeName(node);
    const sums = args.filter(
      (one) => isScalarValue(scope.types.read(one.type)) && isSummed(this.formats.of(scope, one).format),
    );
    if (sums.length === 0) return false;
    if (name === 'operator<<') return true;
    if (!libraryFunction(name).printsAllDigits) return false;
    const callee = children(node)[0];
    const range = callee && this.edits.editableRange(callee, 'printf');
    if (!range) return false;
    this.edits.replace(range, 'printf', () => `mantissa_${name}`);
    for (const argument of args) if (!sums.includes(argument)) this.give(scope, argument);
    return true;
  }

  /** `in >> x` with x in a half type, which streams do not know: the operator is added. Numbers of several parts bring theirs. */
  private readsClass(scope: UnitScope, target: AstNode | undefined): boolean {
    const site = target && isScalarValue(scope.types.read(target.type)) ? siteOf(scope, target) : null;
    const to = site === null ? null : this.resolution.siteFormats[site]!;
    if (site === null || to === null || to === this.edits.syntax.program.sites[site]!.format) return false;
    if (isHalf(to)) this.streamedHalves.add(to);
    return isHalf(to) || isSummed(to);
  }

  /** An argument of a library's function: of a half type where the source has one, else of no half type. */
  private give(scope: UnitScope, argument: AstNode): void {
    const facts = scope.types.read(argument.type);
    if (!isScalarValue(facts) || facts.isVector) return;
    const { format } = this.formats.of(scope, argument);
    if (isSummed(format) && facts.format !== null && format !== facts.format) return this.cast(argument, facts.format);
    if (!isHalf(facts.format)) return this.widenHalf(scope, argument);
    if (this.formats.of(scope, argument).format !== facts.format) this.cast(argument, facts.format!);
  }

  /** As `give`, and in the format of the source, where C++ would choose another overload by another. */
  private giveAsDeclared(scope: UnitScope, argument: AstNode): void {
    const facts = scope.types.read(argument.type);
    const { format, adapts } = this.formats.of(scope, argument);
    const changes = !adapts && format !== null && format !== facts.format;
    if (changes && scope.unit.language !== 'c' && isScalarValue(facts) && !isHalf(facts.format) && !facts.isVector)
      this.cast(argument, facts.format!);
    else this.give(scope, argument);
  }

  /** Operators of the half types are functions of CUDA's headers; their operands are brought together like any others. */
  private halfOperator(scope: UnitScope, node: AstNode, args: readonly AstNode[]): boolean {
    const symbol = calleeName(node).slice('operator'.length);
    const [left, right] = args;
    if (!left || !isScalarValue(scope.types.read(left.type))) return false;
    if (!right) return true;
    if (symbol === '=') {
      this.store(scope, siteOf(scope, left), right, false);
      return true;
    }
    const assigns = /^[-+*/]=$/.test(symbol);
    const kind = KINDS[assigns ? symbol[0]! : symbol];
    const operation = kind && scope.operationNodes.get(`${node.id} ${kind}`);
    if (operation === undefined) return false;
    const target = this.formats.of(scope, left).format;
    if (assigns && isHalf(target) && !isHalf(this.resolution.operationFormats[operation]!))
      this.spellOut(scope, node, left, right, target!, symbol);
    else for (const operand of assigns ? [right] : [left, right]) this.operand(scope, operation, operand);
    return true;
  }

  private atomic(scope: UnitScope, operation: OperationIndex, args: readonly AstNode[]): void {
    const to = this.resolution.operationFormats[operation]!;
    for (const argument of args.slice(1)) {
      const from = this.formats.of(scope, argument);
      if (from.adapts ? isHalf(to) : from.format !== to)
        this.cast(argument, to); // overloads of atomicAdd are told apart by it
      else if (from.adapts) this.adapt(argument, from, to);
    }
  }

  private math(scope: UnitScope, node: AstNode, operation: OperationIndex, args: readonly AstNode[]): void {
    const { symbol, format: declared, writesTo } = this.edits.syntax.program.operations[operation]!;
    const to = this.resolution.operationFormats[operation]!;
    const twin = mathTwin(symbol);
    const callee = calleeOf(node);
    const nameFor = (text: string) => (callee ? this.edits.editableRange(callee, `twin ${text}`) : null);
    if (writesTo !== undefined && to !== declared) {
      if (isHalf(to)) return this.severalHalves(scope, node, args, writesTo, to);
      const from = this.formats.of(scope, args[0]!);
      if (isSummed(to)) this.operands(scope, operation, [args[0]!]);
      else this.operand(scope, operation, args[0]!);
      // the types of both say which of these functions it is
      if (isSummed(to) && !from.adapts && from.format !== to) this.cast(args[0]!, to);
      const several = functionOfSeveralResults(symbol)!;
      const spelling = to === 'fp32' ? `${several}f` : several;
      const name = nameFor(spelling);
      if (name) this.edits.replace(name, 'twin', () => spelling);
      return;
    }
    if (!twin) {
      for (const argument of args) this.giveAsDeclared(scope, argument);
      return;
    }
    if (isSummed(to)) return this.summedMath(scope, operation, callee, args, to);
    if (isHalf(to)) {
      for (const argument of args) this.halfOperand(scope, argument, to);
      const narrow = twin && !/^(?:min|max|abs)$/.test(symbol) ? `${twin.name}f` : null;
      const name = narrow && nameFor(narrow);
      if (name) this.edits.replace(name, 'twin', () => narrow);
      this.cast(node, to);
      return;
    }
    for (const argument of args) {
      // the outer cast first: a half becomes a float before it becomes a double
      if (args.length > 1 && (to === declared || to === 'fp64')) this.widenForOverload(scope, operation, argument);
      this.operand(scope, operation, argument);
    }
    const chooses = libraryFunction(symbol).chooses === true;
    if (chooses && callee?.foundReferencedDecl?.kind === 'FunctionTemplateDecl') {
      const formats = new Set(
        args.map((argument) => this.formats.of(scope, argument)).map((one) => (one.adapts ? to : one.format)),
      );
      if (formats.size === 1 && to === declared) return;
      const name = nameFor(formatName(to)!);
      if (!name) return;
      const explicit = /<[^<>]*>\s*$/.exec(this.edits.text(name));
      if (formats.size === 1 && !explicit) return;
      const end = explicit ? name.begin + explicit.index : name.end;
      this.edits.replace(name, 'twin', (inner) => `${inner(name.begin, end)}<${formatName(to)}>`);
      return;
    }
    if (to === declared || !twin || chooses || symbol === 'abs') return;
    if (callee && /^std\s*::/.test(this.edits.ownText(callee) ?? '') && this.choosesByArguments(scope, args, to))
      return;
    if (callee && this.isChosenByTypes(scope, operation, callee, args)) return;
    const spelling = to === 'fp32' ? `${twin.name}f` : twin.name;
    const name = nameFor(spelling);
    if (name) this.edits.replace(name, 'twin', () => spelling);
  }

  /** Found by the type of its arguments, under the plain name: `std::sqrt(x)` and `sqrtf(x)` become `sqrt(x)`. */
  private summedMath(
    scope: UnitScope,
    operation: OperationIndex,
    callee: AstNode | undefined,
    args: readonly AstNode[],
    to: SummedFormat,
  ): void {
    const { symbol } = this.edits.syntax.program.operations[operation]!;
    // three operands are of one type
    if (args.length === 3) for (const argument of args) this.cast(argument, to);
    this.operands(scope, operation, args);
    for (const argument of args) {
      const { format, adapts } = this.formats.of(scope, argument);
      if (!adapts && format !== to) this.cast(argument, to);
      if (isHalf(format)) this.cast(argument, 'fp32');
    }
    const chooses = libraryFunction(symbol).chooses;
    const name = chooses || symbol === 'abs' ? symbol : mathTwin(symbol)!.name;
    const range = callee && this.edits.editableRange(callee, `twin ${name}`);
    if (range && this.edits.text(range) !== name) this.edits.replace(range, 'twin', () => name);
  }

  /** `std::sqrt(x)`: the overload of a format is chosen by numbers of it; integers choose double. */
  private choosesByArguments(scope: UnitScope, args: readonly AstNode[], to: Format): boolean {
    return args.every((argument) => {
      const from = this.formats.of(scope, argument);
      return from.adapts ? to === 'fp32' && literalBehind(argument) !== null : from.format === to;
    });
  }

  /** In a text that stays as it is, a function with an overload for each format: CUDA has them under C's names, too. */
  private isChosenByTypes(
    scope: UnitScope,
    operation: OperationIndex,
    callee: AstNode,
    args: readonly AstNode[],
  ): boolean {
    const { program } = this.edits.syntax;
    const { function: owner, symbol } = program.operations[operation]!;
    const to = this.resolution.operationFormats[operation]!;
    const isOverloaded = program.isCuda || /^(?:::)?std\s*::/.test(this.edits.ownText(callee) ?? '');
    const isGiven = args.every((argument) => {
      const { format, adapts } = this.formats.of(scope, argument);
      return format === to && !adapts;
    });
    return program.functions[owner]!.sharesText && isOverloaded && isGiven && !symbol.endsWith('f');
  }

  /** `sincos(x, &s, &c)` for halves: no function writes them, so that floats of our own are written and stored from there. */
  private severalHalves(scope: UnitScope, node: AstNode, args: readonly AstNode[], site: SiteIndex, to: Format): void {
    const name = functionOfSeveralResults(calleeName(node));
    const whole = this.edits.editableRange(node, `several ${to}`);
    const ranges = args.map((argument) => this.edits.rangeOf(argument));
    if (name === null || !whole || ranges.includes(null)) throw new InfeasibleEdit(site, `no function writes ${to}`);
    this.halfOperand(scope, args[0]!, to);
    const returns = isScalarValue(scope.types.read(node.type));
    this.edits.replace(whole, 'several', (inner) => {
      const [operand, ...targets] = ranges.map((range) => inner(range!.begin, range!.end));
      const written = targets.map((_, at) => `mx_${at}`);
      const call = `${name}f(${operand}, ${written.map((one) => `&${one}`).join(', ')});`;
      const stores = targets.map((target, at) => `*(${target}) = ${formatName(to)!}(${written[at]});`).join(' ');
      const result = returns ? ` (${formatName(to)!})(mx_result);` : '';
      return `({ float ${written.join(', ')}; ${returns ? 'const float mx_result = ' : ''}${call} ${stores}${result} })`;
    });
  }

  /** Device code has functions of two floats and of two doubles; for one of each C++ finds a host function that converts. */
  private widenForOverload(scope: UnitScope, operation: OperationIndex, argument: AstNode): void {
    const to = this.resolution.operationFormats[operation]!;
    if (!this.edits.syntax.program.isCuda || this.configuration.operations.has(operation)) return;
    const from = this.formats.of(scope, argument);
    if (this.edits.syntax.program.operations[operation]!.format !== to) {
      if (from.format !== to || argument.castKind === 'IntegralToFloating') this.cast(argument, to);
      return;
    }
    const isNarrowed = scope.types.read(argument.type).format === to && from.format !== null && from.format !== to;
    if (isNarrowed && !from.adapts && !isHalf(to)) this.cast(argument, to);
  }

  /** An operand of a float function that stands in for a half one: rounded to the half first, where it is none. */
  private halfOperand(scope: UnitScope, argument: AstNode, to: Format): void {
    const from = this.formats.of(scope, argument);
    if (from.adapts && isExactConstant(argument)) return;
    this.cast(argument, 'fp32');
    if (from.adapts || from.format !== to) this.cast(argument, to);
  }

  /** A deduced return type follows the returned value: there the value says the format. */
  protected override returned(scope: UnitScope, site: SiteIndex, value: AstNode): void {
    const { declaration, type } = this.edits.syntax.program.sites[site]!;
    const from = this.formats.of(scope, value);
    const to = this.resolution.siteFormats[site]!;
    const deduced =
      isScalarValue(scope.types.read({ qualType: type })) && isReturnDeduced(this.edits.syntax.places, declaration);
    if (deduced && (from.format !== to || from.adapts)) this.say(value, from, to);
    else this.pass(scope, site, value);
  }

  /** A value of the type the source gives it, whatever it was computed in. */
  protected override keepFormat(scope: UnitScope, node: AstNode): void {
    const facts = scope.types.read(node.type);
    const { format, adapts } = this.formats.of(scope, node);
    if (!isScalarValue(facts) || facts.isVector || adapts || format === facts.format) return;
    this.cast(node, facts.format!);
    if (isHalf(format) && facts.format === 'fp64') this.cast(node, 'fp32'); // halves convert to float alone
  }

  protected override store(scope: UnitScope, site: SiteIndex | null, node: AstNode, inBraces: boolean): void {
    const declared = scope.types.read(node.type).format;
    // of a class that is instantiated with several types, a site describes one of the members
    const isOther = site !== null && declared !== null && declared !== this.edits.syntax.program.sites[site]!.format;
    const to = site === null || isOther ? declared : this.resolution.siteFormats[site]!;
    if (this.storesList(scope, site, node)) return;
    if (scope.types.read(node.type).isVector) return this.vector(scope, node, to);
    const from = this.formats.of(scope, node);
    const isKept = site === null || to === this.edits.syntax.program.sites[site]!.format;
    if (to === null) return;
    if (inBraces && scope.unit.language === 'c' && this.isCplusplus) this.narrowInBraces(node, from, to);
    if (isKept && this.isAsWritten(scope, node)) return;
    if (from.format === to && !from.adapts && bindsConverted(node)) return this.cast(node, to);
    if (isSummed(to) && from.adapts) return this.adaptToSum(node, from, to);
    if (isSummed(from.format) && from.format !== to) {
      // only a wider class is made of one by itself
      if (!isSummed(to) || !isWider(to, from.format)) this.cast(node, to);
    } else if (isHalf(to)) {
      if (from.adapts || from.format !== to) this.cast(node, to);
    } else if (isHalf(from.format)) this.cast(node, 'fp32');
    else if (inBraces && scope.unit.language !== 'c' && from.format !== null && isWider(from.format, to)) {
      // braces let a constant become narrower, and nothing that is computed
      if (literalBehind(node) === null && !this.isCastTo(scope, node, to)) this.cast(node, to);
    }
  }

  /** `float a[] = {x * y, n}` of C, which converts there, in C++, which does not: as a cast. */
  private narrowInBraces(node: AstNode, from: ValueFormat, to: Format): void {
    const isNarrowed = from.format === null || (!isSummed(from.format) && isWider(from.format, to));
    if ((to === 'fp32' || to === 'fp64') && isNarrowed && !isLiteral(node)) this.cast(node, to);
  }

  /** True for an expression whose format no configuration has changed. */
  private isAsWritten(scope: UnitScope, node: AstNode): boolean {
    const [now, before] = [this.formats, this.formatsAsWritten].map((formats) => formats.of(scope, node));
    return now!.format === before!.format && now!.adapts === before!.adapts;
  }

  /** A cast by a name that means this format now. */
  private isCastTo(scope: UnitScope, node: AstNode, to: Format): boolean {
    const range = isValueCast(node) ? this.edits.rangeOf(node) : null;
    const type = range && typeIn(this.edits.syntax, scope, range);
    return !!type && this.edits.typeNames.means(type.name) === to;
  }

  /** A vector made on the spot is made in the format it is stored in; any other is converted component by component. */
  private vector(scope: UnitScope, node: AstNode, to: Format | null): void {
    const source = vectorSource(node);
    const maker = vectorMaker(source);
    if (to === null) return;
    if (maker) {
      const range = this.edits.editableRange(maker.name, `maker ${to}`);
      if (range) this.edits.replace(range, 'maker', () => `make_${formatName(to)}${maker.lanes}`);
      return;
    }
    const own = calledFunction(scope, source);
    // `__half22float2(p)`: what a library makes has its own type, what it loads that of its memory
    const isMade = own === null && source.kind === 'CallExpr' && !effectOf(calleeName(source), 'loads');
    const site = isMade
      ? null
      : own === null || !isCallOrLaunch(source)
        ? siteOf(scope, source)
        : this.edits.syntax.program.functions[own]!.returnSite;
    const facts = scope.types.read(source.type);
    // memory of halves that is read as a float4 is one
    const isOfSite = site !== null && this.edits.syntax.program.sites[site]!.format === facts.format;
    const from = isOfSite ? this.resolution.siteFormats[site]! : facts.format;
    const lanes = /([1-4])(?:_\d+a)?\b/.exec(
      scope.types.expand(source.type?.desugaredQualType ?? source.type?.qualType ?? ''),
    )?.[1];
    if (from === null || from === to || lanes === undefined) return;
    const range = this.edits.editableRange(source, `vector ${to}`);
    if (!range) return;
    this.vectorConversions.add(`${formatName(to)}${lanes} ${formatName(from)}${lanes}`);
    this.edits.wrap(range, 'vector', `make_${formatName(to)}${lanes}(`, ')');
  }

  /** `auto` follows its initialiser: where that changed and the site did not, the type is written out. */
  private pinAuto(scope: UnitScope, node: AstNode, value: AstNode): void {
    const site = scope.sites.get(node.id);
    const whole = this.edits.syntax.places.ofNode(node);
    const name = this.edits.syntax.places.ofName(node);
    if (site === undefined || !whole || !name) return;
    if (bindsTemporary(scope, value)) return this.pinTemporary(scope, node, value, this.resolution.siteFormats[site]!);
    if (this.configuration.sites.has(site)) return;
    if (this.edits.splitDeclarations.has(`${whole.range.file}:${whole.range.begin}`)) return; // its type is written out
    const { file, begin } = whole.range;
    const { tokens } = this.edits.syntax.program.files[file]!.source;
    const auto = findTypeToken(scope, tokens, { begin, end: name.range.begin });
    const source = isScalarValue(scope.types.read(value.type)) ? null : siteOf(scope, value); // what a range-for iterates over
    const from = source === null ? this.formats.of(scope, value).format : this.resolution.siteFormats[source]!;
    const to = this.resolution.siteFormats[site]!;
    if (auto?.name !== 'auto' || from === null || from === to) return;
    if (this.edits.syntax.program.sites[site]!.shape === 'scalar')
      this.edits.replace({ file, begin: auto.begin, end: auto.end }, 'type', () => formatName(to)!);
  }

  /** `auto &&x = a * b`: what the reference is bound to says its type. */
  private pinTemporary(scope: UnitScope, node: AstNode, value: AstNode, to: Format): void {
    const number = withoutConversion(value);
    if (!isScalarValue(scope.types.read(number.type)) || !declaresOpenType(this.edits.syntax.places, node)) return;
    if (this.formats.of(scope, number).format !== to) this.cast(number, to);
  }

  private widenHalf(scope: UnitScope, node: AstNode): void {
    if (isHalf(this.formats.of(scope, node).format)) this.cast(node, 'fp32');
  }

  private cast(node: AstNode, to: Format): void {
    const range = this.edits.wholeUse(node) ?? this.edits.editableRange(node, `cast ${to}`);
    if (!range) return;
    const text = this.edits.text(range);
    const atom = /^(?:[\w.]+|[A-Za-z_]\w*(?:\[[^[\]]*\])+)$/.test(text);
    if (isHalf(to))
      this.edits.wrap(range, `cast ${to}`, this.couldDeclare ? `(${formatName(to)!})(` : `${formatName(to)!}(`, ')');
    else if (atom || node.kind === 'ParenExpr') this.edits.wrap(range, `cast ${to}`, `(${formatName(to)!})`, '');
    else this.edits.wrap(range, `cast ${to}`, `(${formatName(to)!})(`, ')');
  }
}
