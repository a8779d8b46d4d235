import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { cacheFault } from '../clang/cache-fault.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { writeWhole } from '../support/write-whole.js';
import type { Artifact, EngineName } from './engine.js';
import { FileDigests } from './file-digests.js';

export interface CacheEntry {
  readonly file: string;
  readonly digest: string;
  readonly sizeBytes: number;
  readonly dependencies: readonly string[];
  /** Build time; null if unknown. */
  readonly tookMs: number | null;
}

interface Manifest {
  readonly digest: string;
  readonly sizeBytes: number;
  /** Files that the build read, with their digests. */
  readonly dependencies: readonly (readonly [file: string, digest: string])[];
  /** Build time; missing in entries of earlier versions. */
  readonly tookMs?: number;
}

const DEFAULT_LIMIT_BYTES = 512 * 2 ** 20;
/** Entries used more recently may be in use by another process, and are never removed. */
const IN_USE_MS = 60 * 60_000;
/** Interval at which the entries of this process are marked as used. */
const MARK_INTERVAL_MS = IN_USE_MS / 6;
const ABANDONED_MS = 24 * 60 * 60_000;

/**
 * Cache of compiler results. The key covers the request; a manifest beside the result lists every header with its digest, so that an edited
 * header is a miss (a header that newly shadows another is not). Requests that differ only in their headers share a key, but have separate
 * results, whose names follow from key and headers: a result in use is never replaced. Results appear by one rename and the manifest is written
 * last; an entry without a manifest, or of another size, is ignored. When the folder exceeds its limit, the least recently used entries are
 * removed, except those that this process uses.
 */
export class BuildCache {
  private readonly digests = new FileDigests();
  private readonly handedOut = new Set<string>();
  private marking: NodeJS.Timeout | null = null;
  private writtenBytes = Number.POSITIVE_INFINITY; // unknown: the size is checked at the first store

  constructor(
    readonly folder: string,
    private readonly limitBytes = DEFAULT_LIMIT_BYTES,
  ) {}

  /** `root`: the temporary folder of this build, which replaces that of the stored build. */
  find(key: string, extension: string, root?: string): CacheEntry | null {
    for (const name of this.namesOf(key)) {
      const file = path.join(this.folder, name + extension);
      const manifest = this.readManifest(name);
      if (!manifest || fs.statSync(file, { throwIfNoEntry: false })?.size !== manifest.sizeBytes) continue;
      if (!manifest.dependencies.every(([one, digest]) => this.digests.of(withRoot(one, root)) === digest)) continue;
      const { tookMs = null } = manifest;
      return this.handOut({ file, ...manifest, tookMs, dependencies: manifest.dependencies.map(([one]) => one) });
    }
    return null;
  }

  /** Moves a finished file into the cache. */
  store(
    key: string,
    extension: string,
    finished: string,
    dependencies: readonly string[],
    root?: string,
    tookMs?: number,
  ): CacheEntry {
    try {
      const bytes = fs.readFileSync(finished);
      const manifest: Manifest = {
        digest: createHash('sha256').update(bytes).digest('hex'),
        sizeBytes: bytes.length,
        dependencies: [...new Set(dependencies)].flatMap((name) => {
          const digest = this.digests.of(name);
          return digest === null ? [] : [[withoutRoot(name, root), digest] as const];
        }),
        ...(tookMs !== undefined && { tookMs }),
      };
      const name = `${key}-${cacheKey(manifest.dependencies).slice(0, 16)}`;
      const file = path.join(this.folder, name + extension);
      fs.renameSync(finished, file);
      writeWhole(path.join(this.folder, `${name}.json`), JSON.stringify(manifest));
      const entry = this.handOut({ file, ...manifest, dependencies, tookMs: tookMs ?? null });
      this.writtenBytes += bytes.length;
      if (this.writtenBytes > this.limitBytes / 16) this.removeOldest();
      return entry;
    } catch (error) {
      throw cacheFault(this.folder, error);
    }
  }

