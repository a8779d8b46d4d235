import { listIn } from '../../support/token-lists.js';
import { type Directive, isName, type Token, Tokens } from '../../support/tokens.js';

/** A variable that an OpenMP directive reduces or updates atomically. */
export interface OpenMpUse {
  readonly name: string;
  /** The offset of the directive. */
  readonly offset: number;
  /** The reduction is declared by the program (`declare reduction`), not built in. */
  readonly isDeclared: boolean;
}

const REDUCTIONS = new Set(['reduction', 'in_reduction', 'task_reduction']);
const BUILT_IN = new Set([
  '+',
  '-',
  '*',
  '&',
  '|',
  '^',
  '&&',
  '||',
  'min',
  'max',
  'and',
  'or',
  'bitand',
  'bitor',
  'xor',
]);
const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '<<=', '>>=', '&=', '|=', '^=', '++', '--']);

/** The variables of reductions and atomic updates in a text. */
export function openMpUses(tokens: Tokens): OpenMpUse[] {
  const uses: OpenMpUse[] = [];
  const read = (clauses: Tokens, offset: number, end: number): void => {
    const first = clauses.list.find(({ text }) => text !== 'omp' && text !== 'pragma' && text !== '#');
    if (first?.text === 'atomic') {
      for (const name of updated(tokens, end)) uses.push({ name, offset, isDeclared: false });
    } else if (first?.text !== 'declare') uses.push(...reduced(clauses).map((use) => ({ ...use, offset })));
  };
  for (const { name, body, begin, end } of tokens.directives)
    if (name === 'pragma' && body[0]?.text === 'omp') read(new Tokens(tokens.text.slice(begin, end)), begin, end);
  for (const token of tokens.list) {
    const clauses = token.directive ? null : clausesOf(tokens, token);
    if (clauses) read(clauses, token.begin, tokens.partnerOf(tokens.list[token.index + 1])!.end);
  }
  for (const [name, clauses] of macrosWithPragmas(tokens))
    for (const { text, begin, end, directive } of tokens.list)
      if (text === name && directive?.name !== 'define') read(clauses, begin, end);
  return uses;
}

/** The clauses of the `_Pragma("omp …")` that begins with this token. */
function clausesOf(tokens: Tokens, { text, index }: Token): Tokens | null {
  const pragma = text === '_Pragma' ? tokens.list[index + 2] : undefined;
  const clauses = pragma?.kind === 'string' ? new Tokens(pragma.text.slice(1, -1).replace(/\\(.)/g, '$1')) : null;
  return clauses?.list[0]?.text === 'omp' ? clauses : null;
}

function macrosWithPragmas(tokens: Tokens): [string, Tokens][] {
  return tokens.directives.flatMap(({ name, body }: Directive): [string, Tokens][] => {
    if (name !== 'define') return [];
    const clauses = body.map((token) => clausesOf(tokens, token)).find((one) => one !== null);
    return clauses ? [[body[0]!.text, clauses]] : [];
  });
}

/** `reduction(+ : a, b[0 : n])`, `reduction(task, own : c)`. */
function reduced(clauses: Tokens): { name: string; isDeclared: boolean }[] {
  return clauses.list.flatMap(({ text, index }) => {
    const open = REDUCTIONS.has(text) ? clauses.list[index + 1] : undefined;
    const parts = open?.text === '(' ? (listIn(clauses, open)?.parts ?? []) : [];
    const listed = parts.map((part) => clauses.within(part));
    const first = listed.findIndex((part) => part.some((one) => one.text === ':' && !isInBrackets(clauses, part, one)));
    if (first < 0) return [];
    const colon = listed[first]!.findIndex((one) => one.text === ':');
    const operator = listed[first]!.slice(0, colon).at(-1)?.text ?? '';
    const names = [listed[first]!.slice(colon + 1), ...listed.slice(first + 1)].map((part) => part.find(isName)?.text);
    return names.flatMap((name) => (name === undefined ? [] : [{ name, isDeclared: !BUILT_IN.has(operator) }]));
  });
}

function isInBrackets(clauses: Tokens, part: readonly Token[], token: Token): boolean {
  return part.some(
    (one) => one.text === '[' && one.index < token.index && (clauses.partnerOf(one)?.index ?? 0) > token.index,
  );
}

/** The variables assigned by the statement or block after an atomic directive. */
function updated(tokens: Tokens, end: number): string[] {
  let at = tokens.indexFrom(end);
  const last = tokens.list[at]?.text === '{' ? tokens.list[at++]!.partner : null;
  const names: string[] = [];
  while (tokens.list[at] && at !== last) {
    const from = at;
    while (tokens.list[at] && tokens.list[at]!.text !== ';' && at !== last) at++;
    const statement = tokens.list.slice(from, at);
    const isPrefix = statement[0]?.text === '++' || statement[0]?.text === '--';
    const assigned = statement.findIndex(({ text }, position) => ASSIGNMENTS.has(text) && (!isPrefix || position > 0));
    names.push(
      ...statement
        .slice(0, assigned < 0 ? undefined : assigned)
        .filter(isName)
        .map(({ text }) => text),
    );
    if (last === null || at === last) break;
    at++;
  }
  return names;
}
