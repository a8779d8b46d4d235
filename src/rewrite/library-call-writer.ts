/** Calls of library functions: chooses the function of another format, by its name or by the types of its arguments, and converts its arguments. */

import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName, calleeOf } from '../frontend/ast/callee.js';
import type { AstNode } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type Format, isHalf, isSummed } from '../numerics/format.js';
import { functionOfSeveralResults, libraryFunction, mathTwin } from '../program/library/library.js';
import type { Range } from '../program/place.js';
import type { OperationIndex, SiteIndex } from '../program/program.js';
import { InfeasibleEdit } from './declaration-edits.js';
import { literalBehind } from './expression-formats.js';
import type { NumberWriter } from './number-writer.js';
import { formatName } from './type-text.js';

/** A call of a math function. */
interface MathCall {
  readonly scope: UnitScope;
  readonly node: AstNode;
  readonly args: readonly AstNode[];
  readonly operation: OperationIndex;
  readonly symbol: string;
  /** The format it computes in in the source, and the required one. */
  readonly declared: Format;
  readonly to: Format;
}

export class LibraryCallWriter {
  constructor(private readonly values: NumberWriter) {}

  math(scope: UnitScope, node: AstNode, operation: OperationIndex, args: readonly AstNode[]): void {
    const { symbol, format: declared, writesTo } = this.values.edits.syntax.program.operations[operation]!;
    const to = this.values.resolution.operationFormats[operation]!;
    const call: MathCall = { scope, node, args, operation, symbol, declared, to };
    if (writesTo !== undefined && to !== declared) return this.severalResults(call, writesTo);
    const twin = mathTwin(symbol);
    if (!twin) for (const argument of args) this.giveAsDeclared(scope, argument);
    else if (isSummed(to)) this.summedMath(call, twin.name);
    else if (isHalf(to)) {
      for (const argument of args) this.values.convert(scope, argument, to, 'half function');
      if (!/^(?:min|max|abs)$/.test(symbol)) this.rename(node, `${twin.name}f`);
      this.values.cast(node, to);
    } else this.builtInMath(call, twin.name);
  }

  private builtInMath(call: MathCall, name: string): void {
    const { scope, node, args, operation, symbol, declared, to } = call;
    for (const argument of args) {
      // the outer cast first: a half becomes a float before it becomes a double
      if (args.length > 1 && (to === declared || to === 'fp64')) this.widenForOverload(call, argument);
      this.values.operand(scope, operation, argument);
    }
    const chooses = libraryFunction(symbol).chooses === true;
    if (chooses && calleeOf(node)?.foundReferencedDecl?.kind === 'FunctionTemplateDecl')
      return this.nameInstantiation(call);
    if (to === declared || chooses || symbol === 'abs' || this.isChosenByTypes(call)) return;
    this.rename(node, to === 'fp32' ? `${name}f` : name);
  }

  private nameOf(call: AstNode, spelling: string): Range | null {
    const callee = calleeOf(call);
    return callee ? this.values.edits.editableRange(callee, `twin ${spelling}`) : null;
  }

  private rename(call: AstNode, spelling: string): void {
    const name = this.nameOf(call, spelling);
    if (name) this.values.edits.replace(name, 'twin', () => spelling);
  }

  /** `std::max<double>(x, y)`, if the arguments do not give one type. */
  private nameInstantiation({ scope, node, args, declared, to }: MathCall): void {
    const given = args.map((argument) => this.values.of(scope, argument));
    const isOne = new Set(given.map(({ format, takesOperandFormat }) => (takesOperandFormat ? to : format))).size === 1;
    const name = isOne && to === declared ? null : this.nameOf(node, formatName(to)!);
    const explicit = name && /<[^<>]*>\s*$/.exec(this.values.edits.text(name));
    if (!name || (isOne && !explicit)) return;
    const end = explicit ? name.begin + explicit.index : name.end;
    this.values.edits.replace(name, 'twin', (inner) => `${inner(name.begin, end)}<${formatName(to)}>`);
  }

  /** `isnormal(x)` of <math.h>, which depends on the type of x. */
  classify(scope: UnitScope, operation: OperationIndex | null, number: AstNode | undefined): void {
    if (number && operation !== null) this.values.operand(scope, operation, number);
    if (number) this.values.give(scope, number, 'library argument');
  }

