/**
 * A temporary folder of ours in which sources stand. Where it is decides nothing about what is read there, as long as its name has the
 * same length, by which offsets count: what is remembered of a run names a stand-in instead, so that the next process recalls it.
 */
const STAND_IN = '/mantissa-moved-6f1c2b7e';

/** Names that stand as they are in C, in JSON and in the compiler's messages. */
export function canMove(folder: string): boolean {
  return /^(?:\/[\w.-]+)+$/.test(folder);
}

export function withStandIn(text: string, folder: string | undefined): string {
  return folder === undefined ? text : text.replaceAll(folder, STAND_IN);
}

export function withFolder(text: string, folder: string | undefined): string {
  return folder === undefined ? text : text.replaceAll(STAND_IN, folder);
}

/** A text that speaks of the stand-in itself would come back as another one. */
export function mentionsStandIn(bytes: Buffer): boolean {
  return bytes.includes(STAND_IN);
}
