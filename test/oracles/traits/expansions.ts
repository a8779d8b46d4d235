/** Expansions: one text that the compiler reads several times, out of a file that is included again or out of a macro. */
import { Scope } from '../expression-generator.js';
import type { Part, ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

/** What a text outside of the entry function can name. */
function outside({ scope }: ProgramDraft): Scope {
  const outer = new Scope();
  outer.functions.push(...scope.functions);
  outer.macros.push(...scope.macros);
  outer.reals.push('0.75');
  return outer;
}

/** `#define …`, `#include "file"` and `#undef …`, once for each set of macros. */
function includeFor({ top }: ProgramDraft, file: string, sets: readonly Readonly<Record<string, string>>[]): void {
  for (const macros of sets) {
    for (const [name, value] of Object.entries(macros)) top.push(`#define ${name} ${value}`);
    top.push(`#include "${file}"`);
    for (const name of Object.keys(macros)) top.push(`#undef ${name.replace(/\(.*/, '')}`);
  }
}

/** A header that is a template: a record, a variable and functions for each of several types. */
const forTypes: Part = (draft) => {
  const { e, body, top, scope } = draft;
  const [file, gain] = [`${draft.global('types')}.inc`, draft.global('gain')];
  const types = e.pick([
    ['double', 'float'],
    ['float', 'double', 'int'],
    ['double', 'double', 'float'],
  ]);
  const inner = outside(draft);
  inner.declare('x', 'double');
  inner.declare('s', 'double');
  draft
    .file(file)
    .push(
      `typedef struct { T at[3]; ${draft.type()} weight; } NAME(record);`,
      `static T NAME(start) = (T) ${e.literal()};`,
      `static T NAME(part)(T x) { ${draft.type()} s = x * ${gain}; return (T) (${e.real(inner, 1)} / 7 + NAME(start)); }`,
      `static T NAME(sum)(NAME(record) *r, ${draft.type()} k)`,
      '{',
      '  T s = 0;',
      `  for (int i = 0; i < 3; i++) { T t = (T) (r->at[i] * k); s += t * r->weight; }`,
      '  r->at[0] = s;',
      '  return NAME(part)(s);',
      '}',
    );
  top.push(`static ${draft.type()} ${gain} = ${e.literal()};`);
  const names = types.map((_, at) => draft.global(`n${at}`));
  includeFor(
    draft,
    file,
    types.map((T, at) => ({ T, 'NAME(n)': `n##_${names[at]}` })),
  );
  const values = names.map((name, at) => {
    const [r, y] = [draft.name('r'), draft.name('y')];
    body.push(
      `  record_${name} ${r} = {{(${types[at]}) 0.3, (${types[at]}) 1.7, (${types[at]}) 2.9}, 0.7};`,
      `  ${draft.type()} ${y} = sum_${name}(&${r}, ${e.literal()}) + ${r}.at[0] * 0.1;`,
    );
    return y;
  });
  scope.declare(values[0]!, 'double');
  draft.print('for-types', ...values);
};

/** The same types each time, and another operator or function: one edit of the text is right for all. */
const forOperators: Part = (draft) => {
  const { e, body, scope } = draft;
  const file = `${draft.global('operators')}.inc`;
  const inner = outside(draft);
  const [parameter, local] = [draft.type(), draft.type()];
  for (const name of ['t', 's']) inner.declare(name, 'double');
  inner.reals.push('a[i]');
  inner.integers.push('i');
  draft
    .file(file)
    .push(
      `struct RECORD { ${draft.type()} first, second; };`,
      `static ${draft.type()} FOLD(const ${parameter} *a, int count)`,
      '{',
      `  ${local} s = START, t = ${e.literal()};`,
      '  struct RECORD r = {0.25, 0.5};',
      `  for (int i = 0; i < count; i++) { t = a[i] OP ${e.literal()}; ${e.statement(inner, 1)} s = s OP t; s = s / (1.5 + fabs(s)); }`,
      '  r.second = s * r.first;',
      `  return CALL(r.second) + (${e.pick(['double', 'float'])}) s;`,
      '}',
    );
  const folds = ['+', '*', '-'].slice(0, e.integer(2, 3)).map((OP, at) => ({
    ...{ RECORD: draft.global('Rec'), FOLD: draft.global('fold'), OP },
    START: e.pick(['0.5', '1.0 / 3', e.literal()]),
    'CALL(x)': ['fabs(x)', '((x) * 0.3)', '(x)'][at]!,
  }));
  includeFor(draft, file, folds);
  const [a, y] = [draft.name('a'), draft.name('y')];
  body.push(
    `  ${parameter} ${a}[4] = {0.1, 0.7, 1.3, 0.2};`,
    `  ${draft.type()} ${y} = ${folds.map(({ FOLD }) => `${FOLD}(${a}, 4)`).join(' + ')};`,
  );
  scope.declare(y, 'double');
  draft.print('for-operators', y, ...folds.map(({ FOLD }) => `${FOLD}(${a}, 3)`));
};

/** Statements and values that are included inside functions and lists. */
const insideFunctions: Part = (draft) => {
  const { e, body, top, scope } = draft;
  const [statements, values] = [`${draft.global('body')}.inc`, `${draft.global('values')}.inc`];
  const [x, total] = [draft.name('x'), draft.name('total')];
  const tables = [draft.global('table'), draft.global('table')];
  draft.file(statements).push(`    ${draft.type()} w = ${x} * K;`, `    ${total} += w * w + ${e.literal()};`);
  draft.file(values).push(`${e.literal()}, K, 0.3f * K`);
  tables.forEach((table, at) => {
    top.push(`#define K ${['0.25', '1.0 / 3'][at]}`, `static ${draft.type()} ${table}[] = {`);
    top.push(`#include "${values}"`, '};', '#undef K');
  });
  body.push(`  ${draft.type()} ${x} = ${e.real(scope, 1)}, ${total} = 0;`, `  ${x} = ${x} / (1.5 + fabs(${x}));`);
  for (const value of ['0.5', x, '(1.0 / 7)'].slice(0, e.integer(2, 3)))
    body.push(`#define K ${value}`, '  {', `#include "${statements}"`, '  }', '#undef K');
  body.push(`  ${total} *= ${tables[0]}[1] + ${tables[1]}[2];`);
  draft.print('inside-functions', total, `${tables[0]}[n % 3]`, `${tables[1]}[1]`);
};

/** A list of names that macros make fields, variables, functions and statements of. */
const list: Part = (draft) => {
  const { e, top, body, scope, language } = draft;
  const [items, record, make, r] = [
    draft.global('LIST'),
    draft.global('Listed'),
    draft.global('MAKE'),
    draft.name('r'),
  ];
  const names = [draft.global('one'), draft.global('two'), draft.global('three')];
  const inner = outside(draft);
  inner.declare('x', 'double');
  inner.declare('t', 'double');
  const factors = names.map(() => e.pick(['0.1', '0.7f', '(1.0 / 3)']));
  top.push(
    `#define ${items}(M) ${names.map((name, at) => `M(${draft.type()}, ${name}, ${factors[at]})`).join(' ')}`,
    `#define ${make}_FIELD(T, name, k) T name##_field;`,
    `#define ${make}_VARIABLE(T, name, k) static T name##_variable = k;`,
    `#define ${make}_FUNCTION(T, name, k) static T name##_function(T x) { T t = x * k; return ${e.real(inner, 1)} + t * name##_variable; }`,
    `#define ${make}_USE(T, name, k) { T t = ${r}.name##_field; t = t * k + name##_function(t); ${r}.name##_field = t; }`,
    `#define ${make}_TWICE(text) text text`,
    `struct ${record} { ${items}(${make}_FIELD) };`,
    `${items}(${make}_VARIABLE)`,
    `${items}(${make}_FUNCTION)`,
  );
  body.push(
    `  ${language === 'c' ? 'struct ' : ''}${record} ${r} = {0.1, 0.2, 0.3};`,
    `  ${items}(${make}_USE)`,
    `  ${make}_TWICE(${make}_TWICE({ ${draft.type()} u = ${r}.${names[0]}_field; u = u * 0.5; ${r}.${names[1]}_field += u; }))`,
  );
  for (const name of names) scope.declare(`${r}.${name}_field`, 'double');
  draft.print('list', ...names.map((name) => `${r}.${name}_field`));
};

/** Names that the preprocessor counts, and the uses of macros in the arguments of others. */
const counted: Part = (draft) => {
  const { e, top, body } = draft;
  const [macro, total] = [draft.global('COUNTED'), draft.name('total')];
  top.push(
    `#define ${macro}_PASTE(a, b) a##b`,
    `#define ${macro}_JOIN(a, b) ${macro}_PASTE(a, b)`,
    `#define ${macro}_TERM(v) { ${draft.type()} ${macro}_JOIN(t, __LINE__) = (v); ${draft.type()} ${macro}_JOIN(c, __COUNTER__) = ${macro}_JOIN(t, __LINE__) * ${e.literal()}; ${total} += ${macro}_JOIN(t, __LINE__); }`,
    `#define ${macro}_APPLY(m, x) m(x)`,
    `#define ${macro}_HALF(x) ((x) * 0.5)`,
  );
  body.push(
    `  ${draft.type()} ${total} = 0.1;`,
    `  ${macro}_TERM(${total} * 0.3) ${macro}_TERM(${macro}_HALF(${macro}_HALF(${total})))`,
    `  ${macro}_APPLY(${macro}_TERM, ${macro}_APPLY(${macro}_HALF, ${total}))`,
  );
  draft.print('counted', total);
};

/** A class with a method outside of it, a template and a lambda. */
const classes: Part = (draft) => {
  const { e, top, body } = draft;
  const [file, gain] = [`${draft.global('classes')}.inc`, draft.global('gain')];
  const hasTypes = e.chance(0.5);
  draft
    .file(file)
    .push(
      'struct CLASS {',
      `  T at = T(0.3); ${draft.type()} sum = 0;`,
      '  T step(T h);',
      `  template <class U> U mix(U a) const { U m = a * U(0.5) + U(at); return m * a; }`,
      '  CLASS &operator+=(T by) { at += by; return *this; }',
      '};',
      `inline T CLASS::step(T h) { T d = h OP at; auto add = [&](T by) { sum += by * ${gain}; return T(sum); }; return add(d) / 3; }`,
      'static T RUN(CLASS &c, int count) { T s = 0; for (int i = 0; i < count; i++) { s += c.step(T(i) / 7); c += s * T(0.1); } return s; }',
    );
  top.push(`static ${draft.type()} ${gain} = ${e.literal()};`);
  const sets = ['+', '*'].map((OP, at) => ({
    ...{ CLASS: draft.global('Class'), RUN: draft.global('run'), OP },
    T: hasTypes && at === 1 ? 'float' : 'double',
  }));
  includeFor(draft, file, sets);
  for (const { CLASS, RUN } of sets) {
    const [c, y] = [draft.name('c'), draft.name('y')];
    body.push(`  ${CLASS} ${c};`, `  ${draft.type()} ${y} = ${RUN}(${c}, 3);`, `  ${y} += ${c}.mix(${e.literal()});`);
    draft.print('classes', y, `(double) ${c}.at`, `(double) ${c}.mix(1.5f)`);
  }
};

/** Kernels with what launches them. */
const kernels: Part = (draft) => {
  const { e, body } = draft;
  const file = `${draft.global('kernels')}.cuh`;
  const inner = outside(draft);
  inner.declare('t', 'double');
  inner.integers.push('i');
  const hasTypes = e.chance(0.5);
  draft
    .file(file)
    .push(
      '__global__ void KERNEL(T *x, const T *y, int n)',
      '{',
      '  int i = blockIdx.x * blockDim.x + threadIdx.x;',
      '  if (i >= n) return;',
      `  ${hasTypes ? 'T' : draft.type()} t = x[i] OP y[i];`,
      `  ${hasTypes ? '' : e.statement(inner, 1)}`,
      '  x[i] = t / (1.5 + fabs(t));',
      '}',
      `static ${draft.type()} RUN(int n)`,
      '{',
      '  T *h = (T *) malloc(n * sizeof(T)), *x, *y;',
      '  for (int i = 0; i < n; i++) h[i] = T(i) / 7;',
      '  cudaMalloc(&x, n * sizeof(T));',
      '  cudaMalloc(&y, n * sizeof(T));',
      '  cudaMemcpy(x, h, n * sizeof(T), cudaMemcpyHostToDevice);',
      '  cudaMemcpy(y, h, n * sizeof(T), cudaMemcpyHostToDevice);',
      '  KERNEL<<<(n + 7) / 8, 8>>>(x, y, n);',
      '  cudaMemcpy(h, x, n * sizeof(T), cudaMemcpyDeviceToHost);',
      `  ${draft.type()} s = 0;`,
      '  for (int i = 0; i < n; i++) s += h[i];',
      '  cudaFree(x); cudaFree(y); free(h);',
      '  return s;',
      '}',
    );
  const sets = ['+', '*'].map((OP, at) => ({
    ...{ KERNEL: draft.global('kernel'), RUN: draft.global('run'), OP },
    T: hasTypes && at === 1 ? 'float' : 'double',
  }));
  includeFor(draft, file, sets);
  const y = draft.name('y');
  body.push(`  ${draft.type()} ${y} = ${sets.map(({ RUN }) => `${RUN}(20)`).join(' - ')};`);
  draft.print('kernels', y, ...sets.map(({ RUN }) => `${RUN}(9)`));
};

export const expansionTraits: readonly Trait[] = [
  { languages: ['c', 'c++', 'cuda'], part: forTypes },
  { languages: ['c', 'c++', 'cuda'], part: forOperators },
  { languages: ['c', 'c++', 'cuda'], part: insideFunctions },
  { languages: ['c', 'c++', 'cuda'], part: list },
  { languages: ['c', 'c++', 'cuda'], part: counted },
  { languages: ['c++', 'cuda'], part: classes },
  { languages: ['cuda'], part: kernels },
];
