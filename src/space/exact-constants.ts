/** Whether a literal (`0.0`, `1`, `-0.5f`, `0x1p-1`) is exact in fp16 and bf16, and thus in every format. */
export function isExactEverywhere(text: string): boolean {
  const plain = text
    .replace(/['\s()+-]/g, (character) => (/[-+]/.test(character) ? character : ''))
    .replace(/^[-+]+/, '');
  return isExactNumber(readNumber(plain));
}

/** The same for a number; false for NaN. */
export function isExactNumber(value: number): boolean {
  const size = Math.abs(value);
  if (size === 0) return true;
  if (!(size >= 2 ** -14 && size <= 65504)) return false;
  return Number.isInteger((size / 2 ** Math.floor(Math.log2(size))) * 2 ** 7);
}

function readNumber(text: string): number {
  const hexadecimal = /^0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)(?:[pP]([-+]?\d+))?[fFlLuU]*$/.exec(text);
  if (!hexadecimal) return Number(text.replace(/[fFlLuU]+$/, ''));
  const [, whole, fraction, exponent] = hexadecimal;
  return Number.parseInt(`${whole}${fraction}`, 16) * 2 ** (Number(exponent ?? 0) - 4 * fraction!.length);
}
