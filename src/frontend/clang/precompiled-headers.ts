import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../../support/write-whole.js';
import type { TranslationUnit } from '../project/project.js';
import { cacheFault } from './cache-fault.js';
import type { EmbeddedClang } from './compiler.js';
import { compilerError } from './compiler-messages.js';
import { languageArguments } from './invocation.js';
import { runtimeFolder } from './resources.js';

/**
 * The system headers a unit includes, compiled once and kept by content: what lies in a precompiled header is not printed
 * in the syntax tree, which keeps it to the user's own files. The entry appears in the cache by one rename.
 */
export function precompileHeaders(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  headers: readonly string[],
): Promise<string> {
  const text = systemHeaderText(unit, headers);
  const args = languageArguments(unit);
  const key = createHash('sha256')
    .update(JSON.stringify([clang.package.version, runtimeDigest(), args, text]))
    .digest('hex')
    .slice(0, 32);
  const folder = path.join(clang.cache, 'headers');
  const entry = path.join(folder, `${key}.pch`);
  if (isComplete(entry)) return Promise.resolve(entry);
  let building = underWay.get(entry);
  if (!building) {
    building = build(clang, args, text, folder, key).finally(() => underWay.delete(entry));
    underWay.set(entry, building);
  }
  return building;
}

/** Entries being built by this process, so that two parses of one unit do not build the same one twice. */
const underWay = new Map<string, Promise<string>>();

async function build(
  clang: EmbeddedClang,
  args: readonly string[],
  text: string,
  folder: string,
  key: string,
): Promise<string> {
  const entry = path.join(folder, `${key}.pch`);
  const header = path.join(folder, `${key}.h`); // stays: clang looks it up when the entry is used
  const output = path.join(folder, `${key}-${process.pid}-${performance.now().toString(36)}.partial`);
  try {
    fs.mkdirSync(folder, { recursive: true });
    writeWhole(header, text);
    const reply = await clang.run([
      ...args,
      '-emit-pch',
      '-fno-pch-timestamp',
      clang.guestCachePath(header),
      '-o',
      clang.guestCachePath(output),
    ]);
    if (reply.exitCode !== 0) throw compilerError(reply.stderr, folder);
    const { size } = fs.statSync(output);
    writeWhole(`${entry}.size`, String(size));
    fs.renameSync(output, entry);
    return entry;
  } catch (error) {
    fs.rmSync(output, { force: true });
    throw cacheFault(clang.cache, error);
  }
}

export function discardPrecompiledHeaders(entry: string): void {
  fs.rmSync(entry, { force: true });
  fs.rmSync(`${entry}.size`, { force: true });
}

/** A file cut short by a full disk or a crash of the machine has another size than its record says. */
function isComplete(entry: string): boolean {
  const size = fs.statSync(entry, { throwIfNoEntry: false })?.size;
  if (size === undefined) return false;
  try {
    return Number(fs.readFileSync(`${entry}.size`, 'utf8')) === size;
  } catch {
    return false;
  }
}

function systemHeaderText(unit: TranslationUnit, headers: readonly string[]): string {
  const first = unit.language === 'cuda' ? ['cuda_runtime.h'] : [];
  const names = [...new Set([...first, ...headers])];
  // a header the machine lacks, or one in a branch not compiled, is the user's file's business: clang names it there
  return names.map((name) => `#if __has_include(<${name}>)\n#include <${name}>\n#endif\n`).join('');
}

let digest: string | null = null;
/** Contents of the headers we ship: a new version of mantissa must not use a header compiled from the old ones. */
function runtimeDigest(): string {
  if (digest) return digest;
  const hash = createHash('sha256');
  for (const name of ['cuda', 'posix']) {
    const folder = path.join(runtimeFolder(), name);
    if (!fs.existsSync(folder)) continue;
    for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const full = path.join(folder, file);
      if (fs.statSync(full).isFile()) hash.update(file).update(fs.readFileSync(full));
    }
  }
  digest = hash.digest('hex');
  return digest;
}
