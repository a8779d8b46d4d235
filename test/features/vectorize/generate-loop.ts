/**
 * Random loops for the oracle of `mantissa vectorize`. A loop is generated as a tree and printed twice: as the C function that is vectorised, with
 * as few brackets as C allows, and as its meaning in a format: C++ on the classes of against-source.h, with every bracket.
 */
import { seededRandom } from '../../../src/support/random.js';

export interface GeneratedLoop {
  readonly name: string;
  /** The C function, and the static functions that it calls. */
  readonly source: string;
  /** The same as C++ on `number`. */
  readonly meaning: string;
}

/** The same expression in C and as its meaning; `binding` is the precedence of the C text. */
interface Both {
  readonly c: string;
  readonly meaning: string;
  readonly binding: number;
  /** Whether the compiler knows its value. */
  readonly isConstant?: boolean;
  /** Whether fp16 computes it in float, because it comes of a count or of a constant beyond the range. */
  readonly isFloat?: boolean;
}

/** What an expression is made of; `variable` is never a constant. */
interface Leaves {
  any(): Both;
  variable(): Both;
}

const [CONDITION, LOGIC, COMPARISON, SUM, PRODUCT, UNARY, PRIMARY] = [0, 1, 2, 3, 4, 5, 6];
const LITERALS = ['0.5f', '0.25f', '2.0f', '3.0f', '0.1f', '1.5f', '0.3333f', '7.0f', '16.0f', '1.0f', '0.0f', '1e-3f'];
const BEYOND = ['1e-8f', '70000.5f'];
const FUNCTIONS = [
  'sqrtf',
  'fabsf',
  'expf',
  'exp2f',
  'sinf',
  'cosf',
  'tanhf',
  'floorf',
  'ceilf',
  'truncf',
  'roundf',
  'log1pf',
  'expm1f',
  'cbrtf',
  'erff',
];
const FUNCTIONS_OF_TWO = ['fminf', 'fmaxf', 'copysignf', 'powf', 'atan2f', 'hypotf', 'fmodf'];
const FIELDS = ['x', 'y', 'z', 'w'];

/** Declarations of the records that loops use, in C and in C++. */
export const RECORDS = [2, 3, 4]
  .map((count) => `struct rec${count} { float ${FIELDS.slice(0, count).join(', ')}; };`)
  .join('\n');

/** What a loop may contain besides arithmetic; each is switched on in half of the loops. */
const TRAITS = [
  'selects',
  'functions',
  'counters',
  'parity',
  'strides',
  'records',
  'neighbours',
  'rows',
  'guards',
  'beyond',
  'helpers',
  'uniforms',
  'tables',
] as const;
export type LoopTrait = (typeof TRAITS)[number];

export function generateLoop(seed: number, only?: readonly LoopTrait[]): GeneratedLoop {
  return new LoopGenerator(seed, only).write();
}

class LoopGenerator {
  private readonly random: () => number;
  private readonly traits: ReadonlySet<LoopTrait>;
  private readonly name: string;
  private readonly locals: { name: string; version: number; isFloat: boolean }[] = [];
  private readonly c: string[] = [];
  private readonly meaning: string[] = [];
  /** Array parameters in order, with the type of their elements. */
  private readonly arrays = new Map<string, { type: string; written: boolean }>();
  private readonly helpers: { name: string; parameters: number; c: string; meaning: string }[] = [];
  private readonly leaves: Leaves = { any: () => this.leaf(), variable: () => this.load() };
  private readonly stride: number;
  private readonly fields: number;

  constructor(seed: number, only?: readonly LoopTrait[]) {
    this.random = seededRandom(seed * 7919 + 17);
    this.name = `loop${seed}`;
    this.traits = new Set(only ?? TRAITS.filter(() => this.random() < 0.4));
    this.stride = this.integer(2, 4);
    this.fields = this.integer(2, 4);
  }

