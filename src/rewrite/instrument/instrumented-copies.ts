/**
 * Copies between host and device in an instrumented program: one whose sides have different formats rounds in between
 * (runtime/instrument/transfers.h), and byte counts are in bytes of the carrier.
 */
import { calleeName } from '../../frontend/ast/callee.js';
import type { AstNode } from '../../frontend/ast/node.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import { rescaleCount } from '../byte-count-text.js';
import { ConvertingCalls, type ConvertingCopy, type CountedArgument, type WrittenCall } from '../converting-calls.js';
import { NotPortable } from '../not-portable.js';
import { placeOf } from '../port-launches.js';
import type { Carriers } from './carriers.js';

export class InstrumentedCopies {
  private readonly calls: ConvertingCalls;

  constructor(private readonly carriers: Carriers) {
    this.calls = new ConvertingCalls(carriers.edits);
  }

  instrument(scope: UnitScope, node: AstNode): void {
    const copy = this.calls.copyOf(node);
    if (!copy && this.calls.measuresOf(node).length === 0) return;
    const written = this.calls.written(scope, node);
    if (!written)
      throw new NotPortable({
        text: `${calleeName(node)} converts numbers, and its text comes from a system macro`,
        ...placeOf(this.carriers.edits, node),
      });
    const main = written.counts.find(({ measuresOneSide }) => !measuresOneSide);
    for (const count of written.counts) if (!copy || count !== main) this.rescale(count);
    if (copy && main) this.convert(node, copy, written, main);
  }

  private convert(node: AstNode, copy: ConvertingCopy, written: WrittenCall, { measure }: CountedArgument): void {
    const { format, count } = measure;
    const [to, from, size] = [copy.to, copy.from, this.calls.siteOf(count)].map((site) =>
      this.carriers.of(site, format),
    );
    const head = `mx_${calleeName(node)}<${to!.type}, ${from!.type}>(${to!.site}, ${from!.site}, sizeof(${size!.type})`;
    this.carriers.edits.replace(
      written.range,
      'copy',
      (inner) => `${[head, ...written.arguments.map(({ begin, end }) => inner(begin, end))].join(', ')})`,
    );
  }

  private rescale(counted: CountedArgument): void {
    const { format, count, memory } = counted.measure;
    const [from, to] = [count, memory].map((cell) => this.carriers.of(this.calls.siteOf(cell), format).type);
    if (from !== to) rescaleCount(this.carriers.edits, counted, from!, to!);
  }
}
