/**
 * Copies between host and device in an instrumented program: one whose sides have formats of their own rounds on the way
 * (runtime/instrument/transfers.h), and byte counts are in the bytes of what carries the numbers.
 */
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { Format } from '../numerics/format.js';
import type { SiteIndex } from '../program/program.js';
import { rescaleCount } from './byte-count-text.js';
import { ConvertingCalls, type ConvertingCopy } from './converting-calls.js';
import { NotPortable } from './not-portable.js';
import { placeOf } from './port-launches.js';
import { calleeName, type SourceEdits } from './source-edits.js';

export interface Carrier {
  readonly type: string;
  /** By which its numbers are rounded; -1 where they are as they are declared. */
  readonly site: number;
}

export class InstrumentedCopies {
  private readonly calls: ConvertingCalls;

  constructor(
    private readonly edits: SourceEdits,
    private readonly carrierOf: (site: SiteIndex | null, declared: Format) => Carrier,
  ) {
    this.calls = new ConvertingCalls(edits);
  }

  instrument(scope: UnitScope, node: AstNode): void {
    const copy = this.calls.copyOf(node);
    const isWritten = copy ? this.convert(node, copy) : this.rescale(scope, node);
    if (isWritten) return;
    throw new NotPortable({
      text: `${calleeName(node)} converts, and a macro of the system spells it`,
      ...placeOf(this.edits, node),
    });
  }

  private convert(node: AstNode, copy: ConvertingCopy): boolean {
    const [counted] = this.calls.countsOf(node);
    if (!counted) return true; // of no bytes at all
    const { format, count } = counted.measure;
    const [to, from, size] = [copy.to, copy.from, this.calls.siteOf(count)].map((site) => this.carrierOf(site, format));
    const args = children(node)
      .slice(1)
      .filter(({ kind }) => kind !== 'CXXDefaultArgExpr');
    const ranges = args.map((argument) => this.edits.rangeOfWhole(argument));
    const whole = this.edits.rangeOf(node);
    if (!whole || ranges.some((range) => range === null)) return false;
    const head = `mx_${calleeName(node)}<${to!.type}, ${from!.type}>(${to!.site}, ${from!.site}, sizeof(${size!.type})`;
    this.edits.replace(
      whole,
      'copy',
      (inner) => `${[head, ...ranges.map((range) => inner(range!.begin, range!.end))].join(', ')})`,
    );
    return true;
  }

  private rescale(scope: UnitScope, node: AstNode): boolean {
    return this.calls.countsOf(node).every(({ argument, measure }) => {
      const { format, count, memory } = measure;
      const [from, to] = [count, memory].map((cell) => this.carrierOf(this.calls.siteOf(cell), format).type);
      return from === to || rescaleCount(this.edits, scope, argument, format, from!, to!);
    });
  }
}
