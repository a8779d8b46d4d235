/**
 * Random expressions, conditions and statements over the numbers in scope. Values stay of the order of one by construction: sums
 * and products are shallow, quotients have divisors away from zero, exponentials negative arguments.
 */
export type Language = 'c' | 'c++' | 'cuda';

export interface Callable {
  readonly name: string;
  readonly parameters: number;
}

/** What an expression may name. */
export class Scope {
  readonly reals: string[] = [];
  /** The assignable ones, with the type each is declared with. */
  readonly variables: { readonly text: string; readonly type: string }[] = [];
  readonly integers: string[] = [];
  readonly functions: Callable[] = [];
  readonly macros: Callable[] = [];

  inner(): Scope {
    const scope = new Scope();
    scope.reals.push(...this.reals);
    scope.variables.push(...this.variables);
    scope.integers.push(...this.integers);
    scope.functions.push(...this.functions);
    scope.macros.push(...this.macros);
    return scope;
  }

  declare(text: string, type: string): void {
    this.reals.push(text);
    this.variables.push({ text, type });
  }
}

export class ExpressionGenerator {
  constructor(
    private readonly random: () => number,
    private readonly language: Language,
  ) {}

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  integer(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!;
  }

  /** A number in about [0.1, 3], in one of C's spellings. */
  literal(): string {
    const value = 0.1 + this.random() * 2.9;
    switch (this.integer(0, 11)) {
      case 0:
        return String(this.integer(1, 4));
      case 1:
        return `${this.integer(1, 3)}.0`;
      case 2:
        return `${value.toFixed(2)}f`;
      case 3:
        return `${this.integer(1, 3)}.f`;
      case 4:
        return `.${this.integer(1, 9)}`;
      case 5:
        return `${value.toFixed(3)}e0`;
      case 6:
        return this.language === 'c' ? `0x1.${this.integer(1, 9)}p-1` : `${(value * 10).toFixed(1)}e-1`;
      case 7:
        return `${this.integer(1, 9)}E-1F`;
      default:
        return String(Number(value.toPrecision(this.integer(1, 17))));
    }
  }

  leaf(scope: Scope): string {
    const kind = this.random();
    if (kind < 0.68 && scope.reals.length > 0) return this.pick(scope.reals);
    if (kind < 0.78 && scope.integers.length > 0) return this.pick(scope.integers);
    return this.literal();
  }

  /** A leaf that is a floating number, so that no quotient is an integer's and no overload is ambiguous. */
  realLeaf(scope: Scope): string {
    return scope.reals.length > 0 ? this.pick(scope.reals) : '0.75';
  }

  real(scope: Scope, depth: number): string {
    if (depth <= 0) return this.leaf(scope);
    const a = () => this.real(scope, depth - 1);
    switch (this.integer(0, 21)) {
      case 0:
      case 1:
      case 2:
        return `(${a()} + ${a()})`;
      case 3:
      case 4:
        return `${this.factor(scope, depth - 1)} - ${this.factor(scope, depth - 1)}`;
      case 5:
      case 6:
      case 7:
        return `${this.factor(scope, depth - 1)} * ${this.factor(scope, depth - 1)}`;
      case 8:
        return `${this.factor(scope, depth - 1)} / ${this.pick(['3', '3.0', '1.7f', '2'])}`;
      case 9: {
        const divisor = this.realLeaf(scope);
        return `(${a()}) / (${divisor} * ${divisor} + ${this.pick(['1.5', '1.25f', '2'])})`;
      }
      case 10:
        return `-${this.factor(scope, depth - 1)}`;
      case 11:
        return `(${this.condition(scope, depth - 1)} ? ${a()} : ${a()})`;
      case 12:
        return this.cast(this.factor(scope, depth - 1));
      case 13:
      case 14:
        return this.unaryCall(scope, depth);
      case 15:
        return this.binaryCall(scope, depth);
      case 16:
      case 17: {
        const callables = [...scope.functions, ...scope.macros];
        if (callables.length === 0) return a();
        const { name, parameters } = this.pick(callables);
        return `${name}(${Array.from({ length: parameters }, a).join(', ')})`;
      }
      case 18:
        return scope.integers.length > 0 ? `(${this.pick(scope.integers)} / 2 + ${a()})` : a();
      case 19:
        return `(${this.pick(['1.0/3.0', '2 * 0.35', '0.1f + 0.2', '1.0f/3', '-(0.5 - 1.25)'])}) * ${this.factor(scope, depth - 1)}`;
      case 20:
        return `(${this.realLeaf(scope)} ${this.pick(['<', '>', '<=', '>='])} ${this.leaf(scope)}) * ${this.factor(scope, depth - 1)}`;
      default:
        return this.leaf(scope);
    }
  }

  /** Safe next to `*`, `/` and unary operators. */
  factor(scope: Scope, depth: number): string {
    const text = this.real(scope, depth);
    return /^[\w.]+$/.test(text) ? text : `(${text})`;
  }

  private cast(operand: string): string {
    const type = this.pick(['float', 'double']);
    if (this.language === 'c' || this.chance(0.6)) return `(${type})${operand}`;
    return this.chance(0.5) ? `${type}(${operand})` : `static_cast<${type}>(${operand})`;
  }

