/** Counts the significant digits that a program prints: smaller differences are invisible in its output. */

/** With fewer printed digits the error of fp32 is hidden. */
export const FEW_DIGITS = 8;

/** A number with a fraction or an exponent; whole numbers are exact however short they are. */
const NUMBER = /(?<![\w.])[-+]?(\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?(?![\w.])/g;

/** The smallest and largest number of significant digits in a text; null if no number has a fraction. */
export function printedDigits(text: string): { readonly fewest: number; readonly most: number } | null {
  let [fewest, most] = [Number.POSITIVE_INFINITY, 0];
  for (const [, mantissa] of text.matchAll(NUMBER)) {
    const digits = mantissa!.replace('.', '').replace(/^0+/, '').length;
    if (digits === 0) continue; // a zero is exact
    fewest = Math.min(fewest, digits);
    most = Math.max(most, digits);
  }
  return most === 0 ? null : { fewest, most };
}
