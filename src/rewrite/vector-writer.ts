/** CUDA's vectors, which do not convert to one another: made in another format, or component by component. */

import { calleeName } from '../frontend/ast/callee.js';
import { isCallOrLaunch } from '../frontend/ast/kinds.js';
import type { AstNode } from '../frontend/ast/node.js';
import { calledFunction } from '../frontend/lower/calls/called-function.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { Format } from '../numerics/format.js';
import { effectOf } from '../program/library/library.js';
import type { NumberWriter } from './number-writer.js';
import { siteOf, vectorMaker, vectorSource } from './source-edits.js';
import { formatName } from './type-text.js';

export class VectorWriter {
  /** `float3 double3`: conversions that CUDA does not have. */
  readonly conversions = new Set<string>();

  constructor(private readonly values: NumberWriter) {}

  /** A vector made on the spot is made in the format it is stored in; any other is converted component by component. */
  write(scope: UnitScope, node: AstNode, to: Format | null): void {
    const source = vectorSource(node);
    const maker = vectorMaker(source);
    if (to === null) return;
    if (maker) {
      const range = this.values.edits.editableRange(maker.name, `maker ${to}`);
      if (range) this.values.edits.replace(range, 'maker', () => `make_${formatName(to)}${maker.lanes}`);
      return;
    }
    const own = calledFunction(scope, source);
    // `__half22float2(p)`: what a library makes has its own type, what it loads that of its memory
    const isMade = own === null && source.kind === 'CallExpr' && !effectOf(calleeName(source), 'loads');
    const site = isMade
      ? null
      : own === null || !isCallOrLaunch(source)
        ? siteOf(scope, source)
        : this.values.edits.syntax.program.functions[own]!.returnSite;
    const facts = scope.types.read(source.type);
    // memory of halves that is read as a float4 is one
    const isOfSite = site !== null && this.values.edits.syntax.program.sites[site]!.format === facts.format;
    const from = isOfSite ? this.values.resolution.siteFormats[site]! : facts.format;
    const lanes = /([1-4])(?:_\d+a)?\b/.exec(
      scope.types.expand(source.type?.desugaredQualType ?? source.type?.qualType ?? ''),
    )?.[1];
    if (from === null || from === to || lanes === undefined) return;
    const range = this.values.edits.editableRange(source, `vector ${to}`);
    if (!range) return;
    this.conversions.add(`${formatName(to)}${lanes} ${formatName(from)}${lanes}`);
    this.values.edits.wrap(range, 'vector', `make_${formatName(to)}${lanes}(`, ')');
  }
}
