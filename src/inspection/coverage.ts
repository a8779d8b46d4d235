/**
 * An independent count: a lexical scan of device code for declarations of floating type, compared with the sites the model
 * found. What the scan sees and the model does not is named, so that nothing is missed silently.
 */

import type { Program } from '../program/program.js';
import { blankCommentsAndStrings } from '../support/blank-comments.js';

export interface MissedDeclaration {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

export interface Coverage {
  /** Declarations of floating type that the scan saw in device code. */
  readonly declarations: number;
  readonly sites: number;
  readonly missed: readonly MissedDeclaration[];
}

const BASE_TYPES =
  'float|double|__half|half|__nv_bfloat16|nv_bfloat16|(?:float|double)[1-4]|__half2|half2|__nv_bfloat162';
const DEVICE_FUNCTION = /\b__(?:global|device)__\b/g;

export function measureCoverage(program: Program): Coverage {
  const texts = program.files.map((file) => blankCommentsAndStrings(file.source.text));
  const typeNames = realTypeNames(texts);
  const missed: MissedDeclaration[] = [];
  let declarations = 0;
  program.files.forEach((file, index) => {
    const known = new Set(
      program.sites
        .flatMap((site) => [site.place.range, ...(site.place.spelling ? [site.place.spelling] : [])])
        .filter((range) => range.file === index)
        .map((range) => range.begin),
    );
    for (const { begin, end } of deviceRegions(texts[index]!)) {
      for (const { name, at } of floatingDeclarations(texts[index]!, begin, end, typeNames)) {
        declarations++;
        if (known.has(at) || isRedeclared(program, index, at)) continue;
        const { line } = file.source.position(at);
        missed.push({
          name,
          file: file.path,
          line,
          why: isInactive(program, index, at)
            ? 'in an #if branch that is not compiled'
            : 'not part of any instantiated or compiled declaration',
        });
      }
    }
  });
  return { declarations, sites: declarations - missed.length, missed };
}

/** A prototype's parameter: its site is shown where the function is defined. */
function isRedeclared(program: Program, file: number, at: number): boolean {
  return program.sites.some((site) =>
    [site.declaration, ...site.redeclarations].some(
      (range) => range.file === file && range.begin <= at && at < range.end && site.redeclarations.length > 0,
    ),
  );
}

function isInactive(program: Program, file: number, at: number): boolean {
  return program.inactive.some(({ range }) => range.file === file && range.begin <= at && at < range.end);
}

/** `typedef double Real_t;`, `using real = float;`, `#define fp double`: names that stand for a floating type. */
function realTypeNames(texts: readonly string[]): string {
  const names = new Set(BASE_TYPES.split('|').filter((name) => /^\w+$/.test(name)));
  for (let grown = true; grown; ) {
    grown = false;
    const known = `(?:${[...names].join('|')}|(?:float|double)[1-4])`;
    const patterns = [
      new RegExp(`\\btypedef\\s+(?:const\\s+)?${known}\\s*\\**\\s*(\\w+)\\s*;`, 'g'),
      new RegExp(`\\busing\\s+(\\w+)\\s*=\\s*${known}\\s*;`, 'g'),
      new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+(\\w+)[ \\t]+${known}[ \\t]*\\r?$`, 'gm'),
    ];
    for (const text of texts) {
      for (const pattern of patterns) {
        for (const [, name] of text.matchAll(pattern)) {
          if (names.has(name!)) continue;
          names.add(name!);
          grown = true;
        }
      }
    }
  }
  return `(?:${[...names].join('|')}|(?:float|double)[1-4])`;
}

/** Parameter lists and bodies of functions marked __global__ or __device__, and device variables. */
function deviceRegions(text: string): { begin: number; end: number }[] {
  const regions: { begin: number; end: number }[] = [];
  for (const match of text.matchAll(DEVICE_FUNCTION)) {
    const begin = match.index;
    if (regions.some((region) => begin < region.end)) continue;
    const lineStart = text.lastIndexOf('\n', begin) + 1;
    if (/^[ \t]*#/.test(text.slice(lineStart, begin))) continue; // a macro that spells the attribute
    const stop = /[;{]/g;
    stop.lastIndex = begin;
    const found = stop.exec(text);
    if (!found) continue;
    regions.push({ begin, end: found[0] === ';' ? found.index + 1 : closingBrace(text, found.index) });
  }
  return regions;
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

/** `T a, *b[3] = …, c;` and `f(T x, const T *y)`: the declared names with their offsets. */
function* floatingDeclarations(
  text: string,
  begin: number,
  end: number,
  typeNames: string,
): Generator<{ name: string; at: number }> {
  const type = new RegExp(`(?<![\\w.:>]|->)${typeNames}(?!\\w)(?!\\s*[>(),;\\]}])`, 'g');
  type.lastIndex = begin;
  for (let match = type.exec(text); match && match.index < end; match = type.exec(text)) {
    if (isPreprocessorLine(text, match.index)) continue;
    const inParameters = parenDepth(text, begin, match.index) > 0;
    let at = match.index + match[0].length;
    for (;;) {
      const declarator = /(?:[\s*&]|\bconst\b|\bvolatile\b|__restrict__|__restrict|\brestrict\b)*/y;
      declarator.lastIndex = at;
      declarator.exec(text);
      const name = /[A-Za-z_]\w*/y;
      name.lastIndex = declarator.lastIndex;
      const found = name.exec(text);
      if (!found) break;
      const after = skipBlank(text, name.lastIndex);
      if (text[after] === '(' && !inParameters && !looksLikeInitialiser(text, after)) break; // a function's name
      if (!/[=;,[)({:]/.test(text[after] ?? '')) break;
      if (text[after] === ':' && text[after + 1] === ':') break;
      yield { name: found[0], at: found.index };
      const next = endOfDeclarator(text, after);
      if (inParameters || text[next] !== ',') break;
      at = next + 1;
    }
  }
}

function isPreprocessorLine(text: string, at: number): boolean {
  return /^[ \t]*#/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
}

function parenDepth(text: string, begin: number, at: number): number {
  let depth = 0;
  for (let k = begin; k < at; k++) {
    if (text[k] === '(') depth++;
    else if (text[k] === ')') depth--;
    else if (text[k] === ';' || text[k] === '{' || text[k] === '}') depth = text[k] === ';' && depth > 0 ? depth : 0;
  }
  return depth;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at++;
  return at;
}

/** `double x(0.0)`: a variable, where `double f(double)` is a function. */
function looksLikeInitialiser(text: string, open: number): boolean {
  return /^\(\s*[-+\d.]/.test(text.slice(open, open + 20));
}

function endOfDeclarator(text: string, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < text.length; at++) {
    const character = text[at]!;
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) {
      if (depth === 0) break;
      depth--;
    } else if (depth === 0 && (character === ',' || character === ';')) break;
  }
  return at;
}
