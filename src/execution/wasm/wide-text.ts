/**
 * Rewrites a program for a target with 32-bit `long`, so that it has the meaning of 64-bit Linux: `long` becomes `long long`, `1L` becomes `1LL`,
 * and runtime/mantissa/mantissa_wide_on.h redefines library names and `sizeof`. System headers are read without these changes.
 */
const TOKEN =
  /\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?\*\/|^[ \t]*#(?:\\\r?\n|[^\n])*|R"([^()\\\s]{0,16})\([\s\S]*?\)\1"|"(?:\\[\s\S]|[^"\\\n])*"|(?<![\w])'(?:\\[\s\S]|[^'\\\n])*'|\.?\d(?:[eEpP][-+]|'(?=\w)|[\w.])*|[A-Za-z_$\u0080-\u00ff][\w$\u0080-\u00ff]*|::|[^\s\w]/gm;

/** Words that may occur in one type specifier. */
const SPECIFIER =
  /^(?:long|int|unsigned|signed|__signed__|double|const|volatile|static|extern|register|typedef|inline|constexpr|consteval|constinit|mutable|_Complex|__complex__|_Atomic|thread_local|_Thread_local|__thread|auto|virtual|friend)$/;

interface Token {
  readonly text: string;
  readonly at: number;
}

export function wideText(text: string): string {
  const tokens = [...text.matchAll(TOKEN)].map((match): Token => ({ text: match[0], at: match.index }));
  // after a precompiled header the names are redefined
  let output = OFF_LINE;
  let at = 0;
  const replace = (begin: number, end: number, by: string): void => {
    output += text.slice(at, begin) + by;
    at = end;
  };
  const started = leadingEnd(tokens, text);
  if (started === 0) output += ON_LINES;
  for (const [index, { text: token, at: begin }] of tokens.entries()) {
    const end = begin + token.length;
    if (/^[ \t]*#/.test(token)) {
      if (end === started) replace(end, end, `\n${ON_LINES.trimEnd()}`);
      else if (begin > started && /^[ \t]*#[ \t]*include\b/.test(token))
        replace(begin, end, `${OFF_LINE}${token}\n${ON_LINES.trimEnd()}`);
    } else if (token === 'long') {
      const run = specifiersAround(tokens, index);
      if (run.filter((word) => word === 'long').length > 1 || run.includes('double')) continue;
      const isCast =
        /^[({]$/.test(tokens[index + 1]?.text ?? '') && !/^(?:unsigned|signed)$/.test(tokens[index - 1]?.text ?? '');
      replace(begin, end, isCast ? 'mx_long' : 'long long');
    } else if (/^\d/.test(token)) {
      const wide = wideLiteral(token);
      if (wide !== token) replace(begin, end, wide);
    } else if (token === 'size_type' || token === 'difference_type') {
      const first = librarysType(tokens, index);
      if (first === null || tokens[first]!.at < at) continue;
      replace(tokens[first]!.at, end, token === 'size_type' ? 'mx_ulong' : 'mx_long');
    }
  }
  return output + text.slice(at);
}

/** Headers that redefine library names as on 64-bit Linux, and restore them. */
export const ON = 'mantissa_wide_on.h';
export const OFF = 'mantissa_wide_off.h';
const ON_LINES = `#include <mantissa_wide.h>\n#include <${ON}>\n`;
const OFF_LINE = `#include <${OFF}>\n`;

/** End of the leading includes, which remain unchanged so that programs can share their precompiled headers. */
function leadingEnd(tokens: readonly Token[], text: string): number {
  let end = 0;
  for (const { text: token, at } of tokens) {
    if (/^\/[/*]/.test(token)) continue;
    if (!/^[ \t]*#[ \t]*include\b/.test(token)) break;
    end = at + token.length;
  }
  return text[end] === undefined && end === 0 ? 0 : end;
}

function specifiersAround(tokens: readonly Token[], index: number): string[] {
  let [first, last] = [index, index];
  while (SPECIFIER.test(tokens[first - 1]?.text ?? '')) first--;
  while (SPECIFIER.test(tokens[last + 1]?.text ?? '')) last++;
  return tokens.slice(first, last + 1).map(({ text }) => text);
}

/** Widens `1L`, `2ul` and C++23's `3uz`; a number without such a suffix has the same width everywhere. */
function wideLiteral(token: string): string {
  const [, digits, suffix] = /^(0[xX][\da-fA-F']+|0[bB][01']+|\d[\d']*)([uUlLzZ]*)$/.exec(token) ?? [];
  if (digits === undefined || !/^[uU]?[lLzZ][uU]?$/.test(suffix!)) return token;
  return digits + (/[uU]/.test(suffix!) ? 'ull' : 'll');
}

/** Index of the first token of `std::vector<double>::size_type`, including `typename`; null for types outside std. */
function librarysType(tokens: readonly Token[], index: number): number | null {
  let at = index;
  while (tokens[at - 1]?.text === '::') {
    at -= 2;
    if (tokens[at]?.text === '>') {
      for (let depth = 0; at >= 0; at--) {
        if (tokens[at]!.text === '>') depth++;
        if (tokens[at]!.text === '<' && --depth === 0) break;
      }
      at--;
    }
    if (!/^\w+$/.test(tokens[at]?.text ?? '')) return null;
  }
  if (at === index || tokens[at]!.text !== 'std') return null;
  return tokens[at - 1]?.text === 'typename' ? at - 1 : at;
}
