import { blankCommentsAndStrings } from '../../support/blank-comments.js';
import { readRegularFile } from '../../support/regular-file.js';

const MAIN = /\b(?:int|auto|void)\s+main\s*\([^)]*\)\s*(?:->\s*int\s*)?(?:noexcept\s*)?(?:try\s*)?\{/;
const OLD_MAIN = /^\s*main\s*\([^)]*\)[\s\w*;,[\]]*\{/m;

/** Whether a source defines a `main`, by its text. */
export function definesMain(file: string): boolean {
  const text = textOf(file);
  return MAIN.test(text) || OLD_MAIN.test(text);
}

/** Without comments and strings; nothing of a file that cannot be read. */
export function textOf(file: string): string {
  return blankCommentsAndStrings(wholeTextOf(file));
}

export function wholeTextOf(file: string): string {
  try {
    return readRegularFile(file).toString('latin1');
  } catch {
    return '';
  }
}
