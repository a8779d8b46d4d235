import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

const LEFT_OUT = new Set(['.git', '.hg', '.svn', '.mantissa', 'node_modules']);

/** A copy of a project's tree with some files in other words, to build and run in. */
export class ProjectTree {
  private readonly before: ReadonlyMap<string, string>;

  constructor(
    root: string,
    readonly folder: string,
    overlay: Readonly<Record<string, string>>,
  ) {
    copyTree(root, folder, { root, copy: folder });
    this.before = this.stamps();
    for (const [name, text] of Object.entries(overlay)) {
      const file = path.resolve(folder, name);
      if (!file.startsWith(folder + path.sep)) throw new Error(`${name} is outside the project`);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.rmSync(file, { force: true }); // never through a link
      fs.writeFileSync(file, text, 'latin1');
    }
  }

  /** SHA-256 over what the build made or changed, and its size. */
  products(overlay: Readonly<Record<string, string>>): { digest: string; sizeBytes: number } {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for (const [name, stamp] of [...this.stamps()].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (this.before.get(name) === stamp || Object.hasOwn(overlay, name)) continue;
      const bytes = fs.readFileSync(path.join(this.folder, name));
      hash.update(`${name} ${bytes.length}\n`).update(bytes);
      sizeBytes += bytes.length;
    }
    // nothing was made: the text itself is what runs
    if (sizeBytes === 0) hash.update(JSON.stringify(overlay));
    return { digest: hash.digest('hex'), sizeBytes };
  }

  private stamps(): Map<string, string> {
    const stamps = new Map<string, string>();
    for (const entry of fs.readdirSync(this.folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const { size, mtimeMs } = fs.statSync(file);
      stamps.set(path.relative(this.folder, file), `${size} ${mtimeMs}`);
    }
    return stamps;
  }
}

/** A copy that stands within the tree itself, where a study is kept there, is no part of it. */
function copyTree(from: string, to: string, whole: { readonly root: string; readonly copy: string }): void {
  const { root, copy } = whole;
  if (isAround(from, copy)) {
    fs.mkdirSync(to, { recursive: true });
    for (const name of fs.readdirSync(from)) {
      const inner = path.join(from, name);
      if (inner !== copy && isPartOf(root)(inner)) copyTree(inner, path.join(to, name), whole);
    }
    return;
  }
  fs.cpSync(from, to, {
    recursive: true,
    // make decides by these what is out of date
    preserveTimestamps: true,
    verbatimSymlinks: true,
    mode: fs.constants.COPYFILE_FICLONE,
    filter: isPartOf(root),
  });
}

function isAround(folder: string, file: string): boolean {
  return `${file}${path.sep}`.startsWith(`${folder}${path.sep}`);
}

function isPartOf(root: string): (file: string) => boolean {
  return (file) =>
    file === root || !(LEFT_OUT.has(path.basename(file)) || isBuiltByCmake(file) || isStudyOfCluster(file));
}

/** It holds copies of this tree, as many as there were builds. */
function isStudyOfCluster(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'cluster', 'ledger.jsonl'));
}

/** CMake's build folders name the place they were made for, and refuse to work elsewhere. */
function isBuiltByCmake(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'CMakeCache.txt'));
}
