/** Integer expressions as sums of products, multiplied out: `(rows + 1) * 2` is 2·rows + 2, `blockIdx.x * blockDim.x` is one product. */

export interface LinearForm {
  readonly constant: number;
  /** Product of names, in alphabetical order → coefficient. */
  readonly terms: ReadonlyMap<string, number>;
}

export const PRODUCT = ' * ';

/** The names in a product; text in brackets belongs to one name. */
export function factorsOf(symbol: string): string[] {
  const factors: string[] = [];
  for (const part of symbol.split(PRODUCT)) {
    const last = factors.at(-1);
    if (last !== undefined && depthOf(last) > 0) factors[factors.length - 1] = last + PRODUCT + part;
    else factors.push(part);
  }
  return factors;
}

function depthOf(text: string): number {
  return text.split(/[([]/).length - text.split(/[)\]]/).length;
}

export function constantForm(constant: number): LinearForm {
  return { constant, terms: new Map() };
}

export function symbolForm(symbol: string): LinearForm {
  return { constant: 0, terms: new Map([[symbol, 1]]) };
}

export function sum(a: LinearForm, b: LinearForm, times = 1): LinearForm {
  const terms = new Map(a.terms);
  for (const [symbol, count] of b.terms) {
    const total = (terms.get(symbol) ?? 0) + times * count;
    if (total === 0) terms.delete(symbol);
    else terms.set(symbol, total);
  }
  return { constant: a.constant + times * b.constant, terms };
}

/** Single names come before products: `width + row * width`. */
export function product(a: LinearForm, b: LinearForm): LinearForm {
  let all = sum(scaled(a.terms, b.constant), scaled(b.terms, a.constant));
  for (const [one, count] of a.terms)
    for (const [other, times] of b.terms) {
      const symbol = [...factorsOf(one), ...factorsOf(other)].sort().join(PRODUCT);
      all = sum(all, symbolForm(symbol), count * times);
    }
  return { ...all, constant: a.constant * b.constant };
}

function scaled(terms: LinearForm['terms'], by: number): LinearForm {
  return sum(constantForm(0), { constant: 0, terms }, by);
}

export function isConstant({ terms }: LinearForm): boolean {
  return terms.size === 0;
}

export function isEqual(a: LinearForm, b: LinearForm): boolean {
  const difference = sum(a, b, -1);
  return difference.constant === 0 && isConstant(difference);
}

export function coefficient(form: LinearForm, symbol: string): number {
  return form.terms.get(symbol) ?? 0;
}

/** The form without one of its terms, and the term's coefficient. */
export function without(form: LinearForm, symbol: string): { readonly count: number; readonly rest: LinearForm } {
  const count = coefficient(form, symbol);
  return { count, rest: sum(form, symbolForm(symbol), -count) };
}

/** Replaces every name that `meaning` gives a form for; null if such a name is a factor of a product. */
export function substituted(form: LinearForm, meaning: (symbol: string) => LinearForm | null): LinearForm {
  let all = constantForm(form.constant);
  for (const [symbol, count] of form.terms) {
    const factors = factorsOf(symbol).map((one) => meaning(one) ?? symbolForm(one));
    all = sum(all, factors.reduce(product), count);
  }
  return all;
}
