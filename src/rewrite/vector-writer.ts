/** CUDA's vectors, which do not convert to one another: made in another format, or converted component by component. */

import { calleeName } from '../frontend/ast/callee.js';
import { isCallOrLaunch } from '../frontend/ast/kinds.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import { calledFunction } from '../frontend/lower/calls/called-function.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type Format, isWider } from '../numerics/format.js';
import { effectOf } from '../program/library/library.js';
import { vectorMaker, vectorSource } from './implicit-conversions.js';
import type { NumberWriter } from './number-writer.js';
import { siteOf } from './site-of.js';
import { formatName } from './type-text.js';

export class VectorWriter {
  /** `float3 double3`: conversions missing in CUDA. */
  readonly conversions = new Set<string>();

  /** Choices between vectors whose arms already have the type of the choice. */
  private readonly written = new WeakSet<AstNode>();

  constructor(private readonly values: NumberWriter) {}

  /** A vector made in place is made in its storage format; any other is converted component by component. */
  write(scope: UnitScope, node: AstNode, to: Format | null): void {
    const source = vectorSource(node);
    const maker = vectorMaker(source);
    if (to === null) return;
    if (source.kind === 'ConditionalOperator') {
      this.written.add(source);
      for (const arm of children(source).slice(1)) this.write(scope, arm, to);
      return;
    }
    if (maker) {
      const range = this.values.edits.editableRange(maker.name, `maker ${to}`);
      if (range) this.values.edits.replace(range, 'maker', () => `make_${formatName(to)}${maker.lanes}`);
      return;
    }
    const from = this.formatOf(scope, source);
    const lanes = /([1-4])(?:_\d+a)?\b/.exec(
      scope.types.expand(source.type?.desugaredQualType ?? source.type?.qualType ?? ''),
    )?.[1];
    if (from === null || from === to || lanes === undefined) return;
    const range = this.values.edits.editableRange(source, `vector ${to}`);
    if (!range) return;
    this.conversions.add(`${formatName(to)}${lanes} ${formatName(from)}${lanes}`);
    this.values.edits.wrap(range, 'vector', `make_${formatName(to)}${lanes}(`, ')');
  }

  /** `(inside ? p : q).x`: both arms get one type, the more precise one. */
  choose(scope: UnitScope, node: AstNode): void {
    if (!this.written.has(node)) this.write(scope, node, this.formatOf(scope, node));
  }

  private formatOf(scope: UnitScope, source: AstNode): Format | null {
    if (source.kind === 'ConditionalOperator') {
      const [first, second] = children(source)
        .slice(1)
        .map((arm) => this.formatOf(scope, vectorSource(arm)));
      return first && second && isWider(second, first) ? second : (first ?? null);
    }
    const own = calledFunction(scope, source);
    // `__half22float2(p)`: the result of a library function has its own type, a loaded value that of its memory
    const isMade = own === null && source.kind === 'CallExpr' && !effectOf(calleeName(source), 'loads');
    const site = isMade
      ? null
      : own === null || !isCallOrLaunch(source)
        ? siteOf(scope, source)
        : this.values.edits.syntax.program.functions[own]!.returnSite;
    const facts = scope.types.read(source.type);
    // memory of halves read as a float4 is one
    const isOfSite = site !== null && this.values.edits.syntax.program.sites[site]!.format === facts.format;
    return isOfSite ? this.values.resolution.siteFormats[site]! : facts.format;
  }
}
