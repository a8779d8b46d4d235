import * as fs from 'node:fs';
import path from 'node:path';
import { ClangRunCache } from '../../clang/clang-run-cache.js';
import type { EmbeddedClang } from '../../clang/compiler.js';
import { compilerError } from '../../clang/compiler-messages.js';
import { dependenciesOf, startOfRun } from '../../clang/dependencies.js';
import { unknownToClang } from '../../clang/driver-flags.js';
import { canMove, withStandIn } from '../../clang/movable-folder.js';
import { unpackResources } from '../../clang/resources.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { artifactOf, type BuildCache, type CacheEntry, cacheKey } from '../build-cache.js';
import { readDependencies } from '../dependency-file.js';
import type { BuildOutcome, BuildRequest, Source } from '../engine.js';
import { engineSource } from '../engine-sources.js';
import { WrittenSources } from '../written-sources.js';
import { languageArguments, linkArguments } from './arguments.js';
import { explainFailure } from './compile-failure.js';
import { type Folders, hostPath } from './guest-paths.js';
import { PrecompiledPreludes } from './precompiled-prelude.js';
import { wideText } from './wide-text.js';

const SUPPORT_REQUEST: BuildRequest = {
  sources: [],
  includeFolders: [],
  systemFolders: [],
  defines: [],
  forcedIncludes: [],
};

/** Compiles and links with the embedded clang: sources → objects → one module, cached by its inputs. */
export class ProgramBuilder {
  private readonly supportSource = engineSource('wasm-support.c');
  private readonly folders: Folders;
  private readonly preludes: PrecompiledPreludes;
  private support: Promise<string> | null = null;

  constructor(
    private readonly clang: EmbeddedClang,
    private readonly cache: BuildCache,
  ) {
    this.folders = { resources: unpackResources(clang.package, clang.cache), cache: cache.folder };
    this.preludes = new PrecompiledPreludes(clang, cache, this.folders);
  }

  async build(given: BuildRequest): Promise<BuildOutcome> {
    const started = performance.now();
    const sources64 = given.sources.map((source) =>
      source.dataModel === 'lp64' ? { ...source, text: wideText(source.text) } : source,
    );
    const request = { ...given, sources: sources64 };
    const unknown = unknownToClang([...new Set(request.sources.flatMap(({ flags = [] }) => flags))]);
    if (unknown.length > 0)
      return {
        kind: 'build-failed',
        fault: 'source',
        diagnostics: `the embedded engine does not support ${unknown.join(' ')}`,
        remedy: 'use --engine native, or omit the flag',
        durationMs: performance.now() - started,
      };
    const key = cacheKey([
      'wasm',
      this.clang.package.version,
      this.supportSource,
      linkArguments([], ''),
      request.forcedIncludes,
      request.sources.map((source) => [languageArguments(source, request), source.language, source.name, source.text]),
    ]);
    const found = this.cache.find(key, '.wasm');
    if (found)
      return {
        kind: 'built',
        artifact: artifactOf('wasm', found),
        durationMs: performance.now() - started,
        cached: true,
      };
    const sources = new WrittenSources(this.cache.scratch(), request.sources);
    const failed = (stage: 'source' | 'link', stderr: string): BuildOutcome => {
      const diagnostics = sources.withGivenNames(stderr);
      if (/No space left on device|IO failure on output stream/.test(diagnostics))
        return { kind: 'unavailable', reason: diagnostics.trim(), remedy: 'free some disk space' };
      const durationMs = performance.now() - started;
      return { kind: 'build-failed', ...explainFailure(stage, diagnostics), diagnostics, durationMs };
    };
    try {
      const compiled = await Promise.all([
        this.supportObject(),
        ...sources.files.map((one) => this.compile(one, request, sources.prefixMaps())),
      ]);
      const [support, ...objects] = compiled as [string, ...Compiled[]];
      const errors = objects.map((object) => object.errors).join('');
      if (objects.some((object) => object.errors !== '')) return failed('source', errors);
      const output = path.join(sources.folder, 'program.wasm');
      const linked = await this.clang.run(linkArguments([...sources.files.map((one) => one.object), support], output));
      if (linked.exitCode !== 0) return failed('link', linked.stderr);
      const entry = this.cache.store(
        key,
        '.wasm',
        output,
        objects.flatMap((object) => object.dependencies),
      );
      return {
        kind: 'built',
        artifact: artifactOf('wasm', entry),
        durationMs: performance.now() - started,
        cached: false,
      };
    } catch (error) {
      if (!(error instanceof MantissaError)) throw error;
      const text = error.findings[0]?.text ?? error.message;
      if (error.code === 'MX1002') return { kind: 'unavailable', reason: text, remedy: error.remedy };
      const durationMs = performance.now() - started;
      return { kind: 'build-failed', fault: 'compiler-crashed', diagnostics: text, remedy: error.remedy, durationMs };
    } finally {
      sources.remove();
    }
  }

