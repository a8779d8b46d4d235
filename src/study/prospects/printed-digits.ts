/** How many digits a program prints of its numbers: what differs beyond them, nobody sees. */

/** With fewer digits than fp32 has itself, what it loses is not seen. */
export const FEW_DIGITS = 8;

/** A number with a fraction or an exponent; whole numbers are exact however short they are. */
const NUMBER = /(?<![\w.])[-+]?(\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?(?![\w.])/g;

/** Significant digits of the numbers in a text, the fewest and the most; null where it has none with a fraction. */
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
