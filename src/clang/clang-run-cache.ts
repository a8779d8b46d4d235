import * as fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, gunzipSync, gzip } from 'node:zlib';
import * as z from 'zod';
import { makeFolder } from '../support/make-folder.js';
import { writeWhole } from '../support/write-whole.js';
import { areUnchanged, type Dependencies, dependenciesSchema, renamed, sha256 } from './dependencies.js';
import { boundFolder, markUsed, RUNS } from './housekeeping.js';
import { mentionsStandIn, withFolder, withStandIn } from './movable-folder.js';

const MAX_BYTES = 256 * 2 ** 20;
const compress = promisify(gzip);

const recordSchema = z.strictObject({
  digest: z.string(),
  dependencies: dependenciesSchema,
  filesRead: z.array(z.string()),
  /** Set if offsets or types depend on the length of the movable folder's name. */
  folderLength: z.number().optional(),
});

export interface CachedClangRun {
  readonly output: Buffer;
  readonly filesRead: readonly string[];
}

/**
 * A cache of clang's outputs: unchanged sources need no second run. `<key>.run` is a line of JSON (dependencies, and a digest of the rest), followed
 * by the compressed output. The key identifies the run, not the contents, so an edited source replaces its entry.
 */
export class ClangRunCache {
  private readonly folder: string;

  constructor(cache: string) {
    this.folder = path.join(cache, RUNS);
  }

  /** The cached output if all dependencies are unchanged and the entry is intact, with paths in the folder `moved`. */
  recall(key: string, moved?: string): CachedClangRun | null {
    const entry = this.entry(key);
    try {
      const bytes = fs.readFileSync(entry);
      const end = bytes.indexOf('\n');
      const record = recordSchema.parse(JSON.parse(bytes.toString('utf8', 0, end)));
      const payload = bytes.subarray(end + 1);
      if (record.folderLength !== undefined && record.folderLength !== moved?.length) return null;
      const here = (text: string) => withFolder(text, moved);
      if (!areUnchanged(renamed(record.dependencies, here), moved) || sha256(payload) !== record.digest) return null;
      const output = gunzipSync(payload);
      markUsed(entry);
      return { output: inText(output, moved, here), filesRead: record.filesRead.map(here) };
    } catch {
      return null; // missing, truncated or corrupt: clang runs again and replaces the entry
    }
  }

  /** Failing to store the entry (a full disk) costs only time later. */
  async remember(
    key: string,
    { output, filesRead }: CachedClangRun,
    dependencies: Dependencies,
    moved?: string,
  ): Promise<void> {
    try {
      if (moved !== undefined && mentionsStandIn(output)) return;
      const anywhere = (text: string) => withStandIn(text, moved);
      const payload = await compress(inText(output, moved, anywhere), { level: constants.Z_BEST_SPEED });
      if (payload.length > MAX_BYTES / 2) return;
      const record = JSON.stringify({
        digest: sha256(payload),
        dependencies: renamed(dependencies, anywhere),
        filesRead: filesRead.map(anywhere),
        ...(moved !== undefined && dependsOnLength(output, filesRead, moved) && { folderLength: moved.length }),
      });
      makeFolder(this.folder);
      writeWhole(this.entry(key), Buffer.concat([Buffer.from(`${record}\n`), payload]));
      boundFolder(this.folder, MAX_BYTES);
    } catch {}
  }

  private entry(key: string): string {
    return path.join(this.folder, `${key}.run`);
  }
}

/**
 * Whether the result depends on the length of the folder's name: a file that contains the name has different offsets after it, and a string literal
 * with the name (__FILE__) has a different type, `char[length]`.
 */
function dependsOnLength(output: Buffer, filesRead: readonly string[], folder: string): boolean {
  return output.includes(`\\"${folder}`) || filesRead.some((file) => fs.readFileSync(file).includes(folder));
}

function inText(bytes: Buffer, moved: string | undefined, change: (text: string) => string): Buffer {
  return moved === undefined ? bytes : Buffer.from(change(bytes.toString('latin1')), 'latin1');
}
