/** Text: spellings of declarations, macros, units and headers that edits must get right. */
import { Scope } from '../expression-generator.js';
import type { Part, ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

/** What a function at file scope can name, before its own parameters. */
function outside({ scope }: ProgramDraft): Scope {
  const outer = new Scope();
  outer.functions.push(...scope.functions);
  outer.macros.push(...scope.macros);
  outer.reals.push('0.75');
  return outer;
}

const isC = ({ language }: ProgramDraft): boolean => language === 'c';

/** `return(x)`, signs and words that touch what is edited; comments that are not UTF-8. */
const words: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [name, loss, value] = [draft.global('word'), draft.global('LOSS'), draft.name('value')];
  const inner = outside(draft);
  const [a, b] = [draft.type(), draft.type()];
  inner.declare('x', a);
  inner.declare('y', b);
  top.push(
    `#define ${loss} -${e.literal()}`,
    `/** ${name}: \xe9tat \xb5 \\param x \xff */`,
    `static ${draft.type()} ${name}(${a} x, ${b} y)\n{\n  if(${e.condition(inner, 1)})return(${e.real(inner, 1)});else y=(${e.real(inner, 1)});\n  return(${e.pick([`x -${loss}`, `y*(x)`, `-(x+y)`, e.real(inner, 1)])});\n}`,
  );
  body.push(
    `  ${draft.type()} ${value} = 0; // \xfc`,
    `  for(int k=0;k<2;k++)if(k)${value}+=(${name}(${e.real(scope, 1)}, ${e.literal()}));else ${value}=(${e.real(scope, 1)})-${loss};`,
  );
  scope.declare(value, 'double');
  draft.print('words', value);
};

/** Digit separators before declarations, comments with apostrophes and characters of the same line. */
const separators: Part = (draft) => {
  const { e, body, scope } = draft;
  const [count, first, second] = [draft.name('count'), draft.name('first'), draft.name('second')];
  const [a, b] = [draft.type(), draft.type()];
  const number = e.pick(["1'000", "0x7f'ff", "10'0'0", "1'0e0'1"]);
  body.push(
    `  const long ${count} = (long) ${number}; ${a} ${first} = ${e.real(scope, 1)}; ${e.pick(["// it's", "char c_NAME = 'x'; (void) c_NAME;", "/* don't */"]).replaceAll('NAME', count)}`,
    `  ${b} ${second} = ${first} / ${number}; ${first} += ${second} * ${e.literal()};`,
  );
  scope.declare(first, a);
  draft.print('separators', first, second, `(double) ${count}`);
};

/** Attributes, qualifiers and macros before, between and behind a type. */
const attributes: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [aligned, align, fixed] = [draft.global('ALIGNED'), draft.global('ALIGN'), draft.global('FIXED')];
  const bytes = e.pick(['16', '32', 'sizeof(double) * 2']);
  top.push(
    `#define ${aligned} __attribute__((aligned(${bytes})))`,
    `#define ${align}(n) __attribute__((aligned(n)))`,
    `#define ${fixed} const ${e.pick(['double', 'float'])}`,
  );
  const names = Array.from({ length: 6 }, () => draft.global('g'));
  const before = () =>
    e.pick([aligned, `${align}(${bytes})`, '__attribute__((unused))', isC(draft) ? '' : 'alignas(16)', 'static', '']);
  const behind = () => e.pick(['', '', aligned, '__attribute__((unused))', 'static', 'const static']);
  const once = (words: string): string => words.replace(/\bstatic\b(?=.*\bstatic\b)/g, '');
  const declare = (...declarators: string[]): string =>
    once(`${before()} ${draft.type()} ${behind()} ${declarators.join(', ')};`);
  top.push(
    declare(`${names[0]} = ${e.literal()}`, `${names[1]} ${e.pick(['', aligned])} = ${e.literal()}`),
    `${fixed} ${names[2]} = ${e.literal()}, ${names[3]} = ${e.literal()};`,
    `static __attribute__((noinline)) ${draft.type()} ${e.pick(['', 'const'])} ${names[4]}(${draft.type()} const x, register ${isC(draft) ? fixed : draft.type()} y) { return x * y + ${names[0]}; }`.replace(
      isC(draft) ? '\n' : 'register ',
      '',
    ),
  );
  const [here, at] = [draft.name('here'), draft.name('at')];
  const type = draft.type();
  body.push(
    `  ${type} /* float */ ${aligned} ${here} = ${e.real(scope, 1)}, *${at} = &${here}; // double`,
    `  *${at} = ${names[4]}(${here}, ${names[2]}) + ${names[1]} * ${names[3]};`,
  );
  scope.declare(here, type);
  draft.print('attributes', here, names[0]!, names[1]!, `(double) __alignof__(${here})`);
};

