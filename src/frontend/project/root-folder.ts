import { homedir } from 'node:os';
import path from 'node:path';

/** The deepest folder that contains all these files. */
export function commonFolder(files: readonly string[]): string {
  const [first, ...rest] = files.map((file) => path.dirname(file));
  return rest.reduce((folder, other) => {
    let common = folder;
    while (!holds(common, other)) common = path.dirname(common);
    return common;
  }, first!);
}

/**
 * The root of a program described by a compilation database in `folder`: this folder or one of the two above it (`build/`, `out/debug/`) if it
 * contains all files, so that a shared `include/` belongs to the program; for a build folder elsewhere, the common folder of the files.
 */
export function rootAround(folder: string, files: readonly string[]): string {
  return foldersNear(folder).find((each) => files.every((file) => holds(each, file))) ?? commonFolder(files);
}

/**
 * The root of a program whose sources are in `folder`: one of the two folders above it if the program's headers are there (`include/` beside `src/`),
 * because a patch names files relative to the root.
 */
export function rootWithHeaders(folder: string, headersWithin: (root: string) => readonly string[]): string {
  const near = foldersNear(folder);
  const widest = near.at(-1);
  if (widest === undefined) return folder;
  const headers = headersWithin(widest).filter((header) => holds(widest, header));
  return near.find((each) => headers.every((header) => holds(each, header))) ?? folder;
}

/** The folder and the two above it, except the file system's root and the home folder. */
function foldersNear(folder: string): string[] {
  const near = [folder, path.dirname(folder), path.dirname(path.dirname(folder))];
  return near.filter((each) => each !== path.parse(each).root && each !== homedir());
}

function holds(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || !(relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}
