import * as fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with package.json, runtime/ and dist/. Bundling moves this code to an unknown depth below dist, so the folder is searched for. */
export const packageRoot: string = (() => {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!fs.existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
})();

export function packageVersion(): string {
  const text = fs.readFileSync(path.join(packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
