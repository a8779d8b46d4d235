/**
 * Writes converting copies between host and device into a patch: a call of a small function added to the program (copy-functions.ts) replaces
 * CUDA's.
 */

import { type AstNode, children } from '../frontend/ast/node.js';
import { beforeVoidCast } from '../frontend/lower/calls/untyped-pointers.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { Format } from '../numerics/format.js';
import { isWithin } from '../program/place.js';
import type { CellIndex, Measure } from '../program/program.js';
import { elementsText, rescaleCount } from './byte-count-text.js';
import { ConvertingCalls, type ConvertingCopy, type CountedArgument, type WrittenCall } from './converting-calls.js';
import { type AddedFunction, keyOfFunction } from './copy-functions.js';
import { CountDefinitions } from './count-definitions.js';
import type { SourceEdits } from './source-edits.js';
import { formatName } from './type-text.js';

type Inner = (begin: number, end: number) => string;

export class CopyWriter {
  private readonly calls: ConvertingCalls;
  private readonly definitions: CountDefinitions;
  private readonly added = new Map<string, AddedFunction>();

  constructor(
    private readonly edits: SourceEdits,
    private readonly siteFormats: readonly Format[],
  ) {
    this.calls = new ConvertingCalls(edits);
    this.definitions = new CountDefinitions(edits);
  }

  get functions(): readonly AddedFunction[] {
    return [...this.added.values()];
  }

  /** Edits a call that copies, allocates or fills memory. */
  write(scope: UnitScope, node: AstNode): void {
    const copy = this.calls.copyOf(node);
    const converts = copy !== null && this.siteFormats[copy.to] !== this.siteFormats[copy.from];
    if (!converts && this.calls.measuresOf(node).length === 0) return;
    const written = this.calls.written(scope, node);
    if (converts) this.convert(scope, node, copy, written);
    else for (const counted of written?.counts ?? []) this.rescale(counted);
    if (!written && this.calls.measuresOf(node).some((measure) => this.isRescaled(measure)))
      this.edits.editableRange(node, 'counts'); // in a macro, which is to be expanded
  }

  private rescale(counted: CountedArgument): void {
    const { count, memory, format } = counted.measure;
    const [from, to] = [count, memory].map((cell) => formatName(this.formatOf(cell, format))!);
    if (!this.isRescaled(counted.measure)) return;
    const definition = this.definitions.of(counted.scope, counted.node);
    rescaleCount(this.edits, counted, from!, to!, definition);
  }

  private isRescaled({ count, memory, format }: Measure): boolean {
    return this.formatOf(count, format) !== this.formatOf(memory, format);
  }

  private formatOf(cell: CellIndex, declared: Format): Format {
    const site = this.calls.siteOf(cell);
    return site === null ? declared : this.siteFormats[site]!;
  }

  private convert(scope: UnitScope, node: AstNode, copy: ConvertingCopy, written: WrittenCall | null): void {
    const { transfer, call } = copy;
    const [to, from] = [this.siteFormats[copy.to]!, this.siteFormats[copy.from]!];
    const counted = written?.counts.find(({ measuresOneSide }) => !measuresOneSide);
    const toDevice = transfer.direction === 'host-to-device';
    const shape = { isOfRows: call.rows !== undefined, isAsync: call.stream !== undefined };
    const stem = `copy_to_${toDevice ? 'device' : 'host'}`;
    const name = this.freeName(`${stem}${shape.isOfRows ? '_2d' : ''}${shape.isAsync ? '_async' : ''}`);
    const used = this.add({ kind: 'copy', name, to, from, toDevice, ...shape });
    this.edits.editableRange(node, keyOfFunction(used));
    if (!written || !counted) return;
    const sided = written.counts.find(({ measuresOneSide }) => measuresOneSide);
    if (call.symbol === undefined) for (const one of written.counts) if (one.measuresOneSide) this.rescale(one);
    const address =
      call.symbol === undefined ? null : this.add({ kind: 'address', name: this.freeName('symbol_address') });
    this.edits.replace(written.range, 'copy', (inner) => {
      inner(written.range.begin, written.range.end); // takes along the edits in the text left out
      const text = (position: number | undefined): string[] => {
        const range = position === undefined ? undefined : written.arguments[position];
        return range ? [inner(range.begin, range.end)] : [];
      };
      const side = (position: number, format: Format, qualifier: string): string => {
        if (!address || position !== call.symbol)
          return this.pointer(scope, node, position, `${qualifier}${formatName(format)}`, written, inner);
        const base = `${address.name}<${formatName(format)}>(${text(position).join()})`;
        return sided ? `${base} + ${this.elements(sided, inner)}` : base;
      };
      const stream = call.stream === undefined ? [] : text(call.stream);
      const args = [
        side(call.destination!, to, ''),
        ...(shape.isOfRows ? text(call.destinationCounts?.[0]) : []),
        side(call.source!, from, 'const '),
        ...(shape.isOfRows ? text(call.sourceCounts?.[0]) : []),
        this.elements(counted, inner),
        ...text(call.rows),
        ...(shape.isAsync && stream.length === 0 ? ['0'] : stream),
      ];
      return `${used.name}(${args.join(', ')})`;
    });
  }

  private elements(counted: CountedArgument, inner: Inner): string {
    const { count, format } = counted.measure;
    return elementsText(this.edits, counted, formatName(this.formatOf(count, format))!, inner);
  }

  /** The argument without its conversion to `void *`; a pointer to rows becomes a pointer to the first number. */
  private pointer(
    scope: UnitScope,
    call: AstNode,
    position: number,
    number: string,
    written: WrittenCall,
    inner: Inner,
  ): string {
    const at = beforeVoidCast(scope, children(call)[1 + position]!);
    const whole = written.arguments[position]!;
    const own = this.edits.rangeOf(at);
    const isInside = own !== null && isWithin(own, whole);
    const { begin, end } = isInside ? own : whole;
    const type = at.type?.desugaredQualType ?? at.type?.qualType ?? '';
    const isPlain = isInside && !/\[.*\[|\(\*/.test(type);
    return isPlain ? inner(begin, end) : `(${number} *)${isInside ? inner(begin, end) : `(${inner(begin, end)})`}`;
  }

  private add<Added extends AddedFunction>(wanted: Added): Added {
    this.added.set(keyOfFunction(wanted), wanted);
    return wanted;
  }

  /** A name that does not occur in the program. */
  private freeName(wanted: string): string {
    const isTaken = (name: string) =>
      this.edits.syntax.program.files.some(({ source }) => new RegExp(`\\b${name}\\b`).test(source.text));
    let name = wanted;
    for (let number = 2; isTaken(name); number++) name = `${wanted}_${number}`;
    return name;
  }
}
