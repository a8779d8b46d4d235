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
  const near = [folder, path.dirname(folder), path.dirname(path.dirname(folder))];
  const notable = near.filter((each) => each !== path.parse(each).root && each !== homedir());
  return notable.find((each) => files.every((file) => holds(each, file))) ?? commonFolder(files);
}

function holds(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || !(relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}
