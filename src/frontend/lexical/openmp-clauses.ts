/** A variable that an OpenMP directive combines or updates, and how. */
export interface OpenMpUse {
  readonly name: string;
  /** Of the directive. */
  readonly offset: number;
  /** A reduction the program declares for types of its own choice; the others are the language's. */
  readonly isDeclared: boolean;
}

const DIRECTIVE = /^[ \t]*#[ \t]*pragma[ \t]+omp\b((?:\\\r?\n|[^\n])*)/gm;
const OPERATOR = /\b_Pragma\s*\(\s*"\s*omp\b((?:\\.|[^"\\])*)"\s*\)/g;
const MACRO = /^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\([^)]*\))?((?:\\\r?\n|[^\n])*)/gm;
const BUILT_IN = /^(?:[-+*&|^]|&&|\|\||min|max|and|or|bit(?:and|or)|xor)$/;

/** The variables of reductions and atomic updates in a text; `code` is the text without comments, its strings kept. */
export function openMpUses(code: string): OpenMpUse[] {
  const uses: OpenMpUse[] = [];
  const read = (clauses: string, offset: number, end: number): void => {
    for (const [, list] of clauses.matchAll(/\b(?:in_|task_)?reduction\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)) {
      if (/^\s*declare\b/.test(clauses)) continue;
      const colon = list!.indexOf(':');
      const operator = list!.slice(0, colon).split(',').at(-1)!.trim();
      for (const item of list!
        .slice(colon + 1)
        .replace(/\[[^\]]*\]/g, '')
        .split(','))
        if (item.trim() !== '') uses.push({ name: item.trim(), offset, isDeclared: !BUILT_IN.test(operator) });
    }
    if (!/^\s*atomic\b/.test(clauses)) return;
    const statement = /^\s*(?:\{[^}]*\}|[^;]*;)/.exec(code.slice(end))?.[0] ?? '';
    for (const part of statement.split(';')) {
      const target = /^(.*?)(?:\+\+|--|(?:[-+*/]|<<|>>)?=(?!=))/s.exec(part.replace(/^\s*\{?\s*(?:\+\+|--)?/, ''));
      const named = target?.[1] || part;
      for (const name of named.match(/[A-Za-z_]\w*/g) ?? []) uses.push({ name, offset, isDeclared: false });
    }
  };
  for (const match of code.matchAll(DIRECTIVE))
    read(match[1]!.replace(/\\\r?\n/g, ' '), match.index, match.index + match[0].length);
  for (const match of code.matchAll(OPERATOR)) read(match[1]!, match.index, match.index + match[0].length);
  for (const [, name, body] of code.matchAll(MACRO)) {
    const inside = [...body!.matchAll(OPERATOR)][0];
    if (!inside) continue;
    for (const use of code.matchAll(new RegExp(`\\b${name}\\b(?!\\s*_Pragma)`, 'g')))
      read(inside[1]!, use.index, use.index + use[0].length);
  }
  return uses;
}
