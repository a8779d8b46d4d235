/**
 * Adds lines to the top of a variant's files: headers of CUDA's classes, conversions between vector types that CUDA does not have, copy
 * functions.
 */
import { FORMATS_HEADER } from '../frontend/lexical/formats-header.js';
import { includedBy } from '../frontend/lexical/includes.js';
import { formatNames, isClass, isSummed } from '../numerics/format.js';
import { namesIn, Tokens } from '../support/tokens.js';
import { type AddedFunction, functionText } from './copy-functions.js';
import type { SourceEdits } from './source-edits.js';
import { headerOfClass } from './type-text.js';

/** Adds the header of a CUDA class before the first include of each unit that reads the class name in a changed file. */
export function includeClass(edits: SourceEdits, type: string, header: string): void {
  insertAtTop(edits, ['cuda', 'c++'], [type], `#include <${header}>`, header);
}

const DECLARED_WITH_FORMATS = [...formatNames.filter(isSummed), 'mantissa_printf', 'mantissa_fprintf'];

/** Adds the header of multi-part numbers to each unit that uses one, and to each C unit, which then compiles as C++. */
export function includeFormats(edits: SourceEdits): void {
  const line = `#include "${FORMATS_HEADER}"`;
  insertAtTop(edits, ['cuda', 'c++'], DECLARED_WITH_FORMATS, line);
  for (const { unit } of edits.syntax.scopes) {
    const file = edits.syntax.program.files.findIndex((one) => one.absolutePath === unit.file);
    if (file < 0 || unit.language !== 'c') continue;
    const { text, tokens } = edits.syntax.program.files[file]!.source;
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    const usesRestrict = tokens.list.some((token) => token.text === 'restrict');
    const restrict = usesRestrict ? `#define restrict __restrict${end}` : '';
    const added = `${line} /* compile this file as C++: g++ -x c++ -std=gnu++17 */${end}${restrict}`;
    edits.insert(file, firstInclude(tokens), line, added);
  }
}

/** `float3 double3`: adds a function that makes the first type from the second. */
export function defineVectorConversion(edits: SourceEdits, conversion: string): void {
  const [to, from] = conversion.split(' ') as [string, string];
  const components = ['v.x', 'v.y', 'v.z', 'v.w'].slice(0, Number(to.at(-1)));
  insertAtTop(
    edits,
    ['cuda'],
    [`make_${to}`],
    `static inline __host__ __device__ ${to} make_${to}(${from} v) { return make_${to}(${components.join(', ')}); }`,
  );
}

/** Adds `in >> x`, which the library has only for built-in types; x is unchanged if reading fails. */
export function readClassFromStreams(edits: SourceEdits, type: string, header: string): void {
  const body = `double v = (float)x; in >> v; x = ${type}(v); return in;`;
  const lines = [`#include <${header}>`, '#include <istream>'];
  insertAtTop(
    edits,
    ['cuda'],
    [type],
    [...lines, `static inline std::istream &operator>>(std::istream &in, ${type} &x) { ${body} }`].join('\n'),
  );
}

/** Adds the functions that copy and convert: behind the includes of each unit that calls them, or before them if a header of the unit calls them. */
export function defineCopies(edits: SourceEdits, functions: readonly AddedFunction[]): void {
  for (const { unit, userFiles } of edits.syntax.scopes) {
    const { files } = edits.syntax.program;
    const read = files.filter(({ absolutePath }) => userFiles.includes(absolutePath));
    const called = functions.filter(({ name }) => read.some(({ absolutePath }) => names(edits, absolutePath, name)));
    const file = files.findIndex((one) => one.absolutePath === unit.file);
    if (called.length === 0 || file < 0) continue;
    const { text, tokens } = files[file]!.source;
    const inHeader = read.some(
      ({ absolutePath }) => absolutePath !== unit.file && called.some(({ name }) => names(edits, absolutePath, name)),
    );
    const includes = includesFor(called, tokens, inHeader, unit.language);
    const offset = inHeader ? firstInclude(tokens) : endOfIncludes(tokens);
    const lines = [...includes, ...(includes.length > 0 ? [''] : []), ...called.map(functionText)].join('\n');
    const before = offset > 0 && !inHeader && includes.length === 0 ? '\n' : '';
    const after = /^\s*\n/.test(text.slice(offset)) ? '' : '\n';
    const added = `${before}${lines}${after}`;
    edits.insert(file, offset, 'copies', text.includes('\r\n') ? added.replaceAll('\n', '\r\n') : added);
  }
}

