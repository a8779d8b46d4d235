/**
 * Pointers to fields that are not numbers, from their creation to their use: `int *k = &atoms[0].kind; k[8 * i]`. A step from one record to the next
 * that is not computed from the record's size depends on the sizes of its numbers.
 */
import type { Place } from '../../../program/place.js';
import type { RecordSites } from './record-sites.js';

/**
 * A variable that contains a pointer, or an address expression. `isPlace`: the pointer refers to another pointer, through which values are stored and
 * read.
 */
export interface PointerSource {
  readonly key: string;
  readonly isPlace?: true;
}

interface FieldAddress {
  readonly around: RecordSites;
  readonly place: Place;
  /** The number of elements of the field: steps inside an array stay in it. */
  readonly elements: number;
}

export class FieldPointerStrides {
  private readonly addresses = new Map<string, FieldAddress>();
  private readonly flows = new Map<string, Set<string>>();
  /** The largest known step of each pointer, in elements. */
  private readonly walked = new Map<string, number>();

  takeAddress(key: string, address: FieldAddress): void {
    this.addresses.set(key, address);
  }

  flow(target: PointerSource, source: PointerSource): void {
    this.lead(source.key, target.key);
    if (source.isPlace) this.lead(target.key, source.key);
  }

  /** `step` is in elements; 1 if unknown. */
  walk({ key }: PointerSource, step: number): void {
    this.walked.set(key, Math.max(step, this.walked.get(key) ?? 0));
  }

  lead(from: string, to: string): void {
    const known = this.flows.get(from);
    if (known) known.add(to);
    else this.flows.set(from, new Set([to]));
  }

  /** The addresses that are moved by such steps, through any assignments and calls. */
  walkedAddresses(): FieldAddress[] {
    return [...this.addresses].flatMap(([key, address]) => {
      const reached = new Set([key]);
      for (const at of reached) for (const next of this.flows.get(at) ?? []) reached.add(next);
      return [...reached].some((at) => (this.walked.get(at) ?? 0) >= address.elements) ? [address] : [];
    });
  }
}

/** An argument of a call through a pointer, which any function whose address is taken may receive. */
export function calledKey(position: number): string {
  return `called ${position}`;
}
