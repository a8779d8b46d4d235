/**
 * Small random programs: a seed and a language give the text of one program as declarations with a prefix of their own and an
 * entry function, so that several share one translation unit and one build. No undefined behaviour, no uninitialised reads, no
 * races; every result is printed with all its bits.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { seededRandom } from '../../src/support/random.js';
import { ExpressionGenerator, type Language, Scope } from './expression-generator.js';
import { cplusplusParts } from './generate-cplusplus.js';
import { cudaParts } from './generate-cuda.js';
import { traitsFor } from './traits/index.js';

export type { Language } from './expression-generator.js';

export interface GeneratedProgram {
  readonly name: string;
  readonly language: Language;
  readonly text: string;
  /** Headers its unit needs beside those every unit has. */
  readonly headers: readonly string[];
  /** Text of other files beside the unit, by file name: units that are built with it, headers that these include. */
  readonly files: ReadonlyMap<string, string>;
}

/** One program while it is made. */
export class ProgramDraft {
  readonly e: ExpressionGenerator;
  /** Declarations at file scope. */
  readonly top: string[] = [];
  /** Statements of the entry function. */
  readonly body: string[] = [];
  /** What the entry function can name. */
  readonly scope = new Scope();
  /** Headers the unit needs beside those every unit has. */
  readonly headers = new Set<string>();
  private readonly files = new Map<string, string[]>();
  private counter = 0;

  constructor(
    readonly prefix: string,
    readonly language: Language,
    random: () => number,
  ) {
    this.e = new ExpressionGenerator(random, language);
  }

  name(stem: string): string {
    return `${stem}${this.counter++}`;
  }

  global(stem: string): string {
    return `${this.prefix}${this.name(stem)}`;
  }

  /** A floating type, in one of the ways programs name it. */
  type(): string {
    const kind = this.e.integer(0, 9);
    if (kind < 6) return 'double';
    if (kind < 8) return 'float';
    return kind === 8 ? `${this.prefix}real` : `${this.prefix}REAL`;
  }

  /** The lines of another file beside the unit; programs that share a build add to the same one. */
  file(name: string): string[] {
    const lines = this.files.get(name) ?? [];
    this.files.set(name, lines);
    return lines;
  }

  otherFiles(): Map<string, string> {
    return new Map([...this.files].map(([name, lines]) => [name, `${lines.join('\n')}\n`]));
  }

  print(label: string, ...values: string[]): void {
    const formats = values.map((_, index) => (index % 2 === 1 ? '%a' : '%.17g')).join(' ');
    this.body.push(`  printf("${label} ${formats}\\n", ${values.join(', ')});`);
  }
}

export type Part = (draft: ProgramDraft) => void;

/** `traits`: draw from this file of traits alone, and often; without it a program has one or two of any. */
export function generateProgram(
  seed: number,
  language: Language,
  traits?: string,
  engine?: 'native' | 'wasm' | 'cuda',
): GeneratedProgram {
  const prefix = `p${seed}_`;
  const draft = new ProgramDraft(prefix, language, seededRandom(seed * 7919 + language.length));
  const { e, scope } = draft;
  draft.top.push(
    `typedef ${e.pick(['double', 'double', 'float'])} ${prefix}real;`,
    `#define ${prefix}REAL ${e.pick(['double', 'double', 'float'])}`,
  );
  declareMacros(draft);
  declareFunctions(draft);
  scope.integers.push('n');
  declareScalars(draft);
  const parts: readonly Part[] =
    language === 'c'
      ? commonParts
      : language === 'c++'
        ? [...commonParts, ...cplusplusParts, ...cplusplusParts]
        : [...commonParts, ...cudaParts, ...cudaParts, ...cudaParts];
  for (let count = e.integer(3, 5); count > 0; count--) e.pick(parts)(draft);
  if (language === 'cuda') e.pick(cudaParts)(draft);
  const eligible = traitsFor(language, traits, engine);
  for (let count = eligible.length === 0 ? 0 : e.integer(1, traits ? 3 : 2); count > 0; count--)
    e.pick(eligible)(draft);
  const entry = `${language === 'c' ? 'static ' : ''}void ${prefix}run(int n)\n{\n${draft.body.join('\n')}\n}\n`;
  return {
    name: `${prefix}run`,
    language,
    text: `${draft.top.join('\n')}\n${entry}`,
    headers: [...draft.headers],
    files: draft.otherFiles(),
  };
}

const HEADERS: Readonly<Record<Language, readonly string[]>> = {
  c: ['math.h', 'stdio.h', 'stdlib.h', 'string.h'],
  'c++': ['math.h', 'cmath', 'cstdio', 'cstdlib', 'cstring', 'algorithm', 'array', 'vector', 'utility'],
  cuda: ['cmath', 'cstdio', 'cstdlib', 'cstring', 'algorithm', 'vector', 'cuda_runtime.h'],
};

