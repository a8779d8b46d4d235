/** Sources in a temporary folder of the tuner's, copied to where jobs see them, under a name that says what they are. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import type { BuildRequest } from '../execution/engine.js';
import { makeFolder } from '../support/make-folder.js';
import { elsewhere } from './moved-paths.js';
import type { SharedFolder } from './shared-folder.js';

export function stageSources(request: BuildRequest, folder: SharedFolder): BuildRequest {
  const { root } = request;
  if (root === undefined) return request;
  const staged = folder.staged(digestOf(root));
  if (!fs.existsSync(staged)) {
    makeFolder(path.dirname(staged));
    const partial = `${staged}.${process.pid}.partial`;
    fs.rmSync(partial, { recursive: true, force: true });
    fs.cpSync(root, partial, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    fs.renameSync(partial, staged);
  }
  return elsewhere(request, [[root, staged]]);
}

function digestOf(root: string): string {
  const hash = createHash('sha256');
  const files = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map((entry) => path.join(entry.parentPath, entry.name)).sort()) {
    const bytes = fs.readFileSync(file);
    hash.update(`${path.relative(root, file)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex').slice(0, 40);
}
