import type { TransferDirection } from '../program.js';

/** What a library function does with memory: positions of the arguments that matter. */
export interface MemoryCall {
  readonly destination?: number;
  readonly source?: number;
  /** Arguments measured in bytes: counts, offsets, pitches. */
  readonly counts?: readonly number[];
  /** Of these, the ones that measure one side of a copy alone. */
  readonly destinationCounts?: readonly number[];
  readonly sourceCounts?: readonly number[];
  /** Two arguments whose product is such a count. */
  readonly product?: readonly [number, number];
  /** The destination is a pointer, to be set to new memory. */
  readonly pointed?: boolean;
  /** Where the byte distance of rows is written to. */
  readonly pitch?: number;
  /** The argument that is the memory itself, not a pointer to it. */
  readonly symbol?: number;
  /** The byte that fills the memory. */
  readonly fill?: number;
  /** Of a copy: the `cudaMemcpyKind` argument, or the direction the name implies. */
  readonly direction?: number | TransferDirection;
  /** A `cudaMemcpyKind` that may be left out: the direction is the name's then. */
  readonly optionalKind?: number;
  /** Where a copy of rows is told how many there are. */
  readonly rows?: number;
  /** The stream that a copy is put into. */
  readonly stream?: number;
  /** The one argument that is how many bytes a copy moves: counted runs report it. */
  readonly moved?: number;
  /** A copy that the patch can replace by one that converts. */
  readonly converts?: true;
  /** Its byte count may be given in the bytes of another format. */
  readonly rescales?: true;
  /** What the destination is set to point to is device memory. */
  readonly onDevice?: boolean;
  /** The result points to new memory, counted by `counts`. */
  readonly allocates?: boolean;
  /** The result is this argument's memory. */
  readonly returns?: number;
}

/** A copy that a GPU has a part in, or may have; one within the host's memory costs no transfer. */
export function isTransfer({ direction }: MemoryCall): boolean {
  return direction !== undefined && direction !== 'host-to-host';
}

/** The constants that a copy is told its direction by. */
export const transferKinds: ReadonlyMap<string, TransferDirection> = new Map([
  ['cudaMemcpyHostToDevice', 'host-to-device'],
  ['cudaMemcpyDeviceToHost', 'device-to-host'],
  ['cudaMemcpyDeviceToDevice', 'device-to-device'],
  ['cudaMemcpyHostToHost', 'host-to-host'],
]);
