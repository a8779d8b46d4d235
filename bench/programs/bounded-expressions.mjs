/**
 * Arithmetic that can be repeated without limit: with names within ±2 every value is within ±2, so that a generated program of any length
 * neither overflows nor produces NaNs. `real` writes a number in the program's own type, `Real_t(0.5)` or `0.5`.
 */
export function boundedExpression(random, names, size, real = (text) => text) {
  if (size <= 0)
    return random.next() < 0.85 ? random.pick(names) : real((random.next() * 2).toFixed(random.integer(1, 5)));
  const left = Math.floor(random.next() * size);
  const part = (many) => boundedExpression(random, names, many, real);
  const [a, b] = [part(left), part(size - 1 - left)];
  const roll = random.next();
  if (roll < 0.1) return `sqrt(fabs(${a}))`;
  if (roll < 0.15) return `fmax(${a}, ${b})`;
  if (roll < 0.25) {
    const below = random.pick(names);
    return `${group(a)} / (${real('1.0')} + ${below} * ${below})`;
  }
  const operator = random.pick(['+', '-', '*', '*']);
  return `${real('0.5')} * ${operator === '*' ? `${group(a)} * ${group(b)}` : `(${group(a)} ${operator} ${group(b)})`}`;
}

/** Lines of a function's body with a realistic density: local variables, each computed from earlier ones, with comments and empty lines. */
export function boundedLocals(random, { names, type, prefix, count, indent, real }) {
  const known = [...names];
  const lines = [];
  for (let k = 0; k < count; k++) {
    if (k % 3 === 2) lines.push('', `${indent}// ${random.pick(REMARKS)}`);
    lines.push(`${indent}${type} ${prefix}${k} = ${boundedExpression(random, known, random.integer(1, 2), real)};`);
    known.push(`${prefix}${k}`);
  }
  return { lines, known };
}

const REMARKS = [
  'what flows through the face',
  'the mean of both sides',
  'limited, so that nothing overshoots',
  'one half now, the other at the end of the step',
  'the derivative along the edge',
];

function group(text) {
  return /^[\w.[\]]+$/.test(text) || /^\w+\([^()]*\)$/.test(text) ? text : `(${text})`;
}