/** One unit with several programs and the main that runs them all, each under a heading. */
function joinPrograms(programs: readonly GeneratedProgram[]): string {
  const names = new Set([...HEADERS[programs[0]!.language], ...programs.flatMap((program) => program.headers)]);
  const headers = [...names].map((header) => `#include <${header}>\n`).join('');
  const calls = programs.map(({ name }) => `  printf("== ${name}\\n");\n  ${name}(n);\n`).join('');
  return `${headers}\n${programs.map(({ text }) => text).join('\n')}\nint main(int argc, char **argv)\n{\n  int n = argc > 1 ? atoi(argv[1]) : 3;\n${calls}  return 0;\n}\n`;
}

const fileExtension: Readonly<Record<Language, string>> = { c: 'c', 'c++': 'cpp', cuda: 'cu' };

/** Writes programs that share a build into a folder; the sources to build, as paths. */
export function writePrograms(folder: string, programs: readonly GeneratedProgram[]): string[] {
  const texts = new Map([[`unit.${fileExtension[programs[0]!.language]}`, joinPrograms(programs)]]);
  for (const { files } of programs)
    for (const [name, text] of files) texts.set(name, `${texts.get(name) ?? ''}${text}`);
  for (const [name, text] of texts) fs.writeFileSync(path.join(folder, name), text, 'latin1');
  return [...texts.keys()].filter((name) => /\.(?:c|cpp|cu)$/.test(name)).map((name) => path.join(folder, name));
}

/** The program's arguments: a number the compiler cannot see, so that nothing is folded away. */
export const programArguments: readonly string[] = ['3'];

function declareMacros({ e, top, prefix, scope }: ProgramDraft): void {
  const names = {
    square: `${prefix}SQUARE`,
    mix: `${prefix}MIX`,
    twist: `${prefix}TWIST`,
    half: `${prefix}HALF`,
    eps: `${prefix}EPS`,
  };
  top.push(
    `#define ${names.square}(x) ((x) * (x))`,
    `#define ${names.mix}(a, b) ((a) + ${e.pick(['0.25', '0.3f', '.125'])} * ((b) - (a)))`,
    `#define ${names.twist}(x) (${names.mix}(x, ${e.literal()}) - ${names.half} * ${names.square}((x) * 0.5))`,
    `#define ${names.half} ${e.pick(['0.5', '(1.0/2.0)', '0.45f', '0.1'])}`,
    `#define ${names.eps} ${e.pick(['1e-3', '0.001f', '(1e-2 / 3)'])}`,
  );
  scope.macros.push(
    { name: names.square, parameters: 1 },
    { name: names.mix, parameters: 2 },
    { name: names.twist, parameters: 1 },
  );
  scope.reals.push(names.half, names.eps);
}

/** A chain of functions of numbers, each free to call the ones before it. */
function declareFunctions(draft: ProgramDraft): void {
  const { e, top, scope } = draft;
  const prefix = draft.language === 'cuda' ? '__host__ __device__ ' : e.chance(0.5) ? 'static ' : '';
  for (let count = e.integer(1, 3); count > 0; count--) {
    const name = draft.global('f');
    const parameters = Array.from({ length: e.integer(1, 3) }, () => ({ type: draft.type(), name: draft.name('a') }));
    const inner = scope.inner();
    for (const one of parameters) inner.declare(one.name, one.type);
    const local = draft.name('t');
    const localType = draft.type();
    const lines = [`  ${localType} ${local} = ${e.real(inner, 2)};`];
    inner.declare(local, localType);
    if (e.chance(0.4)) lines.push(`  if (${e.condition(inner, 1)}) return ${e.pick([e.literal(), e.real(inner, 1)])};`);
    lines.push(e.statements(inner, e.integer(0, 2), 1));
    lines.push(`  return ${e.real(inner, 2)};`);
    const returned = draft.type();
    if (e.chance(0.3))
      top.push(
        `${prefix}${returned} ${name}(${parameters.map((one) => `${one.type} ${e.chance(0.5) ? one.name : ''}`).join(', ')});`,
      );
    top.push(
      `${prefix}${returned} ${name}(${parameters.map((one) => `${one.type} ${one.name}`).join(', ')})\n{\n${lines.join('\n')}\n}`,
    );
    scope.functions.push({ name, parameters: parameters.length });
  }
}

/** Several variables of one type in one declaration, then soup. */
function declareScalars(draft: ProgramDraft): void {
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