  private handOut(entry: CacheEntry): CacheEntry {
    this.handedOut.add(entry.file);
    touch(entry.file);
    this.marking ??= setInterval(() => {
      for (const file of this.handedOut) touch(file);
    }, MARK_INTERVAL_MS).unref();
    return entry;
  }

  /** Names of all entries with a key, without extensions. */
  private namesOf(key: string): string[] {
    try {
      return fs
        .readdirSync(this.folder)
        .filter((name) => name.startsWith(`${key}-`) && name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length));
    } catch {
      return [];
    }
  }

  /** A build folder on the cache's file system, so that a rename can publish the result. */
  scratch(): TemporaryFolder {
    try {
      fs.mkdirSync(this.folder, { recursive: true });
      return temporaryFolder(`building-${process.pid}-`, this.folder);
    } catch (error) {
      throw cacheFault(this.folder, error);
    }
  }

  /** Removes an unusable entry. */
  discard({ file }: CacheEntry): void {
    this.handedOut.delete(file);
    fs.rmSync(manifestOf(file), { force: true });
    fs.rmSync(file, { force: true });
  }

  private readManifest(name: string): Manifest | null {
    try {
      return JSON.parse(fs.readFileSync(path.join(this.folder, `${name}.json`), 'utf8')) as Manifest;
    } catch {
      return null;
    }
  }

  private removeOldest(): void {
    const now = Date.now();
    const entries: { file: string; sizeBytes: number; usedMs: number }[] = [];
    for (const name of fs.readdirSync(this.folder)) {
      const file = path.join(this.folder, name);
      const stat = fs.statSync(file, { throwIfNoEntry: false });
      if (!stat) continue;
      if (stat.isDirectory() || name.endsWith('.partial')) {
        if (now - stat.mtimeMs > ABANDONED_MS) fs.rmSync(file, { recursive: true, force: true });
      } else if (!/\.(?:json|h)$/.test(name)) entries.push({ file, sizeBytes: stat.size, usedMs: stat.mtimeMs });
    }
    entries.sort((a, b) => a.usedMs - b.usedMs);
    let total = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
    for (const entry of entries) {
      if (total <= this.limitBytes || now - entry.usedMs < IN_USE_MS) break;
      if (this.handedOut.has(entry.file)) continue;
      fs.rmSync(manifestOf(entry.file), { force: true }); // first, because an entry without manifest is ignored
      fs.rmSync(entry.file, { force: true });
      const key = path.basename(entry.file).replace(/(?:-[0-9a-f]*)?\.[^.]+$/, '');
      // a header beside the results is shared by all entries of the key
      if (this.namesOf(key).length === 0) fs.rmSync(path.join(this.folder, `${key}.h`), { force: true });
      total -= entry.sizeBytes;
    }
    this.writtenBytes = 0;
  }
}

function touch(file: string): void {
  const now = new Date();
  try {
    fs.utimesSync(file, now, now);
  } catch {
    // a read-only cache can still be used
  }
}

function manifestOf(file: string): string {
  return file.replace(/\.[^.]+$/, '.json');
}

const ROOT = '<root>/';

export function withoutRoot(text: string, root: string | undefined): string {
  return root === undefined ? text : text.replaceAll(`${root}/`, ROOT);
}

function withRoot(name: string, root: string | undefined): string {
  return root !== undefined && name.startsWith(ROOT) ? path.join(root, name.slice(ROOT.length)) : name;
}

export function artifactOf(engine: EngineName, { file, digest, sizeBytes, tookMs }: CacheEntry): Artifact {
  return { engine, file, digest, sizeBytes, ...(tookMs !== null && { tookMs }) };
}

export function cacheKey(parts: unknown, root?: string): string {
  return createHash('sha256')
    .update(withoutRoot(JSON.stringify(parts), root))
    .digest('hex')
    .slice(0, 40);
}
