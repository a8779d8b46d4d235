import * as fs from 'node:fs';
import path from 'node:path';
import { runtimeFolder } from '../../clang/resources.js';
import { type BuildCache, cacheKey } from '../build-cache.js';
import { type Compiler, runCompiler } from '../native/compiler.js';

/** The source and its headers. */
const FILES = ['gpu-times.cpp', 'energy-counter.h'];
const TIMEOUT_MS = 5 * 60_000;

/** The object file of runtime/timing, possibly from the cache; the compiler's message if it does not compile. */
export async function timingObject(
  compiler: Compiler,
  cache: BuildCache,
  signal: AbortSignal,
): Promise<{ readonly file: string } | { readonly diagnostics: string }> {
  const [source, ...headers] = FILES.map((name) => path.join(runtimeFolder(), 'timing', name)) as [string, ...string[]];
  const texts = [source, ...headers].map((file) => fs.readFileSync(file, 'latin1'));
  const key = cacheKey(['timing', compiler, texts]);
  const found = cache.find(key, '.o');
  if (found) return { file: found.file };
  const folder = cache.scratch();
  try {
    const object = path.join(folder.path, 'gpu-times.o');
    // the wrapped launch functions have C linkage and C++ bodies, so that the host compiler suffices
    const args = ['-O2', '-w', '-std=c++17', '-Xcompiler', '-fPIC', '-c', source, '-o', object];
    const { end, stderr } = await runCompiler(compiler, args, { folder: folder.path, timeoutMs: TIMEOUT_MS, signal });
    if (end.kind !== 'exited' || end.exitCode !== 0) return { diagnostics: stderr.toString('utf8') || end.kind };
    return { file: cache.store(key, '.o', object, []).file };
  } finally {
    folder.remove();
  }
}
