/** Calls of functions of the library: the function of another format, by its name or by the types of its arguments, and what it is given. */

import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName, calleeOf } from '../frontend/ast/callee.js';
import type { AstNode } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type Format, isHalf, isSummed, type SummedFormat } from '../numerics/format.js';
import { functionOfSeveralResults, libraryFunction, mathTwin } from '../program/library/library.js';
import type { OperationIndex, SiteIndex } from '../program/program.js';
import { InfeasibleEdit } from './declaration-edits.js';
import { literalBehind } from './expression-formats.js';
import type { NumberWriter } from './number-writer.js';
import { formatName } from './type-text.js';

export class LibraryCallWriter {
  constructor(private readonly values: NumberWriter) {}

  math(scope: UnitScope, node: AstNode, operation: OperationIndex, args: readonly AstNode[]): void {
    const { symbol, format: declared, writesTo } = this.values.edits.syntax.program.operations[operation]!;
    const to = this.values.resolution.operationFormats[operation]!;
    const twin = mathTwin(symbol);
    const callee = calleeOf(node);
    const nameFor = (text: string) => (callee ? this.values.edits.editableRange(callee, `twin ${text}`) : null);
    if (writesTo !== undefined && to !== declared) {
      if (isHalf(to)) return this.severalHalves(scope, node, args, writesTo, to);
      if (isSummed(to)) this.values.operands(scope, operation, [args[0]!]);
      else this.values.operand(scope, operation, args[0]!);
      // the types of both say which of these functions it is
      if (isSummed(to)) this.values.convert(scope, args[0]!, to, 'wide function');
      const several = functionOfSeveralResults(symbol)!;
      const spelling = to === 'fp32' ? `${several}f` : several;
      const name = nameFor(spelling);
      if (name) this.values.edits.replace(name, 'twin', () => spelling);
      return;
    }
    if (!twin) {
      for (const argument of args) this.giveAsDeclared(scope, argument);
      return;
    }
    if (isSummed(to)) return this.summedMath(scope, operation, callee, args, to);
    if (isHalf(to)) {
      for (const argument of args) this.values.convert(scope, argument, to, 'half function');
      const narrow = twin && !/^(?:min|max|abs)$/.test(symbol) ? `${twin.name}f` : null;
      const name = narrow && nameFor(narrow);
      if (name) this.values.edits.replace(name, 'twin', () => narrow);
      this.values.cast(node, to);
      return;
    }
    for (const argument of args) {
      // the outer cast first: a half becomes a float before it becomes a double
      if (args.length > 1 && (to === declared || to === 'fp64')) this.widenForOverload(scope, operation, argument);
      this.values.operand(scope, operation, argument);
    }
    const chooses = libraryFunction(symbol).chooses === true;
    if (chooses && callee?.foundReferencedDecl?.kind === 'FunctionTemplateDecl') {
      const formats = new Set(
        args.map((argument) => this.values.of(scope, argument)).map((one) => (one.adapts ? to : one.format)),
      );
      if (formats.size === 1 && to === declared) return;
      const name = nameFor(formatName(to)!);
      if (!name) return;
      const explicit = /<[^<>]*>\s*$/.exec(this.values.edits.text(name));
      if (formats.size === 1 && !explicit) return;
      const end = explicit ? name.begin + explicit.index : name.end;
      this.values.edits.replace(name, 'twin', (inner) => `${inner(name.begin, end)}<${formatName(to)}>`);
      return;
    }
    if (to === declared || !twin || chooses || symbol === 'abs') return;
    if (callee && /^std\s*::/.test(this.values.edits.ownText(callee) ?? '') && this.choosesByArguments(scope, args, to))
      return;
    if (callee && this.isChosenByTypes(scope, operation, callee, args)) return;
    const spelling = to === 'fp32' ? `${twin.name}f` : twin.name;
    const name = nameFor(spelling);
    if (name) this.values.edits.replace(name, 'twin', () => spelling);
  }

  /** `isnormal(x)` of <math.h>, which goes by the type of x. */
  classify(scope: UnitScope, operation: OperationIndex | null, number: AstNode | undefined): void {
    if (number && operation !== null) this.values.operand(scope, operation, number);
    if (number) this.give(scope, number);
  }

