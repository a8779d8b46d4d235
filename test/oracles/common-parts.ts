/** Parts that programs of every language have: arrays, records, memory, whole numbers and results by pointer. */

import { Scope } from './expression-generator.js';
import type { Part, ProgramDraft } from './generate-program.js';

/** Several variables of one type in one declaration, then soup. */
export function declareScalars(draft: ProgramDraft): void {
  const { e, body, scope } = draft;
  for (let count = e.integer(1, 3); count > 0; count--) {
    const type = draft.type();
    const names = Array.from({ length: e.integer(1, 4) }, () => draft.name('v'));
    body.push(`  ${type} ${names.map((name) => `${name} = ${e.real(scope, 1)}`).join(', ')};`);
    for (const name of names) scope.declare(name, type);
  }
}

const soup: Part = (draft) => {
  const { e, body, scope } = draft;
  declareScalars(draft);
  body.push(e.statements(scope, e.integer(2, 5), 2));
  draft.print('soup', ...[...new Set(scope.variables.map((one) => one.text))].slice(-4));
};

/** In braces C++ narrows constants only: anything else is cast where it may be wider than what it initialises. */
function narrowed({ language }: ProgramDraft, type: string, text: string): string {
  return language === 'c' || type === 'double' ? text : `(${type})(${text})`;
}

const localArrays: Part = (draft) => {
  const { e, body, scope } = draft;
  const [a, m, total] = [draft.name('arr'), draft.name('mat'), draft.name('sum')];
  const type = draft.type();
  const element = () => (e.chance(0.5) ? e.literal() : narrowed(draft, type, e.factor(scope, 1)));
  const inner = scope.inner();
  inner.integers.push('i');
  body.push(`  ${type} ${a}[6] = {${Array.from({ length: e.integer(1, 6) }, element).join(', ')}};`);
  body.push(`  ${draft.type()} ${m}[3][4], ${total} = 0;`);
  inner.declare(`${a}[i]`, type);
  body.push(
    `  for (int i = 0; i < 6; i++) { ${e.statement(inner, 1)} ${a}[i] = ${e.real(inner, 2)}; ${a}[i] = ${a}[i] / (1.5 + fabs(${a}[i])); }`,
  );
  inner.reals.push(`${a}[(i + j) % 6]`);
  inner.integers.push('j');
  body.push(`  for (int i = 0; i < 3; i++)\n    for (int j = 0; j < 4; j++) ${m}[i][j] = ${e.real(inner, 2)};`);
  body.push(
    `  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) { ${m}[i][j] *= 0.5; ${total} += ${m}[i][j] * ${a}[j]; }`,
  );
  scope.reals.push(`${a}[2]`, `${m}[1][2]`);
  scope.variables.push({ text: `${a}[n % 6]`, type });
  draft.print('arrays', `${a}[0]`, `${a}[5]`, `${m}[2][3]`, total);
};

const globals: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [g, table, weights, counter] = [
    draft.global('g'),
    draft.global('table'),
    draft.global('weights'),
    draft.name('calls'),
  ];
  const device = draft.language === 'cuda';
  top.push(`${draft.type()} ${g} = ${e.pick(['1.1', '0.3f', '-0.7', '1.0/3.0', '2'])};`);
  top.push(`static const ${draft.type()} ${table}[5] = {0.1, 0.2f, 1.0/3.0, ${e.literal()}, -0.7};`);
  top.push(`static ${draft.type()} ${weights}[2][3] = {{0.1, 0.7, 1}, {-0.3, ${e.literal()}}};`);
  const fn = draft.global('use');
  const type = draft.type();
  top.push(
    `static ${draft.type()} ${fn}(${type} x, int k)\n{\n  static ${draft.type()} ${counter} = 0.1;\n  static const ${draft.type()} third = 1.0 / 3;\n  ${counter} += x * third;\n  ${weights}[k % 2][k % 3] += 0.1 * x;\n  return ${counter} * ${table}[k % 5] + ${g} * ${weights}[1][k % 3];\n}`,
  );
  body.push(`  for (int i = 0; i < 4; i++) { ${g} = 0.5 * ${g} + ${fn}(${e.real(scope, 1)}, i); }`);
  scope.declare(g, 'double');
  scope.reals.push(`${table}[n % 5]`, `${weights}[1][2]`);
  draft.print('globals', g, `${weights}[1][1]`, `${table}[3]`, `${fn}(1, 2)`, `${table}[0] + ${table}[2]`);
  void device;
};