  private async compile(
    { source, file, object }: WrittenSources['files'][number],
    request: BuildRequest,
    prefixMaps: readonly string[],
  ): Promise<Compiled> {
    const rule = `${object}.d`;
    const prelude = await this.preludes.for(source, request);
    const attempt = (first: readonly string[]) =>
      this.clang.run([
        ...languageArguments(source, request),
        ...['-x', source.language, '-emit-obj', ...first, ...prefixMaps],
        ...['-dependency-file', rule, '-MT', 'object', '-sys-header-deps', file, '-o', object],
      ]);
    const forced = request.forcedIncludes.flatMap((name) => ['-include', name]);
    let reply = await attempt(prelude ? ['-include-pch', prelude.file] : forced);
    let used = prelude;
    if (prelude && reply.exitCode !== 0 && isAboutPrelude(reply.stderr, prelude)) {
      // the precompiled header is damaged, or a header has just changed
      this.preludes.discard(prelude);
      reply = await attempt(forced);
      used = null;
    }
    if (reply.exitCode !== 0)
      return { errors: reply.stderr || `clang ended with code ${reply.exitCode}\n`, dependencies: [] };
    const read = readDependencies(fs.readFileSync(rule, 'utf8')).flatMap((name) => hostPath(name, this.folders) ?? []);
    return { errors: '', dependencies: [...read, ...(used?.dependencies ?? [])] };
  }

  /** clang's syntax tree of the source in `file`, with the options of `build`; null if its headers are not precompiled. */
  async tree(file: string, source: Source, request: BuildRequest, movable: string): Promise<Buffer | null> {
    const headers = await this.preludes.withAllHeaders(source, request);
    if (!headers) return null;
    const args = languageArguments(source, request);
    const moved = canMove(movable) ? movable : undefined;
    const parts = ['tree', this.clang.package.version, args, headers.digest, source.text, file];
    const key = cacheKey([...parts, movable.length].map((part) => withStandIn(JSON.stringify(part), moved)));
    const memory = new ClangRunCache(this.clang.cache);
    const recalled = memory.recall(key, moved);
    if (recalled) return recalled.output;
    const startedMs = await startOfRun();
    const reply = await this.clang.run(
      [...args, '-x', source.language, '-include-pch', headers.file, '-ast-dump=json', file],
      file,
    );
    if (reply.exitCode !== 0) throw compilerError(reply.stderr, path.dirname(file), reply.lookups.refused);
    const output = Buffer.from(reply.stdout.buffer);
    const dependencies = dependenciesOf(reply.lookups, startedMs, moved);
    this.clang.afterAnswer(memory.remember(key, { output, filesRead: [] }, dependencies, moved));
    return output;
  }

  private supportObject(): Promise<string> {
    this.support ??= this.buildSupport().catch((error) => {
      this.support = null;
      throw error;
    });
    return this.support;
  }

  private async buildSupport(): Promise<string> {
    const source = { name: 'support.c', text: this.supportSource, language: 'c', standard: 'c17' } as const;
    const key = cacheKey([
      'support',
      this.clang.package.version,
      languageArguments(source, SUPPORT_REQUEST),
      source.text,
    ]);
    const found = this.cache.find(key, '.o');
    if (found) return found.file;
    const written = new WrittenSources(this.cache.scratch(), [source]);
    try {
      const [{ file, object }] = written.files as [WrittenSources['files'][number]];
      const reply = await this.clang.run([
        ...languageArguments(source, SUPPORT_REQUEST),
        ...['-x', 'c', '-emit-obj', file, '-o', object],
      ]);
      if (reply.exitCode !== 0) throw new MantissaError('MX1003', reply.stderr);
      return this.cache.store(key, '.o', object, []).file;
    } finally {
      written.remove();
    }
  }
}

function isAboutPrelude(stderr: string, prelude: CacheEntry): boolean {
  return /precompiled|PCH|AST file/.test(stderr) || stderr.includes(path.basename(prelude.file, '.pch'));
}

interface Compiled {
  /** Empty if the source compiled. */
  readonly errors: string;
  readonly dependencies: readonly string[];
}
