import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

const LEFT_OUT = new Set(['.git', '.hg', '.svn', '.mantissa', 'node_modules']);

/** A copy of a project's tree with some files replaced, for builds and runs. */
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

  /** SHA-256 and size of the files that the build created or changed. */
  products(overlay: Readonly<Record<string, string>>): { digest: string; sizeBytes: number } {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for (const [name, stamp] of [...this.stamps()].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (this.before.get(name) === stamp || Object.hasOwn(overlay, name)) continue;
      const bytes = fs.readFileSync(path.join(this.folder, name));
      hash.update(`${name} ${bytes.length}\n`).update(bytes);
      sizeBytes += bytes.length;
    }
    // without products the sources themselves are run
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

/** Copies a tree without the copy itself, which is inside the tree if the study's folder is. */
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
    // make compares timestamps
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

/** A cluster study contains a copy of the tree for every build. */
function isStudyOfCluster(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'cluster', 'ledger.jsonl'));
}

/** CMake's build folders contain their absolute path, and do not work elsewhere. */
function isBuiltByCmake(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'CMakeCache.txt'));
}
