/** Edits explicit casts, and conversions that the source leaves to the language. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type Format, isSummed } from '../numerics/format.js';
import type { SiteIndex } from '../program/program.js';
import { InfeasibleEdit } from './declaration-edits.js';
import { conversionFunction } from './implicit-conversions.js';
import { isExactEitherWay, typeIn } from './name-uses.js';
import type { NumberWriter } from './number-writer.js';
import { formatName, respell } from './type-text.js';

export class CastWriter {
  constructor(private readonly values: NumberWriter) {}

  write(scope: UnitScope, node: AstNode): void {
    const value = children(node).at(-1);
    if (value && isScalarValue(scope.types.read(value.type))) this.values.widenClass(scope, value);
    const site = scope.casts.get(node.id) ?? null;
    const { syntax } = this.values.edits;
    const to = site === null ? scope.types.read(node.type).format : this.values.resolution.siteFormats[site]!;
    if (site !== null && to !== null && this.callsConversion(scope, node)) return this.keepConversion(scope, node, to);
    if (value && isSummed(to)) this.values.adapt(value, this.values.of(scope, value), to);
    if (to === null || !isScalarValue(scope.types.read(node.type)) || this.mayKeepText(scope, node, site, to)) return;
    const range = this.values.edits.editableRange(node, `cast to ${to}`);
    if (!range || site === null || to === syntax.program.sites[site]!.format) return; // the macro around it must be expanded first
    const type = typeIn(syntax, scope, range);
    const parameter = type && this.values.edits.typeParameters.spell(scope, site, type.name, to);
    const written =
      type &&
      (parameter === undefined
        ? respell(scope, type.name, to, this.values.edits.typeNamesAt(type, type.name))
        : parameter);
    if (type && written === type.name && parameter !== undefined) return; // the type parameter has the format
    if (!type || !written)
      throw new InfeasibleEdit(site, `'${this.values.edits.text(range)}' cannot be written in ${to}`);
    this.values.edits.replaceType(type, type.name, to, written);
  }

  /** `static_cast<double>(mass)` calls `operator double`, which no other type would call if it is explicit. */
  private callsConversion(scope: UnitScope, node: AstNode): boolean {
    const name = conversionFunction(node);
    const type = name === null ? null : scope.types.read({ qualType: name.slice('operator '.length) });
    return type !== null && type.format === scope.types.read(node.type).format;
  }

  private keepConversion(scope: UnitScope, node: AstNode, to: Format): void {
    const { edits } = this.values;
    const { format } = scope.types.read(node.type);
    if (to !== format) this.values.cast(node, to);
    const range = edits.editableRange(node, `cast to ${format}`);
    const type = range && typeIn(edits.syntax, scope, range);
    if (type && (edits.typeNamesAt(type, type.name).means(type.name) ?? format) !== format)
      edits.replaceType(type, type.name, format!, formatName(format!)!);
  }

  /** True if the text of a cast may stay: nothing changes, or its type name, in a macro, means the right format. */
  private mayKeepText(scope: UnitScope, node: AstNode, site: SiteIndex | null, to: Format): boolean {
    const { edits } = this.values;
    const { syntax } = edits;
    const spelling = syntax.places.ofNode(node)?.spelling;
    const type = spelling && typeIn(syntax, scope, spelling);
    const isKept = site === null || to === syntax.program.sites[site]!.format;
    const means = type ? edits.typeNamesAt(type, type.name).means(type.name) : null;
    if (means === null) return isKept;
    return means === to || (isKept && site !== null && isExactEitherWay(syntax.program, site));
  }
}