  /** Chosen by the type of its arguments, under the plain name: `std::sqrt(x)` and `sqrtf(x)` become `sqrt(x)`. */
  private summedMath({ scope, node, args, operation, symbol, to }: MathCall, name: string): void {
    // all three operands need one type
    if (args.length === 3) for (const argument of args) this.values.cast(argument, to);
    this.values.operands(scope, operation, args);
    for (const argument of args) this.values.convert(scope, argument, to, 'wide function');
    this.rename(node, libraryFunction(symbol).chooses || symbol === 'abs' ? symbol : name);
  }

  /** `std::sqrt(x)`: the arguments' format chooses the overload; integers choose double. In unchanged text, CUDA also overloads the names of C. */
  private isChosenByTypes({ scope, node, args, operation, symbol, to }: MathCall): boolean {
    const { isCuda, functions, operations } = this.values.edits.syntax.program;
    const callee = calleeOf(node);
    const name = (callee && this.values.edits.ownText(callee)) ?? '';
    const areGiven = (isLiteralGiven: (argument: AstNode) => boolean) =>
      args.every((argument) => {
        const { format, takesOperandFormat } = this.values.of(scope, argument);
        return takesOperandFormat ? isLiteralGiven(argument) : format === to;
      });
    if (/^std\s*::/.test(name) && areGiven((argument) => to === 'fp32' && literalBehind(argument) !== null))
      return true;
    const isOverloaded = (isCuda || /^(?:::)?std\s*::/.test(name)) && !symbol.endsWith('f');
    return functions[operations[operation]!.function]!.sharesText && isOverloaded && areGiven(() => false);
  }

  /** `sincos(x, &s, &c)`, by the types of its arguments. */
  private severalResults(call: MathCall, site: SiteIndex): void {
    const { scope, node, operation, symbol, to } = call;
    if (isHalf(to)) return this.severalHalves(call, site);
    const operand = call.args[0]!;
    if (isSummed(to)) {
      this.values.operands(scope, operation, [operand]);
      this.values.convert(scope, operand, to, 'wide function');
    } else this.values.operand(scope, operation, operand);
    const name = functionOfSeveralResults(symbol)!;
    this.rename(node, to === 'fp32' ? `${name}f` : name);
  }

  /** `sincos(x, &s, &c)` for halves has no function, so the results are computed into added floats and stored from there. */
  private severalHalves({ scope, node, args, to }: MathCall, site: SiteIndex): void {
    const name = functionOfSeveralResults(calleeName(node));
    const whole = this.values.edits.editableRange(node, `several ${to}`);
    const ranges = args.map((argument) => this.values.edits.rangeOf(argument));
    if (name === null || !whole || ranges.includes(null))
      throw new InfeasibleEdit(site, `${calleeName(node)} cannot be written in ${to}`);
    this.values.convert(scope, args[0]!, to, 'half function');
    const returns = isScalarValue(scope.types.read(node.type));
    this.values.edits.replace(whole, 'several', (inner) => {
      const [operand, ...targets] = ranges.map((range) => inner(range!.begin, range!.end));
      const written = targets.map((_, at) => `mx_${at}`);
      const call = `${name}f(${operand}, ${written.map((one) => `&${one}`).join(', ')});`;
      const stores = targets.map((target, at) => `*(${target}) = ${formatName(to)!}(${written[at]});`).join(' ');
      const result = returns ? ` (${formatName(to)!})(mx_result);` : '';
      return `({ float ${written.join(', ')}; ${returns ? 'const float mx_result = ' : ''}${call} ${stores}${result} })`;
    });
  }

  /** Device code has functions of two floats and of two doubles; for one of each, C++ finds a host function that converts. */
  private widenForOverload({ scope, operation, declared, to }: MathCall, argument: AstNode): void {
    if (!this.values.edits.syntax.program.isCuda || this.values.configuration.operations.has(operation)) return;
    if (to !== declared) this.values.convert(scope, argument, to, 'other overload');
    else if (scope.types.read(argument.type).format === to) this.values.convert(scope, argument, to, 'overload');
  }

  atomic(scope: UnitScope, operation: OperationIndex, args: readonly AstNode[]): void {
    const to = this.values.resolution.operationFormats[operation]!;
    for (const argument of args.slice(1)) this.values.convert(scope, argument, to, 'atomic');
  }

  /** Keeps the source format if C++ would choose another overload for another format. */
  private giveAsDeclared(scope: UnitScope, argument: AstNode): void {
    const facts = scope.types.read(argument.type);
    const chooses = scope.unit.language !== 'c' && isScalarValue(facts) && !isHalf(facts.format) && !facts.isVector;
    if (!chooses || !this.values.convert(scope, argument, facts.format!, 'overload'))
      this.values.give(scope, argument, 'library argument');
  }
}
