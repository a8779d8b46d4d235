/**
 * Copies between host and device in an instrumented program. If the two sides have different formats, the copy rounds every number
 * (runtime/instrument/transfers.h). Byte counts are rewritten for the carriers: the types that hold the numbers at run time.
 */
import { calleeName } from '../../frontend/ast/callee.js';
import type { AstNode } from '../../frontend/ast/node.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import { rescaleCount } from '../byte-count-text.js';
import { ConvertingCalls, type ConvertingCopy, type CountedArgument, type WrittenCall } from '../converting-calls.js';
import { FROM_SYSTEM_MACRO } from '../copied-memory.js';
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
        text: `the call of ${calleeName(node)} cannot be instrumented: ${FROM_SYSTEM_MACRO}`,
        ...placeOf(this.carriers.edits, node),
      });
    const copied = written.counts.find(({ measuresOneSide }) => !measuresOneSide);
    for (const count of written.counts) if (!copy || count !== copied) this.rescale(count);
    if (copy && copied) this.convert(node, copy, written, copied);
  }

  private convert(node: AstNode, copy: ConvertingCopy, written: WrittenCall, { measure }: CountedArgument): void {
    const { format, count } = measure;
    const [destination, source, counted] = [copy.to, copy.from, this.calls.siteOf(count)].map((site) =>
      this.carriers.of(site, format),
    );
    const types = `${destination!.type}, ${source!.type}`;
    const head = `mx_${calleeName(node)}<${types}>(${destination!.site}, ${source!.site}, sizeof(${counted!.type})`;
    this.carriers.edits.replace(
      written.range,
      'copy',
      (inner) => `${[head, ...written.arguments.map(({ begin, end }) => inner(begin, end))].join(', ')})`,
    );
  }

  private rescale(counted: CountedArgument): void {
    const { format, count, memory } = counted.measure;
    const typeOf = (cell: typeof count) => this.carriers.of(this.calls.siteOf(cell), format).type;
    const [countedType, memoryType] = [typeOf(count), typeOf(memory)];
    if (countedType !== memoryType) rescaleCount(this.carriers.edits, counted, countedType, memoryType);
  }
}
