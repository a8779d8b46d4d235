import { homedir } from 'node:os';
import path from 'node:path';

/** The deepest folder that holds all these files. */
export function commonFolder(files: readonly string[]): string {
  const [first, ...rest] = files.map((file) => path.dirname(file));
  return rest.reduce((folder, other) => {
    let common = folder;
    while (!holds(common, other)) common = path.dirname(common);
    return common;
  }, first!);
}

/**
 * The root of a program whose files are listed by a database in `folder`: the folder itself or one of the two above it
 * (`build/`, `out/debug/`) if that holds all the files, so that a shared `include/` counts as the program's own; for a
 * build folder elsewhere, what the files have in common.
 */
export function rootAround(folder: string, files: readonly string[]): string {
  return foldersNear(folder).find((each) => files.every((file) => holds(each, file))) ?? commonFolder(files);
}

/**
 * The root of a program whose sources lie in `folder`: one of the two above it where the program's headers lie there (`include/` beside
 * `src/`), as a patch names files within its root.
 */
export function rootWithHeaders(folder: string, headersWithin: (root: string) => readonly string[]): string {
  const near = foldersNear(folder);
  const widest = near.at(-1);
  if (widest === undefined) return folder;
  const headers = headersWithin(widest).filter((header) => holds(widest, header));
  return near.find((each) => headers.every((header) => holds(each, header))) ?? folder;
}

/** It and the two above it, but for those that hold everybody's programs. */
function foldersNear(folder: string): string[] {
  const near = [folder, path.dirname(folder), path.dirname(path.dirname(folder))];
  return near.filter((each) => each !== path.parse(each).root && each !== homedir());
}

function holds(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || !(relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}
