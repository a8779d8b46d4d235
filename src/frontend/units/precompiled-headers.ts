import * as fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { cacheFault } from '../../clang/cache-fault.js';
import type { EmbeddedClang } from '../../clang/compiler.js';
import { compilerError } from '../../clang/compiler-messages.js';
import {
  areUnchanged,
  type Dependencies,
  dependenciesOf,
  dependenciesSchema,
  digestOf,
  joinDependencies,
  renamed,
  sha256,
  startOfRun,
} from '../../clang/dependencies.js';
import { boundFolder, HEADERS, markUsed, removeQuietly } from '../../clang/housekeeping.js';
import { largestHeader } from '../../clang/large-headers.js';
import { withFolder, withStandIn } from '../../clang/movable-folder.js';
import { headerFolders } from '../../clang/resources.js';
import { makeFolder } from '../../support/make-folder.js';
import { writeWhole } from '../../support/write-whole.js';
import type { TranslationUnit } from '../project/project.js';
import { languageArguments } from './invocation.js';

export interface PrecompiledHeaders {
  readonly file: string;
  /** Headers of the machine in it (`-I` folders outside the project), besides Mantissa's and clang's. */
  readonly dependencies: Dependencies;
}

const MAX_BYTES = 2 ** 30;
const recordSchema = z.strictObject({ digest: z.string(), dependencies: dependenciesSchema });

/** The cache key of a unit's precompiled headers: everything that determines them and is known in advance. */
export function headersKey(clang: EmbeddedClang, unit: TranslationUnit, headers: readonly string[]): string {
  const parts = [
    clang.package.version,
    shippedHeadersDigest(),
    languageArguments(unit),
    systemHeaderText(unit, headers),
  ];
  return sha256(withStandIn(JSON.stringify(parts), unit.movable)).slice(0, 32);
}

/**
 * Compiles the system headers of a unit once and caches them by content. Declarations in a precompiled header are not printed in the syntax tree,
 * which restricts the tree to the user's files. An entry is `<key>.pch` and `<key>.json` with its digest; it is valid only if both agree, so a
 * truncated, damaged or half-replaced entry is built again.
 */
export async function precompileHeaders(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  headers: readonly string[],
): Promise<PrecompiledHeaders> {
  const below = headersBelow(unit, headers);
  const base = below ? await precompileHeaders(clang, unit, below) : null;
  const entry = path.join(clang.cache, HEADERS, headersKey(clang, unit, headers));
  const inFolder = `${entry} ${unit.movable}`;
  const before = checked.get(inFolder);
  const known = before && areUnchanged(before.dependencies) ? before : findWhole(entry, unit.movable);
  if (known) {
    checked.set(inFolder, known);
    return known;
  }
  let building = underWay.get(entry);
  if (!building) {
    building = build(clang, unit, systemHeaderText(unit, headers), entry, base).finally(() => underWay.delete(entry));
    underWay.set(entry, building);
  }
  return building;
}

/**
 * Headers to precompile first, so that programs with different headers share them: those that every unit of the language includes, and the largest
 * header of the C++ library.
 */
function headersBelow(unit: TranslationUnit, headers: readonly string[]): readonly string[] | null {
  if (unit.language === 'c' || headers.length === 0) return null;
  const commonEnd = headers.indexOf('cuda_runtime.h') + 1;
  // our headers change the meaning of others, so their order is kept
  if (headers.some((name) => /^mantissa_/.test(name)))
    return commonEnd > 0 && commonEnd < headers.length ? headers.slice(0, commonEnd) : null;
  const largest = headers.length > 1 && largestHeader(headers);
  return largest ? [largest] : systemHeaderText(unit, []) ? [] : null;
}

/** Entries that this process has checked (for a movable folder) or is building, to avoid duplicate work. */
const checked = new Map<string, PrecompiledHeaders>();
const underWay = new Map<string, Promise<PrecompiledHeaders>>();

/** Files being written, removed on Ctrl-C (files of a killed process are removed a day later). */
const partial = new Set<string>();
process.once('exit', () => {
  for (const file of partial) removeQuietly(file);
});

