/** What outlives a call, and what functions and lambdas hand out: state of inline code, rows of tables, captured parameters. */
import type { Part } from '../generate-program.js';
import type { Trait } from './trait.js';

const sharedState: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [total, random, pool, value] = [
    draft.global('total'),
    draft.global('Random'),
    draft.global('Pool'),
    draft.name('shared'),
  ];
  const type = draft.type();
  top.push(
    `inline ${type} ${total} = ${e.literal()};`,
    `struct ${random} {\n  unsigned seed = 1;\n  static inline ${draft.type()} most = 0.1;\n  ${draft.type()} next() { static ${draft.type()} kept; most += 0.3; return kept += (seed = seed * 69069u + 1u) / 4294967296.0; }\n  ${random}() = default;\n  ${random}(const ${random} &) = default;\n};`,
    `template <class T> struct ${pool} { static T sum; static int count; T add(T x) { static T last = 0; count++; sum += x / 3; return last = x; } };`,
    `template <class T> T ${pool}<T>::sum = 0;\ntemplate <class T> int ${pool}<T>::count = 0;`,
  );
  body.push(
    `  ${random} r${value};`,
    `  ${draft.type()} ${value} = r${value}.next() + ${pool}<double>().add(${e.real(scope, 1)}) + ${pool}<float>().add(0.3f);`,
    `  ${total} += ${value} / 3;`,
  );
  scope.declare(value, 'double');
  draft.print('shared', value, total, `${pool}<double>::sum`, `${random}::most`, `(double) ${pool}<double>::count`);
};

const rows: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [row, table, own, choose, m] = [
    draft.global('row'),
    draft.global('table'),
    draft.global('own'),
    draft.global('choose'),
    draft.name('m'),
  ];
  const type = draft.type();
  top.push(
    `static ${type} ${table}[2][3] = {{0.1, ${e.literal()}, 0.3}, {0.7}};`,
    `static ${type} (*${row}(int i))[3] { return ${e.pick([`&${table}[i]`, `${table} + i`])}; }`,
    `static double (*${own}(void))[2]\n{\n  static double t[2][2] = {{0.2, 0.3}};\n  t[1][0] += 0.1;\n  return t;\n}`,
    `static double ${choose}_third(double x) { return x / 3; }`,
    `static double (*${choose}(int k))(double) { return k ? ${choose}_third : ${draft.language === 'c' ? 'sqrt' : `${choose}_third`}; }`,
  );
  body.push(
    `  ${type} (*${m})[3] = ${row}(1);`,
    `  (*${m})[1] = ${e.real(scope, 1)};`,
    `  (*${row}(0))[2] += ${e.realLeaf(scope)} / 3;`,
  );
  draft.print(
    'rows',
    `(*${m})[1]`,
    `${table}[0][2] + ${table}[1][1]`,
    `${own}()[1][0]`,
    `${choose}(1)(${e.literal()})`,
  );
};

/** One block for the pointers to the rows and for what is in them. */
const contiguous: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [make, m] = [draft.global('matrix'), draft.name('m')];
  const type = draft.type();
  const numbers = e.pick([`(size_t) r * c * sizeof(${type})`, `sizeof(${type}) * r * c`, `r * c * sizeof **m`]);
  const data = e.pick([`(${type} *) (m + r)`, `(${type} *) &m[r]`]);
  top.push(
    `static ${type} **${make}(int r, int c)\n{\n  ${type} **m = (${type} **) malloc(r * sizeof(${type} *) + ${numbers});\n  ${type} *d = ${data};\n  for (int i = 0; i < r; i++) m[i] = d + i * c;\n  return m;\n}`,
  );
  body.push(
    `  ${type} **${m} = ${make}(4, 3);`,
    `  for (int i = 0; i < 12; i++) ${m}[i / 3][i % 3] = i * ${e.realLeaf(scope)};`,
  );
  draft.print('contiguous', `${m}[3][2]`, `${m}[1][1] / 3`);
  body.push(`  free(${m});`);
};

const lambdasInLambdas: Part = (draft) => {
  const { e, body, scope } = draft;
  const [scaled, moved, value] = [draft.name('scaled'), draft.name('moved'), draft.name('made')];
  const capture = e.pick(['k', '=', 'k = k * 1.5', '=']);
  const inside = e.pick(['k * z', 'z - k / 3', '(z + k) * 0.7']);
  body.push(
    `  auto ${scaled} = [](${draft.type()} k) { return [${capture}](${draft.type()} z) { return ${inside}; }; };`,
    `  ${draft.type()} ${value} = ${scaled}(${e.real(scope, 1)})(${e.realLeaf(scope)});`,
    `  auto ${moved} = [${value}](${draft.type()} x) { auto h = [${value}, x](${draft.type()} y) { return ${value} * x + y; }; return h(0.1); };`,
  );
  draft.print('made', value, `${moved}(${e.realLeaf(scope)})`);
};

const seenSizes: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [record, one] = [draft.global('Sized'), draft.name('sized')];
  top.push(`struct ${record} {\n  int n;\n  ${e.pick(['float v[3]', 'double v[2]'])};\n  ${draft.type()} w;\n};`);
  body.push(`  struct ${record} ${one} = {2, {${e.literal()}}, 0};`, `  ${one}.w = ${one}.v[0] * ${e.real(scope, 1)};`);
  draft.print(
    'sizes',
    `(double) (${one}.n * sizeof(struct ${record}))`,
    `${one}.w`,
    `(double) ${e.pick([`offsetof(struct ${record}, w)`, `sizeof ${one}`])}`,
  );
  draft.headers.add(draft.language === 'c' ? 'stddef.h' : 'cstddef');
};

export const storageTraits: readonly Trait[] = [
  { languages: ['c++'], part: sharedState },
  { languages: ['c', 'c++'], part: rows },
  { languages: ['c', 'c++'], part: contiguous },
  { languages: ['c++'], part: lambdasInLambdas },
  { languages: ['c', 'c++', 'cuda'], part: seenSizes },
];
