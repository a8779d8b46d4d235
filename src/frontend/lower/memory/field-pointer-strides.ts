/**
 * Pointers to a field that is no number, from where they are made to where they are walked: `int *k = &atoms[0].kind; k[8 * i]`. Whoever
 * walks from one record to the next by anything but the record's size has counted on where its numbers leave the field.
 */
import type { Place } from '../../../program/place.js';
import type { RecordSites } from './record-sites.js';

/** What a pointer is kept in, or an address that is taken; `isPlace` where a pointer leads to a pointer and what is put there comes back. */
export interface PointerSource {
  readonly key: string;
  readonly isPlace?: true;
}

interface FieldAddress {
  readonly around: RecordSites;
  readonly place: Place;
  /** Of the field: a pointer to an array is walked within it, until a step leads out. */
  readonly elements: number;
}

export class FieldPointerStrides {
  private readonly addresses = new Map<string, FieldAddress>();
  private readonly flows = new Map<string, Set<string>>();
  /** How far each pointer is known to be taken at once. */
  private readonly walked = new Map<string, number>();

  takeAddress(key: string, address: FieldAddress): void {
    this.addresses.set(key, address);
  }

  flow(target: PointerSource, source: PointerSource): void {
    this.lead(source.key, target.key);
    if (source.isPlace) this.lead(target.key, source.key);
  }

  /** `step` elements at once: 1 where it is not known how many. */
  walk({ key }: PointerSource, step: number): void {
    this.walked.set(key, Math.max(step, this.walked.get(key) ?? 0));
  }

  lead(from: string, to: string): void {
    const known = this.flows.get(from);
    if (known) known.add(to);
    else this.flows.set(from, new Set([to]));
  }

  /** The addresses from which a pointer is walked, wherever it was handed on to. */
  walkedAddresses(): FieldAddress[] {
    return [...this.addresses].flatMap(([key, address]) => {
      const reached = new Set([key]);
      for (const at of reached) for (const next of this.flows.get(at) ?? []) reached.add(next);
      return [...reached].some((at) => (this.walked.get(at) ?? 0) >= address.elements) ? [address] : [];
    });
  }
}

/** An argument of a call through a pointer: whichever function has had its address taken may get it. */
export function calledKey(position: number): string {
  return `called ${position}`;
}
