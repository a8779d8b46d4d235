/**
 * A folder whose name does not affect the result: a temporary folder, or the root of a user's project. Stored results contain a stand-in for it, so
 * that the same text in another folder is a cache hit.
 */
const STAND_IN = '/mantissa-moved-6f1c2b7e';

/** Whether the name can be replaced textually in C, JSON and compiler messages, because none of its characters is ever escaped. */
export function canMove(folder: string): boolean {
  return /^(?:\/[\w.-]+)+$/.test(folder);
}

export function withStandIn(text: string, folder: string | undefined): string {
  return folder === undefined ? text : text.replaceAll(wholeName(folder), STAND_IN);
}

export function withFolder(text: string, folder: string | undefined): string {
  return folder === undefined ? text : text.replaceAll(STAND_IN, folder);
}

/** A text that contains the stand-in itself cannot be stored, because it would be changed when it is read back. */
export function mentionsStandIn(bytes: Buffer): boolean {
  return bytes.includes(STAND_IN);
}

/** Matches `/a/b` in `/a/b/c` and in `"/a/b"`, but not in `/a/bc`. */
function wholeName(folder: string): RegExp {
  return new RegExp(`${folder.replaceAll('.', '\\.')}(?![\\w.-])`, 'g');
}
