import type { TransferDirection } from '../program.js';

/** The effect of a library function on memory, as positions of arguments. */
export interface MemoryCall {
  readonly destination?: number;
  readonly source?: number;
  /** Arguments measured in bytes: counts, offsets, pitches. */
  readonly counts?: readonly number[];
  /** The byte counts that measure only one side of a copy. */
  readonly destinationCounts?: readonly number[];
  readonly sourceCounts?: readonly number[];
  /** Two arguments whose product is a byte count. */
  readonly product?: readonly [number, number];
  /** The destination is the address of a pointer that is set to new memory. */
  readonly pointed?: boolean;
  /** The output argument for the pitch of rows, in bytes. */
  readonly pitch?: number;
  /** The argument that is the memory itself, not a pointer to it. */
  readonly symbol?: number;
  /** The argument with the fill byte. */
  readonly fill?: number;
  /** For a copy: the position of the `cudaMemcpyKind` argument, or the direction that the name implies. */
  readonly direction?: number | TransferDirection;
  /** The position of an optional `cudaMemcpyKind`; without it the name implies the direction. */
  readonly optionalKind?: number;
  /** For a copy of rows: the argument with their number. */
  readonly rows?: number;
  /** The argument with the stream of a copy. */
  readonly stream?: number;
  /** The argument with the number of bytes copied, which profiling runs record. */
  readonly moved?: number;
  /** The patch can replace this copy by one that converts formats. */
  readonly converts?: true;
  /** The byte count may be in bytes of another format. */
  readonly rescales?: true;
  /** The new memory is device memory. */
  readonly onDevice?: boolean;
  /** The result points to new memory, whose size is in `counts`. */
  readonly allocates?: boolean;
  /** The argument whose memory the result points to. */
  readonly returns?: number;
}

/** Whether a copy may involve a GPU; a copy within host memory is no transfer. */
export function isTransfer({ direction }: MemoryCall): boolean {
  return direction !== undefined && direction !== 'host-to-host';
}

/** The constants for the direction of a copy. */
export const transferKinds: ReadonlyMap<string, TransferDirection> = new Map([
  ['cudaMemcpyHostToDevice', 'host-to-device'],
  ['cudaMemcpyDeviceToHost', 'device-to-host'],
  ['cudaMemcpyDeviceToDevice', 'device-to-device'],
  ['cudaMemcpyHostToHost', 'host-to-host'],
]);
