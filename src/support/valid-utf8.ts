import { isUtf8 } from 'node:buffer';

/** Control characters that are not white space. No source uses them, so that `case 'é'` in Latin-1 cannot collide with another case. */
const UNUSED = [1, 2, 3, 4, 5, 6, 7, 8, ...Array.from({ length: 18 }, (_, at) => 14 + at)];

/** The length of the UTF-8 character that starts with this byte; 0 if none does. */
function lengthFrom(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

/** The same text with an ASCII character for every byte that is not valid UTF-8, so that offsets stay the same. Null if all is valid. */
export function validUtf8(bytes: Buffer): Buffer | null {
  if (isUtf8(bytes)) return null;
  const valid = Buffer.from(bytes);
  for (let at = 0; at < valid.length; ) {
    const length = lengthFrom(valid[at]!);
    if (length === 1 || (length > 1 && isUtf8(valid.subarray(at, at + length)))) at += length;
    else {
      valid[at] = UNUSED[valid[at]! % UNUSED.length]!;
      at++;
    }
  }
  return valid;
}