  write(): GeneratedLoop {
    if (this.has('helpers')) this.addHelper();
    const statements = this.integer(1, 4);
    for (let at = 1; at < statements; at++) this.statement();
    const outputs = this.chance(0.3) ? 2 : 1;
    for (let at = 0; at < outputs; at++) this.output(`o${at}`);
    const begin = this.has('neighbours') || this.chance(0.3) ? this.integer(2, 5) : 0;
    const less = this.chance(0.3) ? this.integer(1, 2) : 0;
    const type = this.pick(['int', 'int', 'long', 'unsigned', 'size_t']);
    // n - 2 of an unsigned n would be large
    const lengthType = type === 'int' || type === 'long' ? 'int' : 'unsigned';
    const end = less > 0 && lengthType === 'int' ? `n - ${less}` : 'n';
    const head = `for (${type} i = ${begin}; i < ${end}; ${this.pick(['i++', '++i', 'i += 1'])}) {`;
    const parameters = (text: (array: string, type: string, written: boolean) => string) =>
      [...this.arrays].map(([array, { type: element, written }]) => text(array, element, written)).join(', ');
    const c = [
      ...this.helpers.map((one) => one.c),
      `void ${this.name}(${lengthType} n, int m, float s, ${parameters((array, element, written) => `${written ? '' : 'const '}${element} *restrict ${array}`)})`,
      '{',
      `  ${head}`,
      ...this.c.map((line) => `    ${line}`),
      '  }',
      '}',
    ];
    const meaning = [
      ...this.helpers.map((one) => one.meaning),
      `static void ${this.name}(${lengthType} n, int m, number s, ${parameters((array, element) => `${element === 'float' ? 'number' : element} *${array}`)}) {`,
      `  ${head}`,
      ...this.meaning.map((line) => `    ${line}`),
      '  }',
      '}',
    ];
    return { name: this.name, source: `${c.join('\n')}\n`, meaning: `${meaning.join('\n')}\n` };
  }

  private has(trait: LoopTrait): boolean {
    return this.traits.has(trait);
  }

  private chance(probability: number): boolean {
    return this.random() < probability;
  }

  private integer(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!;
  }

  /** A function of its own, which LLVM inlines. */
  private addHelper(): void {
    const name = `bend_${this.name}`;
    const names = ['u', 'v'];
    const variable = () => primary(this.pick(names));
    const leaves = {
      any: () => (this.chance(0.75) ? variable() : { ...primary(this.pick(LITERALS)), isConstant: true }),
      variable,
    };
    const value = this.variableExpression(2, leaves);
    const other = this.expression(1, leaves);
    const condition = this.condition(1, leaves);
    const isGuarded = this.chance(0.5);
    this.helpers.push({
      name,
      parameters: names.length,
      c: `static float ${name}(float u, float v)\n{\n${isGuarded ? `  if (${condition.c}) return ${other.c};\n` : ''}  return ${value.c};\n}`,
      meaning: `template <class U, class V> static auto ${name}(U u, V v) { return ${isGuarded ? `chosen(${condition.meaning}, ${other.meaning}, ${value.meaning})` : value.meaning}; }`,
    });
  }

  private statement(): void {
    const known = this.locals.length > 0 ? this.pick(this.locals) : null;
    const assigned = this.expression(2);
    if (known && this.has('guards') && !assigned.isFloat === !known.isFloat && this.chance(0.4)) {
      const condition = this.condition(1);
      const value = assigned;
      const before = versioned(known);
      known.version++;
      this.c.push(`if (${condition.c}) ${known.name} = ${value.c};`);
      this.meaning.push(
        `const auto ${versioned(known)} = chosen(${condition.meaning}, ${value.meaning}, ${before}); (void)${versioned(known)};`,
      );
      return;
    }
    if (known && this.chance(0.2)) {
      const operator = this.pick(['+', '-', '*']);
      const value = this.expression(1);
      const before = versioned(known);
      known.version++;
      known.isFloat ||= value.isFloat === true;
      this.c.push(`${known.name} ${operator}= ${value.c};`);
      this.meaning.push(
        `const auto ${versioned(known)} = ${before} ${operator} ${value.meaning}; (void)${versioned(known)};`,
      );
      return;
    }
    const value = this.variableExpression(2);
    const made = { name: `t${this.locals.length}`, version: 0, isFloat: value.isFloat === true };
    this.c.push(`float ${made.name} = ${value.c};`);
    this.meaning.push(`const auto ${made.name} = ${value.meaning}; (void)${made.name};`);
    this.locals.push(made);
  }

  private output(array: string): void {
    const value = this.variableExpression(3);
    if (this.has('records') && this.chance(0.4)) {
      this.arrays.set(array, { type: `struct rec${this.fields}`, written: true });
      const fields = FIELDS.slice(0, this.fields);
      for (const field of this.chance(0.8) ? fields : fields.slice(1)) {
        const one = field === fields[0] ? value : this.expression(1);
        this.c.push(`${array}[i].${field} = ${one.c};`);
        this.meaning.push(`${array}[i].${field} = number(${one.meaning});`);
      }
      return;
    }
    this.arrays.set(array, { type: 'float', written: true });
    const target = this.has('strides') && this.chance(0.3) ? `${array}[${this.stride} * i]` : `${array}[i]`;
    const operator = this.chance(0.2) ? this.pick(['+', '-', '*']) : '';
    const meaning = operator === '' ? value.meaning : `${target} ${operator} ${value.meaning}`;
    if (!this.has('guards') || this.chance(0.5)) {
      this.c.push(`${target} ${operator}= ${value.c};`);
      this.meaning.push(`${target} = number(${meaning});`);
      return;
    }
    const condition = this.condition(1);
    this.c.push(`if (${condition.c}) ${target} ${operator}= ${value.c};`);
    this.meaning.push(`if (${condition.meaning}) ${target} = number(${meaning});`);
  }

