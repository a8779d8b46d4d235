/**
 * An independent count for cross-checking the model: a lexical scan of device code for floating-point declarations. Declarations without a site are
 * listed, so that nothing is missed silently.
 */

import type { Program } from '../program/program.js';
import { groupedBy } from '../support/grouped-by.js';
import { containsOffset } from '../support/spans.js';
import { endOfPart } from '../support/token-lists.js';
import { isName, type Token, type Tokens } from '../support/tokens.js';

export interface MissedDeclaration {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

export interface Coverage {
  /** Floating-point declarations that the scan found in device code. */
  readonly declarations: number;
  readonly sites: number;
  readonly missed: readonly MissedDeclaration[];
}

const VECTORS = ['float', 'double'].flatMap((type) => [1, 2, 3, 4].map((lanes) => `${type}${lanes}`));
const HALVES = ['__half', 'half', '__nv_bfloat16', 'nv_bfloat16', '__half2', 'half2', '__nv_bfloat162'];
const BASE_TYPES: readonly string[] = ['float', 'double', ...VECTORS, ...HALVES];

export function measureCoverage(program: Program): Coverage {
  const typeNames = realTypeNames(program.files.map(({ source }) => source.tokens));
  const missed: MissedDeclaration[] = [];
  let declarations = 0;
  const known = groupedBy(
    program.sites.flatMap(({ place: { range, spelling } }) => [range, ...(spelling ? [spelling] : [])]),
    ({ file }) => file,
  );
  const redeclared = groupedBy(
    program.sites.flatMap(({ declaration, redeclarations }) =>
      redeclarations.length > 0 ? [declaration, ...redeclarations] : [],
    ),
    ({ file }) => file,
  );
  program.files.forEach((file, index) => {
    const begins = new Set(known.get(index)?.map(({ begin }) => begin));
    const isRedeclared = containsOffset(redeclared.get(index) ?? []);
    const { tokens } = file.source;
    for (const region of deviceRegions(tokens)) {
      for (const { text: name, begin: at } of floatingDeclarations(tokens, region, typeNames)) {
        declarations++;
        if (begins.has(at) || isRedeclared(at)) continue; // a prototype's site is shown where the function is defined
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

function isInactive(program: Program, file: number, at: number): boolean {
  return program.inactive.some(({ range }) => range.file === file && range.begin <= at && at < range.end);
}

/** `typedef double Real_t;`, `using real = float;`, `#define fp double`: names that stand for a floating type. */
function realTypeNames(files: readonly Tokens[]): ReadonlySet<string> {
  const names = new Set(BASE_TYPES);
  const aliases = files.flatMap(aliasesIn);
  for (let size = 0; size !== names.size; ) {
    size = names.size;
    for (const { name, type } of aliases) if (names.has(type)) names.add(name);
  }
  return names;
}

function aliasesIn({ list, directives }: Tokens): { name: string; type: string }[] {
  const found = directives.flatMap(({ name, body: [macro, type, ...rest] }) =>
    name === 'define' && macro && type && rest.length === 0 ? [{ name: macro.text, type: type.text }] : [],
  );
  for (const { text, index } of list) {
    if (text !== 'typedef' && text !== 'using') continue;
    const words = list.slice(index + 1, index + 8).map((token) => token.text);
    const declarators = words.slice(0, words.indexOf(';')).filter((word) => word !== 'const' && word !== '*');
    if (text === 'typedef' && declarators.length === 2) found.push({ name: declarators[1]!, type: declarators[0]! });
    if (text === 'using' && declarators.length === 3 && declarators[1] === '=')
      found.push({ name: declarators[0]!, type: declarators[2]! });
  }
  return found;
}

/** Parameter lists and bodies of functions marked __global__ or __device__, and device variables. */
function deviceRegions({ list }: Tokens): Token[][] {
  const regions: Token[][] = [];
  let end = 0;
  for (const { text, index, directive } of list) {
    if ((text !== '__global__' && text !== '__device__') || index < end || directive) continue; // a macro may spell the attribute
    let stop = index + 1;
    while (stop < list.length && list[stop]!.text !== ';' && list[stop]!.text !== '{') stop++;
    if (stop === list.length) break;
    end = (list[stop]!.partner ?? (list[stop]!.text === ';' ? stop : list.length - 1)) + 1;
    regions.push(list.slice(index, end));
  }
  return regions;
}

const QUALIFIERS = new Set(['*', '&', '&&', 'const', 'volatile', 'restrict', '__restrict', '__restrict__']);
const NOT_BEFORE_TYPE = new Set(['.', '->', '::', '>']);
const NOT_AFTER_TYPE = new Set(['>', '(', ')', ',', ';', ']', '}']);
const AFTER_NAME = new Set(['=', ';', ',', '[', ')', '(', '{', ':']);

/** `T a, *b[3] = …, c;` and `f(T x, const T *y)`: the declared names. */
function* floatingDeclarations(tokens: Tokens, region: readonly Token[], types: ReadonlySet<string>): Generator<Token> {
  const { list } = tokens;
  for (const { text, index, directive } of region) {
    const around = [list[index - 1]?.text ?? '', list[index + 1]?.text ?? ''] as const;
    if (!types.has(text) || directive || NOT_BEFORE_TYPE.has(around[0]) || NOT_AFTER_TYPE.has(around[1])) continue;
    const inParameters = isInParentheses(list, region, index);
    for (let at = index + 1; ; ) {
      while (QUALIFIERS.has(list[at]?.text ?? '')) at++;
      const name = list[at];
      const behind = list[at + 1]?.text ?? '';
      if (!name || !isName(name) || !AFTER_NAME.has(behind)) break;
      if (behind === '(' && !inParameters && !looksLikeInitialiser(list[at + 2])) break; // a function's name
      yield name;
      at = endOfPart(list, at + 1, ',');
      if (inParameters || list[at]?.text !== ',') break;
      at++;
    }
  }
}

function isInParentheses(list: readonly Token[], region: readonly Token[], index: number): boolean {
  for (let at = index - 1; at >= region[0]!.index; at--) {
    const { text, partner } = list[at]!;
    if (text === '(') return true;
    if (text === '{' || text === '}') return false;
    at = partner !== null && partner < at ? partner : at;
  }
  return false;
}

/** `double x(0.0)`: a variable, where `double f(double)` is a function. */
function looksLikeInitialiser(token: Token | undefined): boolean {
  return token?.kind === 'number' || token?.text === '-' || token?.text === '+';
}
