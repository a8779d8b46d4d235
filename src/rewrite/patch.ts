import path from 'node:path';
import { FILE_HEADERS_ONLY, formatPatch } from 'diff';
import { type LineChange, lineChanges, linesWithEnds } from '../support/line-changes.js';

const CONTEXT_LINES = 3;
const NO_LINE_END = '\\ No newline at end of file';

/** The folder that a patch applies in: the project's, or a parent that contains every changed file. `patch` and `git apply` reject `../`. */
export function patchFolder(root: string, files: readonly { path: string }[]): string {
  const climbs = Math.max(0, ...files.map((file) => file.path.split('/').lastIndexOf('..') + 1));
  return path.join(root, ...Array<string>(climbs).fill('..'));
}

/**
 * A `-p1` patch over files given as byte strings; the result is a byte string too, which preserves every encoding and line end. A file that was
 * empty is new. Paths start at `patchFolder`.
 */
export function createPatch(files: readonly { path: string; before: string; after: string }[], root: string): string {
  const folder = patchFolder(root, files);
  return files
    .map((file) => ({ ...file, name: path.relative(folder, path.join(root, file.path)) }))
    .map(({ name, before, after }) =>
      formatPatch(
        {
          oldFileName: before === '' ? '/dev/null' : `a/${name}`,
          newFileName: `b/${name}`,
          oldHeader: undefined,
          newHeader: undefined,
          hunks: hunksOf(linesWithEnds(before), linesWithEnds(after)),
        },
        FILE_HEADERS_ONLY,
      ),
    )
    .join('');
}

interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: string[];
}

function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  return closeTogether(lineChanges(before, after)).map((changes) => {
    const [first, last] = [changes[0]!, changes.at(-1)!];
    const lead = Math.min(CONTEXT_LINES, first.before.begin);
    const begin = first.before.begin - lead;
    const end = Math.min(before.length, last.before.end + CONTEXT_LINES);
    const lines: string[] = [];
    const write = (sign: string, text: readonly string[]): void => {
      for (const line of text)
        if (line.endsWith('\n')) lines.push(sign + line.slice(0, -1));
        else lines.push(sign + line, NO_LINE_END);
    };
    let at = begin;
    for (const change of changes) {
      write(' ', before.slice(at, change.before.begin));
      write('-', before.slice(change.before.begin, change.before.end));
      write('+', after.slice(change.after.begin, change.after.end));
      at = change.before.end;
    }
    write(' ', before.slice(at, end));
    return {
      oldStart: begin + 1,
      oldLines: end - begin,
      newStart: first.after.begin - lead + 1,
      newLines: last.after.end + (end - last.before.end) - (first.after.begin - lead),
      lines,
    };
  });
}

/** Groups changes whose context would overlap into one hunk. */
function closeTogether(changes: readonly LineChange[]): LineChange[][] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const previous = groups.at(-1)?.at(-1);
    if (previous && change.before.begin - previous.before.end <= 2 * CONTEXT_LINES) groups.at(-1)!.push(change);
    else groups.push([change]);
  }
  return groups;
}