/** One use of a macro declares several things; pasted names stand nowhere. */
const pasted: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [value, pair, part] = [draft.global('VALUE'), draft.global('PAIR'), draft.global('part')];
  const stem = draft.name('stem');
  top.push(
    `#define ${value}(type, name) type name##_value = 0.5, *name##_at = &name##_value`,
    `#define ${pair}(name) static double name##_twice(double v) { ${draft.type()} t_##name = v * 1.1; return t_##name * 2; } static ${draft.type()} name##_third(double v) { return v / 3; }`,
    `${pair}(${part})`,
  );
  body.push(
    `  ${value}(${e.pick(['double', 'float'])}, ${stem});`,
    `  *${stem}_at *= ${e.real(scope, 1)};`,
    `  ${stem}_value += ${part}_twice(${e.real(scope, 1)}) - ${part}_third(${stem}_value);`,
  );
  scope.reals.push(`${stem}_value`);
  draft.print('pasted', `${stem}_value`);
};

/** A unit in which a type's name means another one, and a header that says something else to each unit. */
const units: Part = (draft) => {
  const { e, top, body, scope, prefix } = draft;
  const [wide, level, work, range] = [
    draft.global('wide'),
    draft.global('level'),
    draft.global('work'),
    draft.name('range'),
  ];
  const header = `${draft.global('differs')}.h`;
  draft
    .file('keywords.c')
    .push(
      '#define float double',
      `float ${wide}(float x) { float t = x / 3; return t * ${e.literal()}; }`,
      '#undef float',
    );
  draft
    .file(header)
    .push(
      `#ifdef ${wide}_MAIN`,
      '#define EXT',
      '#else',
      '#define EXT extern',
      '#endif',
      `typedef struct { ${e.pick(['double', 'float'])} low; double high[2]; } ${range}${prefix};`,
      `EXT double ${level};`,
      `static ${e.pick(['double', 'float'])} ${level}_third(double x)\n{\n  return x / 3;\n}`,
      '#undef EXT',
    );
  draft
    .file('parts.c')
    .push(
      `#include "${header}"`,
      `double ${work}(${range}${prefix} *r) { ${level} += ${level}_third(r->low) * 0.5; return r->high[1] + ${level}; }`,
    );
  top.push(
    `double ${wide}(double);`,
    `#define ${wide}_MAIN`,
    `#include "${header}"`,
    `double ${work}(${range}${prefix} *r);`,
  );
  body.push(
    `  ${range}${prefix} ${range} = {0.1f, {${e.literal()}, 0.7}};`,
    `  ${range}.high[0] = ${level}_third(${e.real(scope, 1)}) + ${wide}(${e.literal()});`,
    `  ${range}.high[1] = ${work}(&${range}) + ${range}.high[0];`,
  );
  draft.print('units', `${range}.high[0]`, `${range}.high[1]`, level);
};

/** OpenMP's directives, read over by whoever builds without it. */
const directives: Part = (draft) => {
  const { e, body, scope } = draft;
  const [sum, most, all] = [draft.name('sum'), draft.name('most'), draft.name('all')];
  const type = draft.type();
  body.push(
    `  ${type} ${sum} = 0, ${most} = 0;`,
    `  ${draft.type()} ${all} = 0;`,
    `#pragma omp parallel for reduction(+ : ${sum}) \\\n    reduction(max : ${most}) firstprivate(n)`,
    `  for (int k = 0; k < n; k++) {`,
    `    ${sum} += ${e.real(scope, 1)} * 0.25;`,
    `    if (${sum} > ${most}) ${most} = ${sum};`,
    '#pragma omp atomic',
    `    ${all} += ${e.literal()} / 3;`,
    `  }`,
  );
  scope.declare(sum, type);
  draft.print('directives', sum, most, all);
};

