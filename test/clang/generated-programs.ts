import fc from 'fast-check';

/** A place written by the generator: `begin` is its byte offset in the final file. */
export interface Mark {
  readonly kind: 'site' | 'operator' | 'macro-use';
  readonly text: string;
  begin: number;
}

/** One function of a generated file; `text` has one character per byte. */
export interface GeneratedProgram {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** Separators between two tokens, as bytes: blanks, tabs, line ends, comments in Latin-1 and UTF-8. */
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constant(' ') },
  { weight: 2, arbitrary: fc.constantFrom('\t', '  ', ' \t ', '\n', '\n\t', ' \n  ') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ' /* caf\xe9 */',
      ' /* double x = 1.0; */ ',
      ' // \xfc \xe2\x82\xac + - * /\n',
      ' /* two\n lines */\t',
      ' \\\n ',
    ),
  },
);
const name = fc.oneof(
  fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,6}$/),
  fc.constantFrom('_', 'x_1', 'double_', 'floatValue', 'gr\xc3\xb6\xc3\x9fe', 'T0'), // größe in UTF-8
);
const type = fc.constantFrom('double', 'float', 'real', 'const double', 'real volatile', 'PRECISION');
const operator = fc.constantFrom('+', '-', '*', '/');
const literal = fc.constantFrom('1.0', '2.5f', '0x1p-3', '1e-3', '.5', '3');
const string = fc.constantFrom('"plain"', '"caf\xe9 = 1.0"', '"\\"double y\\""', '"// not a comment"');

const declarator = fc.record({ name, shape: fc.constantFrom('scalar', 'pointer', 'array'), literal });
const statement = fc.oneof(
  fc.record({
    kind: fc.constant('declaration' as const),
    type,
    declarators: fc.array(declarator, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('assignment' as const), operator, literal, left: fc.nat(), right: fc.nat() }),
  fc.record({ kind: fc.constant('macro' as const), left: fc.nat(), right: fc.nat() }),
  fc.record({ kind: fc.constant('string' as const), string }),
);

export const programArbitrary = fc.record({
  parameters: fc.array(fc.record({ name, type: fc.constantFrom('double', 'float', 'real') }), {
    minLength: 1,
    maxLength: 3,
  }),
  statements: fc.array(statement, { minLength: 1, maxLength: 6 }),
  gaps: fc.array(gap, { minLength: 4, maxLength: 12 }),
});

/** Definitions every generated file starts with. */
export const PRELUDE = 'typedef double real;\n#define PRECISION float\n#define SCALE(a, b) ((a) * (b))\n';

/** Writes one program as a function named `f<index>`, every token separated by the next of the given gaps. */
export function writeProgram(
  { parameters, statements, gaps }: typeof programArbitrary extends fc.Arbitrary<infer T> ? T : never,
  index: number,
): GeneratedProgram {
  const marks: Mark[] = [];
  const used = new Set([
    `f${index}`,
    'double',
    'float',
    'real',
    'if',
    'do',
    'int',
    'for',
    'new',
    'asm',
    'try',
    'or',
    'and',
    'not',
    'xor',
  ]);
  const scalars: string[] = [];
  let text = '';
  let next = 0;
  const put = (token: string, mark?: Mark['kind']): void => {
    if (mark) marks.push({ kind: mark, text: token, begin: text.length });
    text += token + gaps[next++ % gaps.length]!;
  };
  const declare = (wanted: string): string => {
    let unique = wanted;
    for (let k = 2; used.has(unique) || KEYWORDS.has(unique); k++) unique = `${wanted}${k}`;
    used.add(unique);
    return unique;
  };
  const pick = (position: number): string => scalars[position % scalars.length]!;

  put('void');
  put(`f${index}`);
  put('(');
  parameters.forEach((parameter, k) => {
    if (k > 0) put(',');
    put(parameter.type);
    const declared = declare(parameter.name);
    put(declared, 'site');
    scalars.push(declared);
  });
  put(')');
  put('{');
  for (const one of statements) {
    switch (one.kind) {
      case 'declaration':
        put(one.type);
        one.declarators.forEach((declarator, k) => {
          if (k > 0) put(',');
          if (declarator.shape === 'pointer') put('*');
          const declared = declare(declarator.name);
          put(declared, 'site');
          if (declarator.shape === 'array') {
            for (const token of ['[', '3', ']', '=', '{', declarator.literal, '}']) put(token);
          } else {
            put('=');
            put(declarator.shape === 'pointer' ? '0' : declarator.literal);
          }
        });
        put(';');
        break;
      case 'assignment':
        put(pick(one.left));
        put('=');
        put(pick(one.right));
        put(one.operator, 'operator');
        put(one.literal === '3' ? '3.0' : one.literal);
        put(';');
        break;
      case 'macro':
        put(pick(one.left));
        put('=');
        put('SCALE', 'macro-use');
        for (const token of ['(', pick(one.left), ',', pick(one.right), ')', ';']) put(token);
        break;
      case 'string':
        for (const token of ['(', 'void', ')', one.string, ';']) put(token);
        break;
    }
  }
  put('}');
  return { text: `${text}\n`, marks };
}

const KEYWORDS = new Set(
  'case char const else enum goto long this true void auto bool break catch class false float short throw union using while main int8 near far'.split(
    ' ',
  ),
);
