/** Integer expressions as sums of products: `(rows + 1) * 2` is 2·rows + 2, `blockIdx.x * blockDim.x` is one product. */

export interface LinearForm {
  readonly constant: number;
  /** Product of names, in alphabetical order → coefficient. */
  readonly terms: ReadonlyMap<string, number>;
}

export const PRODUCT = ' * ';

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

export function product(a: LinearForm, b: LinearForm): LinearForm {
  let all = constantForm(a.constant * b.constant);
  for (const [one, count] of a.terms) {
    if (b.constant !== 0) all = sum(all, symbolForm(one), count * b.constant);
    for (const [other, times] of b.terms) {
      const symbol = [...one.split(PRODUCT), ...other.split(PRODUCT)].sort().join(PRODUCT);
      all = sum(all, symbolForm(symbol), count * times);
    }
  }
  for (const [other, times] of b.terms) if (a.constant !== 0) all = sum(all, symbolForm(other), times * a.constant);
  return all;
}

export function isConstant({ terms }: LinearForm): boolean {
  return terms.size === 0;
}

/** The form without one of its terms, and the term's coefficient. */
export function without(form: LinearForm, symbol: string): { readonly count: number; readonly rest: LinearForm } {
  const count = form.terms.get(symbol) ?? 0;
  return { count, rest: sum(form, symbolForm(symbol), -count) };
}

/** Replaces every name that `meaning` gives a form for; null if such a name is a factor of a product. */
export function substituted(form: LinearForm, meaning: (symbol: string) => LinearForm | null): LinearForm {
  let all = constantForm(form.constant);
  for (const [symbol, count] of form.terms) {
    const factors = symbol.split(PRODUCT).map((one) => meaning(one) ?? symbolForm(one));
    all = sum(all, factors.reduce(product), count);
  }
  return all;
}