/** What is thrown finds its handler by its type. */
const thrown: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [excess, limit, value] = [draft.global('Excess'), draft.global('limit'), draft.name('value')];
  const inner = outside(draft);
  const type = draft.type();
  inner.declare('x', type);
  top.push(
    `struct ${excess} { ${draft.type()} by; ${excess}(double b) : by(b) {} };`,
    `static ${draft.type()} ${limit}(${type} x, int how)\n{\n  if (how == 0) throw double(${e.real(inner, 1)});\n  if (how == 1) throw${e.pick(['(x)', ' x * x', ' x + 0.25f'])};\n  if (how == 2) throw (float)(${e.real(inner, 1)});\n  if (how == 3) throw ${excess}(${e.real(inner, 1)});\n  return x;\n}`,
  );
  body.push(
    `  ${draft.type()} ${value} = ${e.real(scope, 1)};`,
    `  for (int how = 0; how < 5; how++) {`,
    `    try {`,
    `      try { ${value} = ${limit}(${value}, how); }`,
    `      catch (double &e) { e *= 0.5; throw; }`,
    `    }`,
    `    catch (double e) { ${value} = e / 3; }`,
    `    catch (const float &e) { ${value} = e / 7; }`,
    `    catch (${excess} &e) { ${value} = e.by * 0.75; }`,
    `  }`,
  );
  scope.declare(value, 'double');
  draft.print('thrown', value);
};

/** Templates declared, defined later or outside their class; a table given to one by name. */
const templates: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [scaled, box, weigh, table, value] = [
    draft.global('scaled'),
    draft.global('Box'),
    draft.global('weigh'),
    draft.global('table'),
    draft.name('value'),
  ];
  const [x, r, m] = [draft.type(), draft.type(), draft.type()];
  top.push(
    `template <class I> ${r} ${scaled}(${x} x, I by);`,
    `template <class T> struct ${box} { static ${m} weight; T n; ${r} get(${x} x) const; template <class U> ${m} mix(${x} x, U u) const; };`,
    `static double ${table}_use() { return ${scaled}(${e.literal()}, 3) + ${scaled}(0.5f, 2L); }`,
    `template <class I> ${r} ${scaled}(${x} x, I by) { ${draft.type()} t = x / by; return t * ${e.literal()}; }`,
    `template <class T> ${m} ${box}<T>::weight = ${e.literal()};`,
    `template <class T> ${r} ${box}<T>::get(${x} x) const { return x * n / 9 + weight; }`,
    `template <class T> template <class U> ${m} ${box}<T>::mix(${x} x, U u) const { return x / 3 * n + u; }`,
    `extern const double ${table}[] = {${e.literal()}, 0.7};`,
    `template <int N, const double (&c)[N]> static ${draft.type()} ${weigh}(${x} x) { ${m} sum = 0; for (int i = 0; i < N; ++i) sum += c[i] * x; return sum; }`,
  );
  body.push(
    `  ${draft.type()} ${value} = ${table}_use() + ${box}<int>{2}.get(${e.real(scope, 1)});`,
    `  ${value} += ${box}<long>{3}.mix(${e.literal()}, 2) * 0.125 + ${weigh}<2, ${table}>(${e.real(scope, 1)}) * ${box}<long>::weight;`,
  );
  scope.declare(value, 'double');
  draft.print('templates', value);
};

/** Braces in braces, of records, vectors and arrays: they narrow nothing that is computed. */
const braces: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [item, make, value] = [draft.global('Item'), draft.global('make'), draft.name('item')];
  const vector = e.pick(['double3', 'double2']);
  const number = () => `(double)(${e.real(scope, 1)})`;
  const lanes = (one: () => string) => `{${Array.from({ length: Number(vector.at(-1)) }, one).join(', ')}}`;
  top.push(
    `struct ${item} { ${vector} place; double mass; float2 extra; };`,
    `static __host__ __device__ ${item} ${make}(double a) { return {${lanes(() => e.pick(['a', 'a * .1', 'a / 3']))}, a * .7, {(float)a, 0.5f}}; }`,
  );
  body.push(
    `  ${item} ${value}[2] = {${make}(${e.literal()}), {${lanes(number)}, ${number()}, {1, 2}}};`,
    `  ${value}[0] = {${lanes(number)}, ${number()}, {.5f, ${value}[1].extra.x}};`,
    `  ${value}[1].place = ${lanes(number)};`,
  );
  scope.declare(`${value}[0].mass`, 'double');
  draft.print('braces', `${value}[0].mass`, `${value}[0].place.x`, `${value}[1].place.y`);
};

export const textTraits: readonly Trait[] = [
  { languages: ['c', 'c++', 'cuda'], part: words },
  { languages: ['c', 'c++', 'cuda'], part: attributes },
  { languages: ['c', 'c++', 'cuda'], part: pasted },
  { languages: ['c'], part: units },
  { languages: ['c', 'c++', 'cuda'], part: directives },
  { languages: ['c++'], part: thrown, throws: true },
  { languages: ['c++', 'cuda'], part: separators },
  { languages: ['c++', 'cuda'], part: templates },
  { languages: ['cuda'], part: braces },
];
