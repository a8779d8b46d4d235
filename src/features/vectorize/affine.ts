/**
 * The dependence of a loop's addresses and bounds on its counter and the function's parameters: linear forms whose symbols are C text, or
 * the loop's counter.
 */
import {
  coefficient,
  constantForm,
  isConstant,
  type LinearForm,
  product,
  sum,
  without,
} from '../../numerics/linear-form.js';

/** The symbol of the user's loop counter. */
export const COUNTER = '#';

export function scale(form: LinearForm, factor: number): LinearForm {
  return sum(constantForm(0), form, factor);
}

/** The product, multiplied out for a canonical form; null if the counter is multiplied with a non-constant. */
export function multiply(a: LinearForm, b: LinearForm): LinearForm | null {
  const hasCounter = coefficient(a, COUNTER) !== 0 || coefficient(b, COUNTER) !== 0;
  return hasCounter && !isConstant(a) && !isConstant(b) ? null : product(a, b);
}

/** Replaces the counter, also in the text of other symbols. */
export function withCounter(form: LinearForm, by: LinearForm): LinearForm {
  const { count, rest } = without(form, COUNTER);
  const text = bracketed(by);
  const terms = [...rest.terms].map(([symbol, times]) => [symbol.replaceAll(COUNTER, text), times] as const);
  return sum({ ...rest, terms: new Map(terms) }, by, count);
}

/** Whether the value changes with the counter. */
export function dependsOnCounter({ terms }: LinearForm): boolean {
  return [...terms.keys()].some((symbol) => symbol.includes(COUNTER));
}

/** As an operand of any operator. */
export function bracketed(form: LinearForm): string {
  const text = linearText(form);
  return /^(?:\w+|#)$/.test(text) ? text : `(${text})`;
}

/** Divides all coefficients and the constant; null if there is a remainder. */
export function divide(form: LinearForm, by: number): LinearForm | null {
  const terms = new Map([...form.terms].map(([symbol, count]) => [symbol, count / by]));
  const constant = form.constant / by;
  return [constant, ...terms.values()].every(Number.isInteger) ? { constant, terms } : null;
}

/** C text: `n - 1`, `y * w + 3`. */
export function linearText(form: LinearForm): string {
  const terms = [...form.terms].map(([symbol, count]) => ({
    negative: count < 0,
    text: Math.abs(count) === 1 ? symbol : `${Math.abs(count)} * ${symbol}`,
  }));
  // positive terms come first, so that the text rarely begins with a sign
  terms.sort((x, y) => Number(x.negative) - Number(y.negative));
  if (form.constant !== 0 || terms.length === 0)
    terms.push({ negative: form.constant < 0, text: String(Math.abs(form.constant)) });
  return terms
    .map(({ negative, text }, at) => (at === 0 ? (negative ? `-${text}` : text) : `${negative ? '-' : '+'} ${text}`))
    .join(' ');
}
