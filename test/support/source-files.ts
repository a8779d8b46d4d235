import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The TypeScript files of the program and the page that match the pattern, in order. */
export function sourcesThatSay(pattern: RegExp): string[] {
  return ['src', 'viewer']
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter((name) => /\.tsx?$/.test(name) && pattern.test(readFileSync(path.join(ROOT, name), 'utf8')))
    .sort();
}