  private expression(depth: number, leaves: Leaves = this.leaves): Both {
    if (depth <= 0 || this.chance(0.1)) return leaves.any();
    const operand = () => this.expression(depth - 1, leaves);
    const variable = () => this.variableExpression(depth - 1, leaves);
    const kind = this.random();
    if (this.has('selects') && kind < 0.15) return this.select(depth, leaves);
    if (this.has('functions') && kind < 0.3) return this.call(depth, leaves);
    if (this.helpers.length > 0 && kind < 0.35) {
      const [a, b] = alike(variable(), variable(), leaves);
      const { name } = this.helpers[0]!;
      return {
        c: `${name}(${a.c}, ${b.c})`,
        meaning: `${name}(${a.meaning}, ${b.meaning})`,
        binding: PRIMARY!,
        isFloat: isFloat(a, b),
      };
    }
    if (kind < 0.42) {
      const inside = operand();
      return { ...inside, c: `-${bracketed(inside, PRIMARY!)}`, meaning: `-(${inside.meaning})`, binding: UNARY! };
    }
    const operator = this.pick(['+', '+', '+', '-', '-', '*', '*', '*', '/']);
    const [a, b] = [operand(), operand()];
    // what the compiler computes itself has another rounding
    const right = a.isConstant && b.isConstant ? leaves.variable() : b;
    const binding = operator === '+' || operator === '-' ? SUM! : PRODUCT!;
    const text = `${bracketed(a, binding)} ${operator} ${bracketed(right, binding + 1)}`;
    const isBracketed = this.chance(0.15);
    return {
      c: isBracketed ? `(${text})` : text,
      meaning: `(${a.meaning} ${operator} ${right.meaning})`,
      binding: isBracketed ? PRIMARY! : binding,
      isFloat: isFloat(a, right),
    };
  }

  /** Not a constant, which the compiler would compute with. */
  private variableExpression(depth: number, leaves: Leaves = this.leaves): Both {
    const made = this.expression(depth, leaves);
    return made.isConstant ? leaves.variable() : made;
  }

  private select(depth: number, leaves: Leaves): Both {
    const condition = this.condition(depth - 1, leaves);
    const [a, b] = alike(this.expression(depth - 1, leaves), this.expression(depth - 1, leaves), leaves);
    return {
      c: `${bracketed(condition, LOGIC!)} ? ${a.c} : ${b.c}`,
      meaning: `chosen(${condition.meaning}, ${a.meaning}, ${b.meaning})`,
      binding: CONDITION!,
      isFloat: isFloat(a, b),
    };
  }

  private call(depth: number, leaves: Leaves): Both {
    const argument = () => this.variableExpression(depth - 1, leaves);
    if (this.chance(0.15)) {
      const [a, b, c] = [argument(), argument(), argument()];
      return {
        c: `fmaf(${a.c}, ${b.c}, ${c.c})`,
        meaning: `fmaf_of(${a.meaning}, ${b.meaning}, ${c.meaning})`,
        binding: PRIMARY!,
        isFloat: isFloat(a, b, c),
      };
    }
    if (this.chance(0.4)) {
      const name = this.pick(FUNCTIONS_OF_TWO);
      // the sign of a NaN is nobody's
      const [a, b] = [argument(), name === 'copysignf' ? leaves.variable() : argument()];
      const text = `(${a.c}, ${b.c})`;
      const meaning = `${name}_of(${a.meaning}, ${b.meaning})`;
      return { c: `${name}${text}`, meaning, binding: PRIMARY!, isFloat: isFloat(a, b) };
    }
    const name = this.pick(FUNCTIONS);
    const inside = argument();
    const meaning = `${name}_of(${inside.meaning})`;
    return { c: `${name}(${inside.c})`, meaning, binding: PRIMARY!, isFloat: isFloat(inside) };
  }

