/** Writes out deduced types, above all `auto`, if the initialiser changed and the variable did not. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import type { AstNode } from '../frontend/ast/node.js';
import { hasDeducedType } from '../frontend/lower/expressions/deduced-containers.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type Format, isSummed, isWider } from '../numerics/format.js';
import type { SiteIndex } from '../program/program.js';
import { bindsTemporary, withoutConversion } from './implicit-conversions.js';
import type { NumberWriter } from './number-writer.js';
import { siteOf } from './site-of.js';
import { findTypeToken, formatName } from './type-text.js';

export class DeducedTypeWriter {
  constructor(private readonly values: NumberWriter) {}

  /** `auto` follows its initialiser: if that changed and the site did not, the type is written out. */
  pinAuto(scope: UnitScope, node: AstNode, value: AstNode): void {
    const site = scope.sites.get(node.id);
    const whole = this.values.edits.syntax.places.ofNode(node);
    const name = this.values.edits.syntax.places.ofName(node);
    if (site === undefined || !whole || !name) return;
    if (bindsTemporary(scope, value))
      return this.pinTemporary(scope, node, value, this.values.resolution.siteFormats[site]!);
    if (this.values.configuration.sites.has(site)) return;
    if (this.values.edits.splitDeclarations.has(`${whole.range.file}:${whole.range.begin}`)) return; // its type is written out
    const { file, begin } = whole.range;
    const { tokens } = this.values.edits.syntax.program.files[file]!.source;
    const auto = findTypeToken(scope, tokens, { begin, end: name.range.begin });
    const source = isScalarValue(scope.types.read(value.type)) ? null : siteOf(scope, value); // the range of a range-for
    const from = source === null ? this.values.of(scope, value).format : this.values.resolution.siteFormats[source]!;
    const to = this.values.resolution.siteFormats[site]!;
    if (auto?.name !== 'auto' || from === null || from === to) return;
    if (this.values.edits.syntax.program.sites[site]!.shape === 'scalar')
      this.values.edits.replace({ file, begin: auto.begin, end: auto.end }, 'type', () => formatName(to)!);
  }

  /** `auto &&x = a * b`: the bound value determines the type. */
  private pinTemporary(scope: UnitScope, node: AstNode, value: AstNode, to: Format): void {
    const number = withoutConversion(value);
    if (!isScalarValue(scope.types.read(number.type)) || !hasDeducedType(this.values.edits.syntax.places, node)) return;
    if (this.values.of(scope, number).format !== to) this.values.cast(number, to);
  }

  /** `for (double x : v)` with a class as element type, which converts only explicitly: `for (double x : mantissa_as<double>(v))`. */
  convertRange(scope: UnitScope, variable: AstNode, range: AstNode, elements: SiteIndex | null): void {
    const facts = scope.types.read(variable.type);
    const from = elements === null ? null : this.values.resolution.siteFormats[elements]!;
    if (!isSummed(from) || !(facts.isInteger || isScalarValue(facts)) || facts.shape === 'reference') return;
    const site = scope.sites.get(variable.id);
    const to = site === undefined ? facts.format : this.values.resolution.siteFormats[site]!;
    if (to === from || (isSummed(to) && isWider(to, from))) return;
    const type =
      to === null ? scope.types.expand(variable.type?.qualType ?? '').replace(/\bconst\b ?/, '') : formatName(to)!;
    const text = this.values.edits.editableRange(range, `range ${type}`);
    if (text) this.values.edits.wrap(text, `range ${type}`, `mantissa_as<${type}>(`, ')');
  }
}
