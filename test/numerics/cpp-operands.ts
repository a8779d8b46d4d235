/** Operands for the C++ headers: over the whole range, at ties of conversions, and where sine and cosine are smallest. */
import {
  type BinaryFormat,
  type Format,
  formats,
  type Parts,
  parseDecimal,
  roundTo,
} from '../../src/numerics/index.js';
import { doubleOf, drawValue, nearNegative, seededRandom, specialHeads } from './operands.js';

export function operandsFor(format: Format, count: number, seed: number): Parts[][] {
  const random = seededRandom(seed);
  const { exponentMin, exponentMax } = formats[formats[format].part];
  const list: Parts[][] = [];
  for (let k = 0; k < count; k++) {
    // the whole exponent range, including underflow and overflow of parts, and the middle of it
    const [low, high] = k % 3 === 0 ? [exponentMin, exponentMax - 1] : [-40, 40];
    const x = drawValue(format, random, low, high);
    list.push([
      x,
      k % 4 === 1 ? nearNegative(format, x, random) : drawValue(format, random, low, high),
      drawValue(format, random, -9, 9),
    ]);
  }
  const tails = new Array<number>(formats[format].parts - 1).fill(0);
  const heads = specialHeads(format);
  for (const a of heads)
    for (const b of heads)
      list.push([
        [a, ...tails],
        [b, ...tails],
        [1, ...tails],
      ]);
  return list;
}

export function absolute(x: Parts): Parts {
  return x[0]! < 0 ? x.map((part) => -part) : x;
}

export function one(format: Format): Parts {
  return wholeNumber(format, 1);
}

export function wholeNumber(format: Format, n: number): Parts {
  return [n, ...new Array<number>(formats[format].parts - 1).fill(0)];
}

/** x reduced by powers of two until |x| is below a limit. */
export function scaleInto(_format: Format, x: Parts, limit: number): Parts {
  let scale = 1;
  while (Math.abs(x[0]!) * scale > limit) scale /= 2;
  return x.map((part) => part * scale);
}

/** The value of the format nearest to k·π/2, where sine or cosine is as small as it gets. */
export function nearMultipleOfHalfPi(format: Format, k: number): Parts {
  const halfPi =
    '1.57079632679489661923132169163975144209858469968755291048747229615390820314310449931401741267105853399107404326';
  const scaled = (BigInt(halfPi.replace('.', '')) * BigInt(k)).toString();
  return parseDecimal(format, `${scaled}e-${halfPi.length - 2}`)!;
}

/** Values on a tie of the target and just beside it, in half of the cases. */
export function operandForConversion(from: Format, to: Format, random: () => number): Parts {
  if (random() < 0.5) return drawValue(from, random, -20, 14);
  const p = formats[formats[to].part as BinaryFormat].significandBits;
  const part = formats[from].part;
  const tie = roundTo(part, (2 ** p + Math.floor(random() * 2 ** p) + 0.5) * 2 ** (Math.floor(random() * 20) - p - 10));
  const beside =
    Math.sign(random() - 0.5) * Math.abs(tie) * 2 ** -(formats[part].significandBits + 1 + Math.floor(random() * 9));
  const parts = [tie, random() < 0.3 ? 0 : beside, 0, 0].slice(0, formats[from].parts);
  return formats[from].parts === 1 ? [roundTo(part, doubleOf(random, -3, 3))] : parts;
}