/** The headers that the functions need; before the program's own includes nothing can be assumed present. */
function includesFor(
  called: readonly AddedFunction[],
  tokens: Tokens,
  isBeforeOthers: boolean,
  language: string,
): string[] {
  const isPresent = (header: string) => includes(tokens, header);
  const vector = isBeforeOthers || !isPresent('vector') ? ['vector'] : [];
  const classes = new Set(called.flatMap((one) => (one.kind === 'copy' ? [one.to, one.from].filter(isClass) : [])));
  // the header of a class is repeated only if the program includes it itself
  const headers = isBeforeOthers ? [...classes].map(headerOfClass).filter(isPresent) : [];
  const runtime = isBeforeOthers && language !== 'cuda' ? ['cuda_runtime.h'] : [];
  return [...runtime, ...headers, ...vector].map((header) => `#include <${header}>`);
}

function names(edits: SourceEdits, absolutePath: string, name: string): boolean {
  const file = edits.syntax.program.files.findIndex((one) => one.absolutePath === absolutePath);
  const { list } = new Tokens(edits.apply(file));
  return list.some(({ text }, at) => text === name && ['(', '<'].includes(list[at + 1]?.text ?? ''));
}

/** Start of the line with the first include; the start of the file if there is none. */
export function firstInclude({ text, directives }: Tokens): number {
  const first = directives.find(({ name }) => name === 'include');
  return first ? text.lastIndexOf('\n', first.begin) + 1 : 0;
}

function includes({ directives }: Tokens, header: string): boolean {
  return directives.some((one) => includedBy(one)?.quote === '<' && includedBy(one)!.name === header);
}

/** Behind the last include that precedes all code and is in no `#if`. */
export function endOfIncludes({ text, list, directives }: Tokens): number {
  const code = list.find(({ directive }) => directive === null)?.begin ?? text.length;
  let [end, depth] = [0, 0];
  for (const directive of directives) {
    if (directive.begin > code) break;
    if (directive.name.startsWith('if')) depth++;
    else if (directive.name === 'endif') depth--;
    else if (directive.name === 'include' && depth === 0) end = directive.end;
  }
  const line = text.indexOf('\n', end);
  return end === 0 ? 0 : line < 0 ? text.length : line + 1;
}

/** Inserts a line before the first include of each unit that reads a changed file with one of these names, unless the unit includes `header`. */
function insertAtTop(
  edits: SourceEdits,
  languages: readonly string[],
  names: readonly string[],
  line: string,
  header?: string,
): void {
  const changed = new Set(
    edits.syntax.program.files.flatMap(({ absolutePath, source }, file) => {
      const text = edits.apply(file);
      return text !== source.text && namesIn(text).some((one) => names.includes(one)) ? [absolutePath] : [];
    }),
  );
  for (const { unit, userFiles } of edits.syntax.scopes) {
    if (!userFiles.some((file) => changed.has(file))) continue;
    const file = edits.syntax.program.files.findIndex((one) => one.absolutePath === unit.file);
    if (file < 0 || !languages.includes(unit.language)) continue;
    const { text, tokens } = edits.syntax.program.files[file]!.source;
    if (header !== undefined && includes(tokens, header)) continue;
    edits.insert(file, firstInclude(tokens), line, line + (text.includes('\r\n') ? '\r\n' : '\n'));
  }
}