const structs: Part = (draft) => {
  const { e, top, body, scope, language } = draft;
  const [inner, outer, make, apply, update] = [
    draft.global('Point'),
    draft.global('Body'),
    draft.global('make'),
    draft.global('apply'),
    draft.global('update'),
  ];
  const tag = language === 'c' ? 'struct ' : '';
  const parameter = new Scope();
  parameter.functions.push(...scope.functions);
  parameter.macros.push(...scope.macros);
  for (const field of ['b.at.x', 'b.at.y', 'b.mass', 'b.v[1]']) parameter.declare(field, 'double');
  parameter.integers.push('b.id');
  const [tx, tm, tv] = [draft.type(), draft.type(), draft.type()];
  const cast = (type: string, text: string) => narrowed(draft, type, text);
  top.push(
    `struct ${inner} { ${tx} x, y; };`,
    `struct ${outer} { ${tag}${inner} at; ${tm} mass; ${tv} v[3]; int id; };`,
    `static ${tag}${outer} ${make}(${draft.type()} x, ${draft.type()} m, int id)\n{\n  ${tag}${outer} b = {{${cast(tx, 'x')}, ${cast(tx, 'x * 0.5')}}, ${cast(tm, 'm')}, {0.1, ${cast(tv, 'x')}, ${cast(tv, 'm')}}, id};\n  b.at.y += 0.3;\n  return b;\n}`,
    `static ${draft.type()} ${apply}(${tag}${outer} b)\n{\n${e.statements(parameter, 2, 1)}\n  return b.at.x + b.at.y * b.mass + b.v[0];\n}`,
    `static void ${update}(${tag}${outer} *b, ${draft.type()} by)\n{\n  b->at.x += by * b->mass;\n  b->at.y -= 0.1f * by;\n  b->v[b->id % 3] *= by;\n  b->mass++;\n  (*b).mass /= 1.7;\n}`,
  );
  const [one, many, copy, pointer] = [draft.name('s'), draft.name('bodies'), draft.name('copy'), draft.name('ptr')];
  body.push(
    `  ${tag}${outer} ${one} = ${make}(${e.real(scope, 1)}, ${e.real(scope, 1)}, 1);`,
    `  ${tag}${outer} ${many}[3];`,
    `  for (int i = 0; i < 3; i++) { ${many}[i] = ${make}(0.1 * (i + 1), ${e.factor(scope, 1)}, i); ${update}(&${many}[i], 0.7); }`,
    `  ${tag}${outer} ${copy} = ${many}[1];`,
    `  ${tag}${outer} *${pointer} = &${many}[2];`,
    `  ${pointer}->at.x = ${pointer}->at.y = ${one}.mass * 0.3;`,
    `  ${update}(&${one}, ${apply}(${many}[0]) * 0.25);`,
  );
  if (language === 'c') {
    const designated = draft.name('d');
    body.push(
      `  ${tag}${inner} ${designated} = {.y = 0.1, .x = ${e.real(scope, 1)}};`,
      `  ${copy}.at = ${designated};`,
    );
  }
  scope.declare(`${one}.at.x`, 'double');
  scope.declare(`${many}[n % 3].v[1]`, 'double');
  scope.reals.push(`${pointer}->mass`);
  draft.print(
    'structs',
    `${one}.at.x`,
    `${one}.v[1]`,
    `${many}[2].at.x`,
    `${copy}.mass`,
    `${apply}(${copy})`,
    `${pointer}->at.y`,
  );
};

const heap: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [fill, reduce, a, b, type] = [
    draft.global('fill'),
    draft.global('reduce'),
    draft.name('h'),
    draft.name('h'),
    e.pick(['double', 'float', 'double', `${draft.prefix}real`]),
  ];
  const inner = new Scope();
  inner.reals.push('scale', 'p[0]');
  inner.integers.push('i');
  inner.functions.push(...scope.functions);
  inner.macros.push(...scope.macros);
  top.push(
    `static void ${fill}(${type} *p, int count, ${draft.type()} scale)\n{\n  p[0] = scale;\n  for (int i = 1; i < count; i++) p[i] = ${e.real(inner, 2)} / (1.5 + fabs(p[i - 1]));\n}`,
    `static ${draft.type()} ${reduce}(const ${type} *p, int count)\n{\n  ${draft.type()} total = 0;\n  const ${type} *end = p + count;\n  while (p != end) total += *p++ * 0.3;\n  return total;\n}`,
  );
  body.push(
    `  ${type} *${a} = (${type} *) malloc(8 * sizeof(${type}));`,
    `  ${type} *${b} = (${type} *) ${e.pick([`calloc(8, sizeof(${type}))`, `malloc(8 * sizeof *${a})`])};`,
    `  ${fill}(${a}, 8, ${e.real(scope, 1)});`,
    e.chance(0.5) ? `  memcpy(${b}, ${a}, 8 * sizeof(${type}));` : `  for (int i = 0; i < 8; i++) ${b}[i] = ${a}[i];`,
    e.chance(0.5) ? `  memset(${a}, 0, 4 * sizeof(${type}));` : `  *(${a} + 1) -= ${b}[2];`,
    `  ${b}[3] = ${b}[3] + ${reduce}(${a}, 8); *${b} *= 1.1;`,
  );
  draft.print('heap', `${b}[3]`, `${a}[7]`, `${reduce}(${b} + 2, 4)`, `*${b}`);
  body.push(`  free(${a});`, `  free(${b});`);
};

