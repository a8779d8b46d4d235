import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang } from '../../clang/compiler.js';
import { largestHeader } from '../../clang/large-headers.js';
import { runtimeFolder } from '../../clang/resources.js';
import { Tokens } from '../../support/tokens.js';
import { type BuildCache, type CacheEntry, cacheKey } from '../build-cache.js';
import { readDependencies } from '../dependency-file.js';
import type { BuildRequest, Source } from '../engine.js';
import { languageArguments } from './arguments.js';
import { type Folders, hostPath } from './guest-paths.js';
import { leadingIncludes } from './leading-includes.js';
import { OFF, ON } from './wide-text.js';

/** Leading headers of every CUDA program; the first one restores the normal meaning of names (wide-text.ts). */
const isCommon = (name: string): boolean => name === OFF || name === 'cuda_runtime.h';
const bracketed = (name: string): string => `<${name}>`;

/** Flags that affect only code generation, so that programs with and without them can share precompiled headers. */
const CODE_GENERATION_FLAGS: readonly string[] = ['-fstrict-aliasing', '-fno-strict-aliasing'];

/**
 * Precompiles the forced includes and the leading standard headers of a source once (6 to 8 s for <iostream>, then 0.1 s for each use), in three
 * steps, of which other programs share the first two. The user's own headers are not precompiled: they may be designed to be included
 * repeatedly.
 */
export class PrecompiledPreludes {
  private readonly underWay = new Map<string, Promise<CacheEntry | null>>();

  constructor(
    private readonly clang: EmbeddedClang,
    private readonly cache: BuildCache,
    private readonly folders: Folders,
  ) {}

  /** Null if there is nothing worth precompiling, or it does not compile (the compilation of the source then reports why). */
  for(source: Source, request: BuildRequest): Promise<CacheEntry | null> {
    // precompiling C headers saves no time
    const headers = source.language === 'c' ? [] : this.standardHeaders(source, request);
    if (headers.length === 0 && request.forcedIncludes.length === 0) return Promise.resolve(null);
    return this.stacked(source, request, [
      [...request.forcedIncludes.map((file) => `"${file}"`), ...headers.filter(isCommon).map(bracketed)],
      headers.filter((name) => name === largestHeader(headers)).map(bracketed),
      headers.filter((name) => !isCommon(name)).map(bracketed),
    ]);
  }

  /** Precompiles each part on top of the previous one, so that programs with the same first parts share them. */
  private async stacked(
    source: Source,
    request: BuildRequest,
    parts: readonly (readonly string[])[],
  ): Promise<CacheEntry | null> {
    let top: CacheEntry | null = null;
    for (const includes of parts.filter(({ length }) => length > 0)) {
      const text = includes.map((name) => `#include ${name}\n`).join('');
      top = await this.precompiled(source, request, text, top);
      if (!top) return null;
    }
    return top;
  }

  /** Additionally precompiles all other headers of the source, so that its syntax tree contains none of them. */
  async withAllHeaders(source: Source, request: BuildRequest): Promise<CacheEntry | null> {
    const base = await this.for(source, request);
    if (!base) return null;
    const known = new Set([OFF, ON, 'mantissa_wide.h', ...this.standardHeaders(source, request)]);
    const others = new Tokens(source.text).directives.flatMap(({ name, body: [header] }) => {
      const included = name === 'include' && header?.kind === 'header' ? header.text.slice(1, -1).trim() : null;
      return included === null || known.has(included) ? [] : [included];
    });
    if (others.length === 0) return base;
    const lines = [...new Set(others)].map((name) => `#if __has_include(<${name}>)\n#include <${name}>\n#endif\n`);
    return this.precompiled(source, request, [`#include <${OFF}>\n`, ...lines, `#include <${ON}>\n`].join(''), base);
  }

  private precompiled(
    source: Source,
    request: BuildRequest,
    text: string,
    base: CacheEntry | null,
  ): Promise<CacheEntry | null> {
    const { flags = [] } = source;
    const parsed = { ...source, flags: flags.filter((flag) => !CODE_GENERATION_FLAGS.includes(flag)) };
    const args = languageArguments(parsed, request);
    const parts = ['prelude', this.clang.package.version, source.language, args, text];
    const key = cacheKey(base ? [...parts, base.digest] : parts);
    const found = this.cache.find(key, '.pch');
    if (found) return Promise.resolve(found);
    let building = this.underWay.get(key);
    if (!building) {
      building = this.build(key, source, args, text, base).finally(() => this.underWay.delete(key));
      this.underWay.set(key, building);
    }
    return building;
  }

  discard(entry: CacheEntry): void {
    this.cache.discard(entry);
  }

  private async build(
    key: string,
    source: Source,
    args: string[],
    text: string,
    base: CacheEntry | null,
  ): Promise<CacheEntry | null> {
    const scratch = this.cache.scratch();
    try {
      // clang looks the header up again when the result is used
      const header = path.join(this.cache.folder, `${key}.h`);
      if (!fs.existsSync(header)) fs.writeFileSync(header, text);
      const [output, rule] = [path.join(scratch.path, 'prelude.pch'), path.join(scratch.path, 'prelude.d')];
      const reply = await this.clang.run([
        ...args,
        ...(base ? ['-include-pch', base.file] : []),
        ...['-x', `${source.language}-header`, '-emit-pch', '-fno-pch-timestamp', '-fpch-instantiate-templates'],
        ...['-dependency-file', rule, '-MT', 'prelude', '-sys-header-deps', header, '-o', output],
      ]);
      if (reply.exitCode !== 0) return null;
      const read = readDependencies(fs.readFileSync(rule, 'utf8')).flatMap(
        (file) => hostPath(file, this.folders) ?? [],
      );
      return this.cache.store(key, '.pch', output, [...read, ...(base?.dependencies ?? [])]);
    } finally {
      scratch.remove();
    }
  }

  /** Leading includes of clang's or Mantissa's headers, up to the first other one. */
  private standardHeaders(source: Source, request: BuildRequest): string[] {
    const { resources } = this.folders;
    const standard = [
      path.join(resources, 'include/c++/v1'),
      path.join(resources, 'include'),
      path.join(resources, 'include/wasm32-wasip1'),
    ];
    const runtime = runtimeFolder() + path.sep;
    const ordered = [...request.includeFolders, ...request.systemFolders, ...standard];
    const headers: string[] = [];
    for (const name of leadingIncludes(source.text)) {
      const folder = ordered.find((one) => fs.existsSync(path.join(one, name)));
      if (!folder || !(standard.includes(folder) || path.resolve(folder, name).startsWith(runtime))) break;
      headers.push(name);
    }
    return headers;
  }
}
