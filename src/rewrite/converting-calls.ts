/** Finds copies between host and device that convert, and byte counts whose bytes differ from those of the memory they measure. */
import { calleeName } from '../frontend/ast/callee.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import { callArguments } from '../frontend/lexical/call-arguments.js';
import { placeKey } from '../frontend/lower/places.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { memoryCall } from '../program/library/library.js';
import type { MemoryCall } from '../program/library/memory-call.js';
import type { Range } from '../program/place.js';
import type { CellIndex, Measure, SiteIndex, Transfer } from '../program/program.js';
import type { WrittenCount } from './byte-count-text.js';
import type { SourceEdits } from './source-edits.js';

/** A copy with a site, and thus a format, on each side. */
export interface ConvertingCopy {
  readonly transfer: Transfer;
  readonly call: MemoryCall;
  readonly to: SiteIndex;
  readonly from: SiteIndex;
}

export interface CountedArgument extends WrittenCount {
  readonly measure: Measure;
  /** It is a pitch or an offset, not the amount copied. */
  readonly measuresOneSide: boolean;
}

/** A call with the text of each argument. */
export interface WrittenCall {
  readonly range: Range;
  readonly arguments: readonly Range[];
  readonly counts: readonly CountedArgument[];
}

export class ConvertingCalls {
  private readonly transfers: ReadonlyMap<string, Transfer>;
  private readonly measures: ReadonlyMap<string, Measure>;

  constructor(private readonly edits: SourceEdits) {
    const { transfers, measures } = edits.syntax.program;
    this.transfers = new Map(
      transfers.filter(({ sides }) => sides.kind === 'apart').map((transfer) => [placeKey(transfer.place), transfer]),
    );
    this.measures = new Map(measures.map((measure) => [`${placeKey(measure.call)} ${measure.argument}`, measure]));
  }

  /** The copy that a call makes, if its two sides may have different formats. */
  copyOf(node: AstNode): ConvertingCopy | null {
    const call = memoryCall(calleeName(node));
    const place = call && this.edits.syntax.places.ofNode(node);
    const transfer = place && this.transfers.get(placeKey(place));
    if (!call || !transfer || transfer.destination === null || transfer.source === null) return null;
    const [to, from] = [transfer.destination, transfer.source].map((cell) => this.siteOf(cell));
    return to === null || to === undefined || from === null || from === undefined ? null : { transfer, call, to, from };
  }

  /** Byte counts of a call that may need another unit. */
  measuresOf(node: AstNode): Measure[] {
    return this.measured(node).map(({ measure }) => measure);
  }

  /** The call in the text; null if its text is in a macro's body. */
  written(scope: UnitScope, node: AstNode): WrittenCall | null {
    const range = this.edits.rangeOf(node);
    const found = range && callArguments(this.edits.text(range));
    const given = children(node)
      .slice(1)
      .filter(({ kind }) => kind !== 'CXXDefaultArgExpr');
    if (!range || found?.length !== given.length) return null;
    const { file, begin: start } = range;
    const texts = found.map(({ begin, end }) => ({ file, begin: start + begin, end: start + end }));
    const { destinationCounts = [], sourceCounts = [] } = memoryCall(calleeName(node))!;
    const counts = this.measured(node).flatMap(({ position, argument, measure }) => {
      const measuresOneSide = [...destinationCounts, ...sourceCounts].includes(position);
      const text = texts[position];
      return text ? [{ scope, node: argument, range: text, declared: measure.format, measure, measuresOneSide }] : [];
    });
    return { range, arguments: texts, counts };
  }

  private measured(node: AstNode): { position: number; argument: AstNode; measure: Measure }[] {
    const { counts = [] } = memoryCall(calleeName(node)) ?? {};
    const place = counts.length > 0 ? this.edits.syntax.places.ofNode(node) : null;
    return counts.flatMap((position) => {
      const argument = children(node)[1 + position];
      const measure = place && this.measures.get(`${placeKey(place)} ${position}`);
      return argument && measure ? [{ position, argument, measure }] : [];
    });
  }

  siteOf(cell: CellIndex): SiteIndex | null {
    return this.edits.sharedFormats.siteOf(cell);
  }
}
