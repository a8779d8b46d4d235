import { createTwoFilesPatch } from 'diff';

/** A `-p1` patch over files given as byte strings; the result is one too, so that every encoding and line end survives. What was empty is new. */
export function createPatch(files: readonly { path: string; before: string; after: string }[]): string {
  return files
    .map(({ path, before, after }) =>
      createTwoFilesPatch(before === '' ? '/dev/null' : `a/${path}`, `b/${path}`, before, after, undefined, undefined, {
        context: 3,
      }).replace(/^=+\n/, ''),
    )
    .join('');
}
