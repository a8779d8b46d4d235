const UNARY = ['sqrt', 'fabs', 'exp', 'log', 'sin', 'cos', 'cbrt', 'tanh'];
const BINARY = ['fmax', 'fmin', 'pow', 'fma'];

/** A realistic literal: few digits, sometimes an exponent. */
export function literal(random) {
  const digits = (random.next() * 10).toFixed(random.integer(1, 6));
  return random.next() < 0.15 ? `${digits}e-${random.integer(2, 12)}` : digits;
}

/** An arithmetic expression over the names, about `size` operations large. */
export function expression(random, names, size) {
  if (size <= 0) return random.next() < 0.75 ? random.pick(names) : literal(random);
  const roll = random.next();
  const left = Math.floor(random.next() * size);
  if (roll < 0.12) return `${random.pick(UNARY)}(${expression(random, names, size - 1)})`;
  if (roll < 0.16) {
    const name = random.pick(BINARY);
    const parts = [expression(random, names, left), expression(random, names, size - 1 - left)];
    if (name === 'fma') parts.push(random.pick(names));
    return `${name}(${parts.join(', ')})`;
  }
  if (roll < 0.2) return `(-${atom(expression(random, names, size - 1))})`;
  const operator = random.pick(['+', '+', '-', '*', '*', '*', '/']);
  return `${atom(expression(random, names, left))} ${operator} ${atom(expression(random, names, size - 1 - left))}`;
}

function atom(text) {
  return /^[\w.[\]()]+$/.test(text) && !text.includes(' ') ? text : `(${text})`;
}
