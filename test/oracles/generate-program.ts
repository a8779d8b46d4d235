/**
 * Small random programs: a seed and a language give the text of one program as declarations with a prefix of their own and an
 * entry function, so that several share one translation unit and one build. No undefined behaviour, no uninitialised reads, no
 * races; every result is printed with all its bits.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { seededRandom } from '../../src/support/random.js';
import { commonParts, declareScalars } from './common-parts.js';
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