  /** Found by the type of its arguments, under the plain name: `std::sqrt(x)` and `sqrtf(x)` become `sqrt(x)`. */
  private summedMath(
    scope: UnitScope,
    operation: OperationIndex,
    callee: AstNode | undefined,
    args: readonly AstNode[],
    to: SummedFormat,
  ): void {
    const { symbol } = this.values.edits.syntax.program.operations[operation]!;
    // three operands are of one type
    if (args.length === 3) for (const argument of args) this.values.cast(argument, to);
    this.values.operands(scope, operation, args);
    for (const argument of args) this.values.convert(scope, argument, to, 'wide function');
    const { chooses } = libraryFunction(symbol);
    const name = chooses || symbol === 'abs' ? symbol : mathTwin(symbol)!.name;
    const range = callee && this.values.edits.editableRange(callee, `twin ${name}`);
    if (range && this.values.edits.text(range) !== name) this.values.edits.replace(range, 'twin', () => name);
  }

  /** `std::sqrt(x)`: the overload of a format is chosen by numbers of it; integers choose double. */
  private choosesByArguments(scope: UnitScope, args: readonly AstNode[], to: Format): boolean {
    return args.every((argument) => {
      const from = this.values.of(scope, argument);
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
    const { program } = this.values.edits.syntax;
    const { function: owner, symbol } = program.operations[operation]!;
    const to = this.values.resolution.operationFormats[operation]!;
    const isOverloaded = program.isCuda || /^(?:::)?std\s*::/.test(this.values.edits.ownText(callee) ?? '');
    const isGiven = args.every((argument) => {
      const { format, adapts } = this.values.of(scope, argument);
      return format === to && !adapts;
    });
    return program.functions[owner]!.sharesText && isOverloaded && isGiven && !symbol.endsWith('f');
  }

  /** `sincos(x, &s, &c)` for halves: no function writes them, so that floats of our own are written and stored from there. */
  private severalHalves(scope: UnitScope, node: AstNode, args: readonly AstNode[], site: SiteIndex, to: Format): void {
    const name = functionOfSeveralResults(calleeName(node));
    const whole = this.values.edits.editableRange(node, `several ${to}`);
    const ranges = args.map((argument) => this.values.edits.rangeOf(argument));
    if (name === null || !whole || ranges.includes(null)) throw new InfeasibleEdit(site, `no function writes ${to}`);
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

  /** Device code has functions of two floats and of two doubles; for one of each C++ finds a host function that converts. */
  private widenForOverload(scope: UnitScope, operation: OperationIndex, argument: AstNode): void {
    const to = this.values.resolution.operationFormats[operation]!;
    if (!this.values.edits.syntax.program.isCuda || this.values.configuration.operations.has(operation)) return;
    const isChanged = this.values.edits.syntax.program.operations[operation]!.format !== to;
    if (isChanged) this.values.convert(scope, argument, to, 'other overload');
    else if (scope.types.read(argument.type).format === to) this.values.convert(scope, argument, to, 'overload');
  }

  atomic(scope: UnitScope, operation: OperationIndex, args: readonly AstNode[]): void {
    const to = this.values.resolution.operationFormats[operation]!;
    for (const argument of args.slice(1)) this.values.convert(scope, argument, to, 'atomic');
  }

  /** An argument of a library's function: of a half type where the source has one, else of no half type. */
  give(scope: UnitScope, argument: AstNode): void {
    const facts = scope.types.read(argument.type);
    if (!isScalarValue(facts) || facts.isVector) return;
    if (facts.format === null) this.values.widenHalf(scope, argument);
    else this.values.convert(scope, argument, facts.format, 'library argument');
  }

  /** As `give`, and in the format of the source, where C++ would choose another overload by another. */
  private giveAsDeclared(scope: UnitScope, argument: AstNode): void {
    const facts = scope.types.read(argument.type);
    const chooses = scope.unit.language !== 'c' && isScalarValue(facts) && !isHalf(facts.format) && !facts.isVector;
    if (!chooses || !this.values.convert(scope, argument, facts.format!, 'overload')) this.give(scope, argument);
  }
}