  private unaryCall(scope: Scope, depth: number): string {
    const inside = this.real(scope, depth - 1);
    const standard = this.language === 'c++' && this.chance(0.4) ? 'std::' : '';
    const f = this.chance(0.15) ? 'f' : '';
    switch (this.integer(0, 9)) {
      case 0:
        return `${standard}sqrt(${standard}fabs(${inside}))`;
      case 1:
        return `sqrt${f}(fabs${f}(${inside}) + ${this.literal()})`;
      case 2:
        return `${standard}exp(-fabs(${inside}))`;
      case 3:
        return `log${f}(fabs(${inside}) + 1.25)`;
      case 4:
        return `${standard}floor(${inside})`;
      case 5:
        return `fabs${f}(${inside})`;
      case 6:
        return `${standard}${this.pick(['atan', 'tanh', 'cbrt'])}(${inside})`;
      default:
        return `${standard}${this.pick(['sin', 'cos'])}(${inside})`;
    }
  }

  private binaryCall(scope: Scope, depth: number): string {
    const [a, b] = [this.real(scope, depth - 1), this.real(scope, depth - 1)];
    const standard = this.language === 'c++' && this.chance(0.4) ? 'std::' : '';
    const f = this.chance(0.15) ? 'f' : '';
    switch (this.integer(0, 8)) {
      case 0:
        return `${standard}pow(fabs(${a}) + 0.5, ${this.pick(['2', '2.0', '1.5f', '3', '0.5'])})`;
      case 1:
        return `${standard}pow(1.25, ${this.realLeaf(scope)})`;
      case 2:
        return `atan2${f}(${a}, ${b})`;
      case 3:
        return `hypot${f}(${a}, ${b})`;
      case 4:
        return `fmod(${a}, 2.5)`;
      case 5:
        return `copysign${f}(${a}, ${b})`;
      case 6:
        return `fmin${f}(${a}, ${b})`;
      case 7:
        return `fmax(${a}, ${b})`;
      default:
        return `fma${f}(${a}, ${b}, ${this.leaf(scope)})`;
    }
  }

  condition(scope: Scope, depth: number): string {
    const [a, b] = [this.real(scope, depth - 1), this.real(scope, depth - 1)];
    switch (this.integer(0, 8)) {
      case 0:
        return `${this.realLeaf(scope)} > ${this.literal()}`;
      case 1:
        return `!(${a} < ${b})`;
      case 2:
        return scope.integers.length > 0 ? `${this.pick(scope.integers)} % 2 == 0` : `${a} < ${b}`;
      case 3:
        return `${a} < ${b} && ${this.realLeaf(scope)} != 0`;
      case 4:
        return `${this.realLeaf(scope)} >= ${b} || ${this.realLeaf(scope)} == 1.0`;
      default:
        return `${a} ${this.pick(['<', '>', '<=', '>='])} ${b}`;
    }
  }

  /** One statement that changes a variable, or a small block. */
  statement(scope: Scope, depth: number): string {
    const { text: target } = this.pick(scope.variables);
    const value = () => this.real(scope, 2);
    switch (this.integer(0, 13)) {
      case 0:
        return `${target} += ${this.factor(scope, 1)} * ${this.literal()};`;
      case 1:
        return `${target} -= 0.25 * ${this.factor(scope, 1)};`;
      case 2:
        return `${target} *= ${this.pick(['0.5', '0.75f', '1.0/3.0', '-0.9'])};`;
      case 3:
        return `${target} /= ${this.pick(['2', '1.3', '1.7f', '3'])};`;
      case 4:
        return this.pick([`${target}++;`, `--${target};`, `++${target};`, `${target}--;`]);
      case 5: {
        const { text: other } = this.pick(scope.variables);
        return other === target ? `${target} = ${value()};` : `${target} = ${other} = ${value()};`;
      }
      case 6:
        if (depth > 0)
          return `if (${this.condition(scope, 1)}) { ${this.statement(scope, depth - 1)} } else ${this.statement(scope, depth - 1)}`;
        return `${target} = ${value()};`;
      case 7: {
        if (depth <= 0) return `${target} = ${value()};`;
        const counter = `k${depth}`;
        const inner = scope.inner();
        inner.integers.push(counter);
        return `for (int ${counter} = 0; ${counter} < ${this.integer(2, 5)}; ${counter}++) { ${this.statement(inner, depth - 1)} ${this.tame(scope)} }`;
      }
      case 8:
        return `${target} = 0.5 * ${target} + ${this.factor(scope, 2)};`;
      case 9:
        return this.chance(0.5)
          ? `${target} = ${this.literal()}, ${target} *= ${this.factor(scope, 1)};`
          : `if (${target}) ${target} = ${value()};`;
      default:
        return `${target} = ${value()};`;
    }
  }

  /** Brings a variable back to the order of one, differently for every value. */
  tame(scope: Scope): string {
    const { text } = this.pick(scope.variables);
    return this.pick([
      `${text} = ${text} / (1.5 + fabs(${text}));`,
      `${text} = 0.5 + sin(${text});`,
      `${text} = fmod(${text}, 3.0);`,
    ]);
  }

  statements(scope: Scope, count: number, depth: number): string {
    const lines = Array.from({ length: count }, () => `  ${this.statement(scope, depth)}`);
    const tamed = [...new Set(scope.variables.map((one) => one.text))]
      .slice(-4)
      .map((text) => `  ${text} = ${text} / (1.25 + fabs(${text}));`);
    return [...lines, ...tamed].join('\n');
  }
}
