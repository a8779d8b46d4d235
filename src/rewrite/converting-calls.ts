/** Copies between host and device that convert, and byte counts in other bytes than those of the memory they measure: which calls they are. */
import { type AstNode, children } from '../frontend/ast/node.js';
import { memoryCalls } from '../frontend/lower/calls/library.js';
import type { MemoryCall } from '../frontend/lower/calls/memory-call.js';
import { placeKey } from '../frontend/lower/places.js';
import type { CellIndex, Measure, SiteIndex, Transfer } from '../program/program.js';
import { calleeName, type SourceEdits } from './source-edits.js';

/** The one side of a copy: a site that has its format. */
export interface ConvertingCopy {
  readonly transfer: Transfer;
  readonly call: MemoryCall;
  readonly to: SiteIndex;
  readonly from: SiteIndex;
}

export class ConvertingCalls {
  private readonly transfers: ReadonlyMap<string, Transfer>;
  private readonly measures: ReadonlyMap<string, Measure>;

  constructor(private readonly edits: SourceEdits) {
    const { transfers, measures } = edits.syntax.program;
    this.transfers = new Map(
      transfers.filter(({ sides }) => sides.kind === 'apart').map((transfer) => [placeKey(transfer.place), transfer]),
    );
    this.measures = new Map(measures.map((measure) => [placeKey(measure.place), measure]));
  }

  /** The copy that a call makes, where its sides have formats of their own. */
  copyOf(node: AstNode): ConvertingCopy | null {
    const call = memoryCalls.get(calleeName(node));
    const place = call && this.edits.syntax.places.ofNode(node);
    const transfer = place && this.transfers.get(placeKey(place));
    if (!call || !transfer || transfer.destination === null || transfer.source === null) return null;
    const [to, from] = [transfer.destination, transfer.source].map((cell) => this.siteOf(cell));
    return to === null || to === undefined || from === null || from === undefined ? null : { transfer, call, to, from };
  }

  /** What the byte counts of a call measure, by the argument that is the count. */
  countsOf(node: AstNode): { readonly argument: AstNode; readonly measure: Measure }[] {
    const { counts = [] } = memoryCalls.get(calleeName(node)) ?? {};
    return counts.flatMap((position) => {
      const argument = children(node)[1 + position];
      const place = argument && this.edits.syntax.places.ofNode(argument);
      const measure = place && this.measures.get(placeKey(place));
      return argument && measure ? [{ argument, measure }] : [];
    });
  }

  siteOf(cell: CellIndex): SiteIndex | null {
    return this.edits.sharedFormats.siteOf(cell);
  }
}