async function build(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  text: string,
  entry: string,
  base: PrecompiledHeaders | null,
): Promise<PrecompiledHeaders> {
  const header = `${entry}.h`; // not removed: clang looks it up when the entry is used
  const output = `${entry}-${process.pid}-${performance.now().toString(36)}.partial`;
  try {
    makeFolder(path.dirname(entry));
    writeWhole(header, text);
    partial.add(output);
    const startedMs = await startOfRun();
    const reply = await clang.run([
      ...languageArguments(unit),
      ...(base ? ['-include-pch', clang.guestCachePath(base.file)] : []),
      ...[
        '-emit-pch',
        '-fno-pch-timestamp',
        '-fno-temp-file',
        clang.guestCachePath(header),
        '-o',
        clang.guestCachePath(output),
      ],
    ]);
    if (reply.exitCode !== 0) throw compilerError(reply.stderr, path.dirname(entry));
    const digest = digestOf(output);
    const own = dependenciesOf(reply.lookups, startedMs);
    const dependencies = base ? joinDependencies(own, base.dependencies) : own;
    const file = `${entry}.pch`;
    const anywhere = renamed(dependencies, (name) => withStandIn(name, unit.movable));
    writeWhole(recordOf(entry), JSON.stringify({ digest, dependencies: anywhere }));
    fs.renameSync(output, file);
    boundFolder(path.dirname(entry), MAX_BYTES);
    return { file, dependencies };
  } catch (error) {
    removeQuietly(output);
    throw cacheFault(clang.cache, error);
  } finally {
    partial.delete(output);
  }
}

export function discardPrecompiledHeaders({ file }: PrecompiledHeaders): void {
  const entry = file.slice(0, -'.pch'.length);
  for (const key of checked.keys()) if (key.startsWith(`${entry} `)) checked.delete(key);
  fs.rmSync(file, { force: true });
  fs.rmSync(recordOf(entry), { force: true });
}

function findWhole(entry: string, folder: string | undefined): PrecompiledHeaders | null {
  const file = `${entry}.pch`;
  try {
    const record = recordSchema.parse(JSON.parse(fs.readFileSync(recordOf(entry), 'utf8')));
    const { digest } = record;
    const dependencies = renamed(record.dependencies, (name) => withFolder(name, folder));
    if (!fs.existsSync(`${entry}.h`) || digestOf(file) !== digest || !areUnchanged(dependencies)) return null;
    markUsed(file);
    return { file, dependencies };
  } catch {
    return null;
  }
}

function recordOf(entry: string): string {
  return `${entry}.json`;
}

/**
 * Defined when our own output is parsed again, with declarations of half types that are fast to parse (runtime/cuda/device/narrow_formats.h). Their
 * headers are precompiled whether or not the configuration needs them. An error may then be a false alarm.
 */
export const REWRITTEN = 'MANTISSA_REWRITTEN';

/** See execution/wasm/wide-text.ts. */
const NEW_MEANINGS = 'mantissa_wide_on.h';

function systemHeaderText(unit: TranslationUnit, headers: readonly string[]): string {
  const halves = unit.defines.includes(REWRITTEN) ? ['cuda_fp16.h', 'cuda_bf16.h'] : [];
  const first = unit.language === 'cuda' ? ['cuda_runtime.h', ...halves] : [];
  // one more header for all programs, so that none needs other headers when its values are widened (study/wide-program.ts)
  const widening = unit.target ? [] : ['mantissa_wide.h'];
  // the header that redefines library names must come after all headers that declare them
  const all = [...widening, ...first, ...headers];
  const names = [...new Set([...all.filter((name) => name !== NEW_MEANINGS), ...all])];
  // a header that is missing, or included from a branch that is not compiled, is reported by clang at the user's #include
  return names.map((name) => `#if __has_include(<${name}>)\n#include <${name}>\n#endif\n`).join('');
}

let digest: string | null = null;
/** A digest of our own headers: a new version of mantissa must not use headers compiled from older ones. */
function shippedHeadersDigest(): string {
  digest ??= sha256(
    ...headerFolders()
      .filter((folder) => fs.existsSync(folder))
      .flatMap((folder) =>
        fs
          .readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .sort()
          .map((name) => path.join(folder, name))
          .filter((file) => fs.statSync(file).isFile())
          .flatMap((file) => [path.relative(folder, file), fs.readFileSync(file)]),
      ),
  );
  return digest;
}
