import { endOfBracket, listIn, splitAt } from '../../support/token-lists.js';
import { isName, type Token, Tokens } from '../../support/tokens.js';
import { edited } from './token-edits.js';

/** The definition of a function in a source. */
export interface FunctionText {
  /** Text before its name. */
  readonly head: readonly Token[];
  readonly name: Token;
  readonly parameters: readonly string[];
  readonly parametersEnd: Token;
  /** Token indices of the braces of its body. */
  readonly open: Token;
  readonly close: Token;
}

export function definitionsOf(tokens: Tokens, name: string): FunctionText[] {
  const { list } = tokens;
  return list.flatMap((token) => {
    if (token.text !== name || list[token.index + 1]?.text !== '(') return [];
    const parametersEnd = tokens.partnerOf(list[token.index + 1]);
    const open = parametersEnd ? list[parametersEnd.index + 1] : undefined;
    const close = open?.text === '{' ? tokens.partnerOf(open) : null;
    if (!parametersEnd || !open || !close) return [];
    return [
      { head: headBefore(tokens, token), name: token, parametersEnd, open, close, parameters: named(tokens, token) },
    ];
  });
}

/** Position after the previous statement, function or directive. */
function headBefore({ list }: Tokens, { index }: Token): Token[] {
  const before = list.findLastIndex(
    (token) => token.index < index && (token.directive !== null || [';', '{', '}'].includes(token.text)),
  );
  return list.slice(before + 1, index);
}

/** `float x[]`, `const T *x` */
function named(tokens: Tokens, { index }: Token): string[] {
  return (listIn(tokens, tokens.list[index + 1]!, true)?.parts ?? []).flatMap((part) => {
    const [declared] = splitAt(tokens.within(part), ({ text }) => text === '[' || text === '=');
    return declared!.findLast(isName)?.text ?? [];
  });
}

export function findKernel(tokens: Tokens, name: string): FunctionText | null {
  return definitionsOf(tokens, name).find(({ head }) => head.some(({ text }) => text === '__global__')) ?? null;
}

export function kernelNames({ list }: Tokens): string[] {
  return list.flatMap(({ text, index }) => {
    if (text !== '__global__') return [];
    const name = list.find(
      (token) =>
        token.index > index &&
        list[token.index + 1]?.text === '(' &&
        !['__launch_bounds__', '__attribute__'].includes(token.text),
    );
    return name && findKernelAt(list, name) ? [name.text] : [];
  });
}

/** Whether the name is that of a definition, not of a declaration. */
function findKernelAt(list: Tokens['list'], { index }: Token): boolean {
  const close = list[index + 1]?.partner;
  return close != null && list[close + 1]?.text === '{';
}

/** Type parameters of a template; null if it has other parameters, empty if it is not a template. */
export function templateTypes(tokens: Tokens, { head }: FunctionText): string[] | null {
  const template = head.find(({ text }) => text === 'template');
  const parts = template ? (listIn(tokens, tokens.list[template.index + 1]!)?.parts ?? []) : [];
  const types = parts.map((part) => {
    const [keyword, type, behind] = tokens.within(part).map(({ text }) => text);
    const isType = (keyword === 'class' || keyword === 'typename') && (behind === undefined || behind === '=');
    return isType ? type : undefined;
  });
  return types.every((one) => one !== undefined) ? types : null;
}

export interface LaunchText {
  readonly text: string;
  readonly arguments: string;
  readonly stream: string | null;
}

/** Replaces each launch of a kernel, `k<float><<<grid, block>>>(x)`; null if the text has none. */
export function withLaunches(text: string, name: string, written: (launch: LaunchText) => string): string | null {
  const tokens = new Tokens(text);
  const { list } = tokens;
  const edits = list.flatMap((token) => {
    const next = list[token.index + 1];
    const typesEnd = token.text === name && next?.text === '<' ? endOfBracket(tokens, next) : null;
    const opens = typesEnd === null ? token.index + 1 : tokens.indexFrom(typesEnd);
    if (token.text !== name || list[opens]?.text !== '<<<') return [];
    const closes = list.findIndex(({ text: sign, index }) => sign === '>>>' && index > opens);
    const open = list[closes + 1];
    const close = open?.text === '(' ? tokens.partnerOf(open) : null;
    if (!open || !close) return [];
    const stream = splitAt(list.slice(opens + 1, closes), (one) => one.text === ',')[3];
    const launch = {
      text: text.slice(token.begin, close.end),
      arguments: text.slice(open.end, close.begin),
      stream: stream?.length ? text.slice(stream[0]!.begin, stream.at(-1)!.end) : null,
    };
    return [{ begin: token.begin, end: close.end, text: written(launch) }];
  });
  return edits.length === 0 ? null : edited(text, { begin: 0, end: text.length }, edits);
}