  private condition(depth: number, leaves: Leaves = this.leaves): Both {
    if (depth > 0 && this.chance(0.3)) {
      const operator = this.pick(['&&', '||']);
      const [a, b] = [this.condition(depth - 1, leaves), this.condition(depth - 1, leaves)];
      const text = (one: Both) => (one.binding === LOGIC ? `(${one.c})` : one.c);
      return {
        c: `${text(a)} ${operator} ${text(b)}`,
        meaning: `(${a.meaning} ${operator} ${b.meaning})`,
        binding: LOGIC!,
      };
    }
    if (this.chance(0.1)) {
      const inside = this.condition(depth - 1, leaves);
      return { c: `!(${inside.c})`, meaning: `!(${inside.meaning})`, binding: UNARY! };
    }
    if (this.has('parity') && leaves === this.leaves && this.chance(0.4)) {
      const text = this.pick(['i % 2 == 0', '(i & 1) != 0', 'i % 4 < 2', '(i & 3) == 1']);
      return { c: text, meaning: `(${text})`, binding: COMPARISON! };
    }
    const [left, b] = [this.variableExpression(depth, leaves), this.expression(depth, leaves)];
    const operator = this.pick(['<', '>', '<=', '>=', '==', '!=']);
    return {
      c: `${bracketed(left, SUM!)} ${operator} ${bracketed(b, SUM!)}`,
      meaning: `(${left.meaning} ${operator} ${b.meaning})`,
      binding: COMPARISON!,
    };
  }

  private leaf(): Both {
    const kind = this.random();
    if (kind < 0.2 && this.locals.length > 0) {
      const local = this.pick(this.locals);
      return { c: local.name, meaning: versioned(local), binding: PRIMARY!, isFloat: local.isFloat };
    }
    if (kind < 0.35) return this.literal();
    if (kind < 0.45 && this.has('uniforms')) return primary('s');
    if (kind < 0.52 && this.has('counters')) return this.counter();
    return this.load();
  }

  private literal(): Both {
    if (this.has('beyond') && this.chance(0.15)) {
      const text = this.pick(BEYOND);
      return { c: text, meaning: `BEYOND(${text})`, binding: PRIMARY!, isConstant: true, isFloat: true };
    }
    return { ...primary(this.pick(LITERALS)), isConstant: true };
  }

  private counter(): Both {
    const text = this.pick(['i', 'i', 'n', 'm', '(2 * i + 1)', '(i + m)']);
    return { c: `(float)${text}`, meaning: `COUNT(${text})`, binding: UNARY!, isFloat: true };
  }

  private load(): Both {
    const kind = this.random();
    if (this.has('records') && kind < 0.3) {
      this.read('q', `struct rec${this.fields}`);
      return primary(`q[i].${this.pick(FIELDS.slice(0, this.fields))}`);
    }
    if (this.has('strides') && kind < 0.5) {
      this.read('d', 'float');
      const offset = this.integer(0, this.stride - 1);
      return primary(`d[${this.stride} * i${offset > 0 ? ` + ${offset}` : ''}]`);
    }
    if (this.has('tables') && kind < 0.6) {
      this.read('w', 'float');
      return primary(this.pick(['w[0]', 'w[3]', 'w[m]', 'w[m + 1]']));
    }
    const array = this.pick(['a', 'b', 'c']);
    this.read(array, 'float');
    if (this.has('neighbours') && this.chance(0.5)) {
      const offset = this.pick([-2, -1, 1, 2]);
      return primary(`${array}[i ${offset < 0 ? '-' : '+'} ${Math.abs(offset)}]`);
    }
    if (this.has('rows') && this.chance(0.4))
      return primary(`${array}[${this.pick(['i + m', 'm * 8 + i', '40 * m + i'])}]`);
    return primary(`${array}[i]`);
  }

  private read(array: string, type: string): void {
    if (!this.arrays.has(array)) this.arrays.set(array, { type, written: false });
  }
}

function isFloat(...operands: readonly Both[]): boolean {
  return operands.some((one) => one.isFloat);
}

/** Both in float or neither: an operation on a choice of the two may be computed on each of them first. */
function alike(a: Both, b: Both, leaves: Leaves): [Both, Both] {
  if (!a.isFloat === !b.isFloat) return [a, b];
  return a.isFloat ? [leaves.variable(), b] : [a, leaves.variable()];
}

function primary(text: string): Both {
  return { c: text, meaning: text, binding: PRIMARY! };
}

function bracketed({ c, binding }: Both, least: number): string {
  return binding < least ? `(${c})` : c;
}

function versioned({ name, version }: { name: string; version: number }): string {
  return version === 0 ? name : `${name}_${version}`;
}
