/** Packages for a job whose node does not share files with `tune`: its tasks and the files they name. */
import * as fs from 'node:fs';
import path from 'node:path';
import * as tar from 'tar';
import { makeFolder } from '../../support/make-folder.js';
import { mentionedBelow } from './moved-paths.js';
import type { SharedFolder } from './shared-folder.js';
import { isOfProject, stampTree } from './task-names.js';

/** Archives to broadcast; each unpacks into the folder of the job. */
export function packWork(folder: SharedFolder, root: string, token: string, index: number): string[] {
  const ids = folder.readManifest(token)?.packs[index] ?? [];
  const tasks = ids.flatMap((id) => folder.readTask(id) ?? []);
  const { engine } = folder.readManifest(token)!;
  const told = [engine, ...tasks];
  const mentioned = mentionedBelow(told, folder.path).map(wholeFolder);
  const needed = mentioned.filter((one) => one !== '' && fs.existsSync(path.join(folder.path, one)));
  const packages = path.join(folder.path, 'packages');
  makeFolder(packages);
  const work = path.join(packages, `${token}_${index}.tgz`);
  const always = [path.join('jobs', `${token}.json`), ...ids.map((id) => path.join('tasks', id))];
  create(work, folder.path, 'cluster', [...new Set([...always, ...needed])]);
  const isOfTree = mentionedBelow(told, root).some((one) => !path.join(root, one).startsWith(folder.path));
  return isOfTree ? [work, projectPackage(packages, root, folder.path)] : [work];
}

/** An archive of the project's folder, created once. */
function projectPackage(packages: string, root: string, without: string): string {
  const file = path.join(packages, `project-${stampTree(root, without).slice(0, 16)}.tgz`);
  if (fs.existsSync(file)) return file;
  const names = fs.readdirSync(root).filter((name) => isOfProject(name));
  const isWanted = (name: string) => name.split('/').every(isOfProject) && path.join(root, name) !== without;
  create(file, root, 'project', names, isWanted);
  return file;
}

function create(
  file: string,
  cwd: string,
  prefix: string,
  names: readonly string[],
  filter: (name: string) => boolean = () => true,
): void {
  const partial = `${file}.${process.pid}.partial`;
  tar.create({ sync: true, gzip: true, file: partial, cwd, prefix, filter }, names.length > 0 ? [...names] : ['.']);
  fs.renameSync(partial, file);
}

/** All staged sources, because files include each other. */
function wholeFolder(name: string): string {
  const [first, second] = name.split('/');
  return first === 'staged' && second !== undefined ? path.join(first, second) : name;
}
