/** Integers as sums of products: the dependence of a loop's addresses and bounds on its counter and the function's parameters. */
export interface Affine {
  readonly constant: number;
  /** Factor of each symbol: `#` is the loop's counter, all others are C text. */
  readonly factors: ReadonlyMap<string, number>;
}

/** The symbol of the user's loop counter. */
export const COUNTER = '#';

export function constantAffine(constant: number): Affine {
  return { constant, factors: new Map() };
}

export function symbolAffine(text: string): Affine {
  return { constant: 0, factors: new Map([[text, 1]]) };
}

export function add(a: Affine, b: Affine, timesB = 1): Affine {
  const factors = new Map(a.factors);
  for (const [symbol, factor] of b.factors) {
    const sum = (factors.get(symbol) ?? 0) + timesB * factor;
    if (sum === 0) factors.delete(symbol);
    else factors.set(symbol, sum);
  }
  return { constant: a.constant + timesB * b.constant, factors };
}

export function scale(a: Affine, factor: number): Affine {
  return add(constantAffine(0), a, factor);
}

/** The product, multiplied out for a canonical form; null if the counter is multiplied with a non-constant. */
export function multiply(a: Affine, b: Affine): Affine | null {
  if (isConstant(a)) return scale(b, a.constant);
  if (isConstant(b)) return scale(a, b.constant);
  if (factorOf(a, COUNTER) !== 0 || factorOf(b, COUNTER) !== 0) return null;
  let sum = add(scale(a, b.constant), scale(b, a.constant));
  sum = { ...sum, constant: a.constant * b.constant };
  for (const [x, timesX] of a.factors)
    for (const [y, timesY] of b.factors) sum = add(sum, symbolAffine(productText(x, y)), timesX * timesY);
  return sum;
}

/** Factors in alphabetical order; a bracketed expression counts as one. */
function productText(x: string, y: string): string {
  const parts = [x, y].flatMap((one) => (one.includes('(') ? [one] : one.split(' * ')));
  return parts.sort().join(' * ');
}

export function factorOf(a: Affine, symbol: string): number {
  return a.factors.get(symbol) ?? 0;
}

/** The sum without the terms of a symbol. */
export function without(a: Affine, symbol: string): Affine {
  const factors = new Map(a.factors);
  factors.delete(symbol);
  return { constant: a.constant, factors };
}

/** Substitutes a symbol. */
export function substitute(a: Affine, symbol: string, by: Affine): Affine {
  const factor = factorOf(a, symbol);
  return factor === 0 ? a : add(without(a, symbol), by, factor);
}

export function isConstant(a: Affine): boolean {
  return a.factors.size === 0;
}

export function equal(a: Affine, b: Affine): boolean {
  const difference = add(a, b, -1);
  return difference.constant === 0 && difference.factors.size === 0;
}

/** Divides all factors and the constant; null if there is a remainder. */
export function divide(a: Affine, by: number): Affine | null {
  const factors = new Map([...a.factors].map(([symbol, factor]) => [symbol, factor / by]));
  const constant = a.constant / by;
  return [constant, ...factors.values()].every(Number.isInteger) ? { constant, factors } : null;
}

/** C text: `n - 1`, `y * w + 3`. */
export function affineText(a: Affine): string {
  const terms = [...a.factors].map(([symbol, factor]) => ({
    negative: factor < 0,
    text: Math.abs(factor) === 1 ? symbol : `${Math.abs(factor)} * ${symbol}`,
  }));
  // positive terms come first, so that the text rarely begins with a sign
  terms.sort((x, y) => Number(x.negative) - Number(y.negative));
  if (a.constant !== 0 || terms.length === 0)
    terms.push({ negative: a.constant < 0, text: String(Math.abs(a.constant)) });
  return terms
    .map(({ negative, text }, at) => (at === 0 ? (negative ? `-${text}` : text) : `${negative ? '-' : '+'} ${text}`))
    .join(' ');
}
