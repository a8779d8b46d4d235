/**
 * A folder whose name decides nothing about what is read in it: a temporary folder of ours, or the root of a user's project. What is
 * remembered of a run names a stand-in instead, so that the same text in another folder is a hit.
 */
const STAND_IN = '/mantissa-moved-6f1c2b7e';

/** Whether the name can be replaced in C, in JSON and in the compiler's messages: nothing in it is ever escaped. */
export function canMove(folder: string): boolean {
  return /^(?:\/[\w.-]+)+$/.test(folder);
}

export function withStandIn(text: string, folder: string | undefined): string {
  return folder === undefined ? text : text.replaceAll(wholeName(folder), STAND_IN);
}

export function withFolder(text: string, folder: string | undefined): string {
  return folder === undefined ? text : text.replaceAll(STAND_IN, folder);
}

/** A text that speaks of the stand-in itself would come back as another one. */
export function mentionsStandIn(bytes: Buffer): boolean {
  return bytes.includes(STAND_IN);
}

/** `/a/b` in `/a/b/c` and in `"/a/b"`, but not in `/a/bc`. */
function wholeName(folder: string): RegExp {
  return new RegExp(`${folder.replaceAll('.', '\\.')}(?![\\w.-])`, 'g');
}
