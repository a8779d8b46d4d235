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

/** Headers that every CUDA program begins with; the first ends the other meanings of names (wide-text.ts). */
const isCommon = (name: string): boolean => name === OFF || name === 'cuda_runtime.h';
const bracketed = (name: string): string => `<${name}>`;

/** Flags that decide what code is made of a text and nothing of what it says: programs with and without share their headers. */
const ABOUT_CODE: readonly string[] = ['-fstrict-aliasing', '-fno-strict-aliasing'];

/**
 * The forced includes and the standard headers a source starts with, compiled once (6 to 8 s for <iostream>, then 0.1 s each time), in
 * three steps, of which other programs share the first two.
 * Headers of the user's own stay out: they may be written to be included twice.
 */
export class PrecompiledPreludes {
  private readonly underWay = new Map<string, Promise<CacheEntry | null>>();

  constructor(
    private readonly clang: EmbeddedClang,
    private readonly cache: BuildCache,
    private readonly folders: Folders,
  ) {}

  /** null: nothing worth precompiling, or it does not compile (the source's own compilation then says why). */
  for(source: Source, request: BuildRequest): Promise<CacheEntry | null> {
    // C headers are read as fast as a precompiled one
    const headers = source.language === 'c' ? [] : this.standardHeaders(source, request);
    if (headers.length === 0 && request.forcedIncludes.length === 0) return Promise.resolve(null);
    return this.stacked(source, request, [
      [...request.forcedIncludes.map((file) => `"${file}"`), ...headers.filter(isCommon).map(bracketed)],
      headers.filter((name) => name === largestHeader(headers)).map(bracketed),
      headers.filter((name) => !isCommon(name)).map(bracketed),
    ]);
  }

  /** Each part precompiled on top of the one before it: programs whose first parts are the same share them. */
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

  /** The same, and on top of it the other headers of a program's text, wherever they stand: nothing of theirs is in its tree then. */
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
    const args = languageArguments({ ...source, flags: flags.filter((flag) => !ABOUT_CODE.includes(flag)) }, request);
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
      // clang looks the header up again when the result is used: it stays, beside it
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

  /** Leading includes that come with clang or with mantissa, up to the first that does not. */
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
