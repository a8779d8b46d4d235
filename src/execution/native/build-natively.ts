import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { artifactOf, type BuildCache } from '../build-cache.js';
import { readDependencies } from '../dependency-file.js';
import type { BuildFault, BuildOutcome, BuildRequest, EngineName, Source } from '../engine.js';
import type { ContainedResult } from '../spawn.js';
import { WrittenSources } from '../written-sources.js';
import { type Compiler, runCompiler } from './compiler.js';

/** A compiler driver and the flags it is called with. */
export interface Toolchain {
  readonly engine: EngineName;
  readonly compiler: Compiler;
  readonly linksInOneGo: boolean;
  /** Arguments for one source, including its name. */
  sourceArguments(request: BuildRequest, source: Source, file: string): string[];
  /** Arguments after the objects. */
  linkArguments(request: BuildRequest): string[];
}

/** The remedy for several C files that define the same uninitialised variable, which old compilers merged. */
export const DEFINED_TWICE =
  'declare it extern in all files but one; or, for uninitialised variables of C files, build with --flag -fcommon (--engine native)';

/**
 * Compiles the sources in parallel with g++, clang++ or nvcc, and links them to a program in the cache. A single source is compiled and linked in
 * one step if the toolchain allows that. `timeoutMs` limits the whole build.
 */
export async function buildNatively(
  toolchain: Toolchain,
  cache: BuildCache,
  key: string,
  request: BuildRequest,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<BuildOutcome> {
  const { compiler } = toolchain;
  const started = performance.now();
  const sources = new WrittenSources(cache.scratch(), request.sources);
  const output = path.join(sources.folder, 'program');
  const deadline = started + timeoutMs;
  const compile = (args: readonly string[]) =>
    runCompiler(compiler, args, {
      folder: sources.folder,
      timeoutMs: Math.max(1, deadline - performance.now()),
      signal,
    });
  const sourceArguments = ({ source, file, object }: WrittenSources['files'][number]) => [
    ...['-MD', '-MF', `${object}.d`],
    ...prefixMaps(sources, request, compiler),
    ...toolchain.sourceArguments(request, source, file),
  ];
  try {
    let results: ContainedResult[];
    const [only] = sources.files;
    if (only && sources.files.length === 1 && toolchain.linksInOneGo)
      results = [
        await compile([...sourceArguments(only), '-x', 'none', '-o', output, ...toolchain.linkArguments(request)]),
      ];
    else {
      results = await inParallel(sources.files, (one) => compile([...sourceArguments(one), '-c', '-o', one.object]));
      if (results.every(succeeded))
        results.push(
          await compile([...sources.files.map((one) => one.object), '-o', output, ...toolchain.linkArguments(request)]),
        );
    }
    if (!results.every(succeeded))
      return failure(results.find((one) => !succeeded(one))!, results, sources, compiler, started, timeoutMs);
    const dependencies = sources.files
      .flatMap((one) => readDependencies(fs.readFileSync(`${one.object}.d`, 'utf8')))
      .map((file) => path.resolve(sources.folder, file))
      .filter((file) => !file.startsWith(sources.folder + path.sep));
    const tookMs = performance.now() - started;
    const entry = cache.store(key, '.program', output, dependencies, request.root, tookMs);
    const durationMs = performance.now() - started;
    return { kind: 'built', artifact: artifactOf(toolchain.engine, entry), durationMs, cached: false };
  } finally {
    sources.remove();
  }
}

/** Flags that remove temporary folders from `__FILE__`, so that a program does not depend on them. */
function prefixMaps(sources: WrittenSources, request: BuildRequest, compiler: Compiler): string[] {
  const maps = [...sources.prefixMaps(), ...(request.root ? [`-fmacro-prefix-map=${request.root}/=`] : [])];
  return compiler.command.endsWith('nvcc') ? maps.flatMap((map) => ['-Xcompiler', map]) : maps;
}

function succeeded(result: ContainedResult): boolean {
  return result.end.kind === 'exited' && result.end.exitCode === 0;
}

function failure(
  first: ContainedResult,
  all: readonly ContainedResult[],
  sources: WrittenSources,
  compiler: Compiler,
  started: number,
  timeoutMs: number,
): BuildOutcome {
  const text = (result: ContainedResult) => sources.withGivenNames(result.stderr.toString('utf8'));
  const diagnostics = all.map(text).join('');
  if (first.end.kind === 'not-started')
    return {
      kind: 'unavailable',
      reason: `${compiler.command} can no longer be started: ${first.end.reason}`,
      remedy: 'restore it on the PATH, or use --engine wasm',
    };
  if (
    /No space left on device|cannot execute '?(?:cc1|as|ld|collect2)|nvcc fatal *: *Failed to (?:preprocess|find) host compiler/.test(
      diagnostics,
    )
  )
    return {
      kind: 'unavailable',
      reason: diagnostics.trim(),
      remedy: 'free some disk space, and check that the compiler is installed completely',
    };
  const fault = faultOf(first, diagnostics);
  return {
    kind: 'build-failed',
    fault,
    diagnostics:
      fault === 'timed-out'
        ? `the build with ${compiler.command} took longer than ${timeoutMs} ms\n${diagnostics}`
        : diagnostics,
    remedy: remedyFor(fault, diagnostics),
    durationMs: performance.now() - started,
  };
}

function remedyFor(fault: BuildFault, diagnostics: string): string | null {
  if (fault === 'missing-header')
    return 'add the folder of the header with -I, or define the macro that avoids it with -D';
  if (/multiple definition of/.test(diagnostics)) return DEFINED_TWICE;
  const [, wanted, most] = /uses too much shared data \((0x[\da-f]+) bytes, (0x[\da-f]+) max\)/.exec(diagnostics) ?? [];
  if (wanted === undefined) return null;
  const [bytes, limit] = [wanted, most!].map((one) => Number(one).toLocaleString('en'));
  return `reduce the shared memory of a block from ${bytes} to at most ${limit} bytes, for example with a smaller tile; if only a run in higher precision needs that much, use --against baseline, which needs no such run`;
}

function faultOf(result: ContainedResult, diagnostics: string): BuildFault {
  if (result.end.kind === 'timed-out') return 'timed-out';
  return result.end.kind === 'exited' ? faultIn(diagnostics) : 'compiler-crashed';
}

/** The kind of failure that a compiler's message describes. */
export function faultIn(diagnostics: string): BuildFault {
  if (/internal compiler error|Killed signal/.test(diagnostics)) return 'compiler-crashed';
  if (/fatal error: .*(?:No such file or directory|file not found)/.test(diagnostics)) return 'missing-header';
  return /undefined reference|multiple definition|collect2: error|linker command failed/.test(diagnostics)
    ? 'link'
    : 'source';
}

/** Runs as many at once as there are processors. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, lane));
  return results;
}
