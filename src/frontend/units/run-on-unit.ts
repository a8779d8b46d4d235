import { ClangRunCache } from '../../clang/clang-run-cache.js';
import type { EmbeddedClang } from '../../clang/compiler.js';
import {
  type Dependencies,
  dependenciesOf,
  digestOf,
  joinDependencies,
  sha256,
  startOfRun,
} from '../../clang/dependencies.js';
import type { Lookups } from '../../clang/guest-file-system.js';
import { withStandIn } from '../../clang/movable-folder.js';
import type { ClangReply } from '../../clang/worker.js';
import type { TranslationUnit } from '../project/project.js';
import { languageArguments } from './invocation.js';
import { discardPrecompiledHeaders, headersKey, precompileHeaders } from './precompiled-headers.js';

export interface UnitOutput {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** The files outside the precompiled headers that the run opened, in order of first use. */
  readonly filesRead: readonly string[];
  /** The files hidden from the run, with the reasons. */
  readonly refused: Lookups['refused'];
}

const KEY_LENGTH = 32;

/** Runs one cc1 action (`-E`, `-ast-dump=json`) on a unit with its precompiled headers, or returns the cached output. */
export function runOnUnit(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  systemHeaders: readonly string[],
  ...action: readonly string[]
): Promise<UnitOutput> {
  const forced = unit.forcedIncludes.flatMap((file) => ['-include', file]);
  const run = async (): Promise<FinishedRun> => {
    for (let isRetry = false; ; isRetry = true) {
      const headers = await precompileHeaders(clang, unit, systemHeaders);
      const included = ['-include-pch', clang.guestCachePath(headers.file), ...forced];
      const reply = await clang.run([...languageArguments(unit), ...included, ...action, unit.file], unit.file);
      if (reply.exitCode === 0 || isRetry || !blamesHeaders(reply.stderr))
        return { reply, dependencies: headers.dependencies };
      discardPrecompiledHeaders(headers);
    }
  };
  return runCached(clang, unit, [headersKey(clang, unit, systemHeaders), forced, ...action], run);
}

/** clang's reply, and its dependencies besides the files of this run. */
export interface FinishedRun {
  readonly reply: ClangReply;
  readonly dependencies?: Dependencies;
}

/** Returns the cached output for the same `identity` and unchanged files, or calls `run`. */
export async function runCached(
  clang: EmbeddedClang,
  { file, movable }: Pick<TranslationUnit, 'file' | 'movable'>,
  identity: readonly unknown[],
  run: () => Promise<FinishedRun>,
): Promise<UnitOutput> {
  // in a movable folder, files of many programs have the same name; their digests distinguish them
  const parts = [...identity, file, ...(movable === undefined ? [] : [digestOf(file, movable)])];
  const key = sha256(withStandIn(JSON.stringify(parts), movable)).slice(0, KEY_LENGTH);
  const memory = new ClangRunCache(clang.cache);
  const recalled = memory.recall(key, movable);
  if (recalled)
    return { exitCode: 0, stdout: recalled.output, stderr: '', filesRead: recalled.filesRead, refused: new Map() };
  const startedMs = await startOfRun();
  const { reply, dependencies: further } = await run();
  const stdout = Buffer.from(reply.stdout.buffer);
  const own = dependenciesOf(reply.lookups, startedMs, movable);
  const filesRead = Object.keys(own.files);
  if (reply.exitCode === 0)
    clang.afterAnswer(
      memory.remember(key, { output: stdout, filesRead }, further ? joinDependencies(own, further) : own, movable),
    );
  return { exitCode: reply.exitCode, stdout, stderr: reply.stderr, filesRead, refused: reply.lookups.refused };
}

/** Whether clang reports a stale precompiled header: it checks file sizes and a magic number. */
function blamesHeaders(stderr: string): boolean {
  return /PCH file|precompiled|AST file|module file/i.test(stderr);
}
