import * as fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder that holds package.json, runtime/ and dist/. A bundle moves this code from src/support to some depth below dist, so the
 * folder is searched for instead of counted.
 */
export const packageRoot: string = (() => {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!fs.existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
})();

export function packageVersion(): string {
  const text = fs.readFileSync(path.join(packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
