/** Copies files that jobs cannot read at their paths into the shared folder, named by content. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import type { BuildRequest, RunRequest } from '../../core.js';
import { makeFolder } from '../../support/make-folder.js';
import { writeWhole } from '../../support/write-whole.js';
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

/** Files in the folder of a run, such as perturbed inputs. */
export function stageCopies<Request extends RunRequest>(
  request: Request,
  folder: SharedFolder,
  isSeen: (file: string) => boolean,
): Request {
  const { copies } = request;
  if (!copies || Object.values(copies).every(isSeen)) return request;
  const staged = Object.entries(copies).map(([name, file]) => [name, isSeen(file) ? file : stageFile(file, folder)]);
  return { ...request, copies: Object.fromEntries(staged) };
}

function stageFile(file: string, folder: SharedFolder): string {
  const bytes = fs.readFileSync(file);
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
  const staged = path.join(folder.staged(`file-${digest}`), path.basename(file));
  if (!fs.existsSync(staged)) {
    makeFolder(path.dirname(staged));
    writeWhole(staged, bytes);
    fs.chmodSync(staged, fs.statSync(file).mode & 0o777);
  }
  return staged;
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