const integers: Part = (draft) => {
  const { e, body, scope } = draft;
  const [k, c, x] = [draft.name('k'), draft.name('c'), draft.name('x')];
  body.push(
    `  ${draft.type()} ${x} = ${e.real(scope, 1)};`,
    `  ${x} = ${x} / (1.5 + fabs(${x}));`,
    `  int ${k} = (int)(${x} * 7), ${c} = 0;`,
    `  ${k} += ${x} * 2.5;`,
    `  if (${x} > 0.25) ${c} = 3; else if (${x}) ${c}++;`,
    `  for (${x} = 0; ${x} < 1; ${x} += 0.1) { ${c}++; if (${c} > 30) break; }`,
    `  ${x} += ${k} / 2 + ${c} % 3 * 0.5;`,
    `  switch (${c} % 3) { case 0: ${x} -= 0.1; break; case 1: ${x} = -${x}; default: ${x} += 1; }`,
    `  do { ${x} *= 0.5; } while (${x} > 1.7 || ${x} < -1.7);`,
    `  ${x} = !${x} ? 1 : ${x} - !!${k};`,
  );
  scope.declare(x, 'double');
  scope.integers.push(c);
  draft.print('integers', x, `(double)${k}`, `1.0 * ${c} * ${x}`);
};

/** References where the language has them, pointers to scalars where not. */
const outParameters: Part = (draft) => {
  const { e, top, body, scope, language } = draft;
  const [fn, a, b, swap] = [draft.global('out'), draft.name('o'), draft.name('o'), draft.global('swap')];
  const type = draft.type();
  const reference = language !== 'c' && e.chance(0.6);
  const p = reference ? 'r' : '(*r)';
  top.push(
    `static void ${fn}(${type} x, ${type} ${reference ? '&' : '*'}r)\n{\n  ${p} += x * 0.5;\n  ${p} = ${p} - 0.1f;\n  if (${p} > 1) ${p}--;\n  ${type} ${reference ? '&' : '*'}again = ${reference ? '' : ''}r;\n  ${reference ? 'again' : '*again'} *= 0.9;\n}`,
    `static void ${swap}(${type} *p, ${type} *q) { ${type} t = *p; *p = *q; *q = t * 1.0; }`,
  );
  body.push(
    `  ${type} ${a} = ${e.real(scope, 1)}, ${b} = ${e.real(scope, 1)};`,
    `  ${fn}(${e.real(scope, 1)}, ${reference ? '' : '&'}${a});`,
    `  ${fn}(${b}, ${reference ? '' : '&'}${b});`,
    `  ${swap}(&${a}, &${b});`,
    `  *(n > 2 ? &${a} : &${b}) += 0.3;`,
  );
  scope.declare(a, type);
  draft.print('out', a, b, `${a} - ${b}`);
};

const reductions: Part = (draft) => {
  const { e, body, scope } = draft;
  const [s, c, y, t, h] = [draft.name('s'), draft.name('c'), draft.name('y'), draft.name('t'), draft.name('h')];
  body.push(
    `  ${draft.type()} ${s} = 0.0, ${c} = 0.0f;`,
    `  for (int i = 1; i <= 20; i++) {\n    ${draft.type()} ${y} = 1.0 / i - ${c};\n    ${draft.type()} ${t} = ${s} + ${y};\n    ${c} = (${t} - ${s}) - ${y};\n    ${s} = ${t};\n  }`,
    `  ${draft.type()} ${h} = 0.1;`,
    `  for (int i = 0; i < 6; i++) ${h} = ${h} * ${e.realLeaf(scope)} * 0.3 + ${e.pick(['1.0 / (i + 1)', '1.f / (2 * i + 1)', '(i + 1) / 7.0', '(double)i / 3'])};`,
  );
  draft.print('reductions', s, c, h, `${s} * ${h}`);
};

export const commonParts: readonly Part[] = [
  soup,
  soup,
  localArrays,
  globals,
  structs,
  heap,
  integers,
  outParameters,
  reductions,
];
