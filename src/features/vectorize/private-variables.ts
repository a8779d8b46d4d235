/**
 * Finds variables that are private to a thread but would be shared by a loop over threads: a parameter, or a variable from before the loop,
 * that is assigned in the loop would carry its value to the next thread. Uses of the thread number would see number 0 in a grid of one.
 */
import type { Token, Tokens } from '../../support/tokens.js';
import type { FunctionText } from './kernel-text.js';
import { isChangedAt, valuesIn, variablesIn } from './statement-tokens.js';
import { BUILT_IN } from './threads-together.js';

/**
 * The first assigned name with its place; null without one. `loop`: from here on the text runs once for each thread.
 * `mayReduce`: values from before the loop may be carried through it; whether they are reductions is checked later.
 */
export function changedInLoop(tokens: Tokens, kernel: FunctionText, loop: number, mayReduce: boolean): Token | null {
  const { open, close, parameters } = kernel;
  const before = variablesIn(tokens, open.index + 1, loop).filter(
    ({ type }) => !(mayReduce && type.some(({ text }) => text === 'float' || text === 'double')),
  );
  const shared = new Set([...parameters, ...before.map(({ name }) => name.text)]);
  const own = new Set(variablesIn(tokens, loop, close.index).map(({ name }) => name));
  const steps = stepsOfGrid(tokens, kernel);
  for (const token of tokens.list.slice(loop, close.index)) {
    if (own.has(token))
      shared.delete(token.text); // a new declaration hides the name from here on
    else if (shared.has(token.text) && !steps.has(token) && isChangedAt(tokens, token)) return token;
  }
  return null;
}

/** Increments of counters to the thread's next element: `i += blockDim.x * gridDim.x`, or a variable with this value. */
function stepsOfGrid(tokens: Tokens, { open, close }: FunctionText): Set<Token> {
  const values = [...valuesIn(tokens, open.index, close.index)];
  const isOfGrid = (value: readonly Token[]) => value.some(({ text }) => text === 'gridDim');
  const strides = values.flatMap(([{ text }, value]) => (isOfGrid(value) ? [text] : []));
  const isStep = (value: readonly Token[]) =>
    isOfGrid(value) || (value.length === 1 && strides.includes(value[0]!.text));
  const isAdded = ({ index }: Token) => tokens.list[index + 1]!.text === '+=';
  return new Set(values.flatMap(([name, value]) => (isAdded(name) && isStep(value) ? [name] : [])));
}

/** The first other use of the thread's number or its counters; null without one. */
export function threadUsedOtherwise(tokens: Tokens, kernel: FunctionText, uses: readonly Token[]): Token | null {
  const { open, close } = kernel;
  const values = [...valuesIn(tokens, open.index, close.index)];
  const counters = new Set([...stepsOfGrid(tokens, kernel)].map(({ text }) => text));
  const found = new Set(BUILT_IN);
  const known = new Set(uses);
  for (let size = 0; counters.size > 0 && size < found.size; ) {
    size = found.size;
    for (const [name, value] of values)
      if (value.some(({ text }) => found.has(text))) {
        for (const token of [name, ...value]) known.add(token);
        if (!counters.has(name.text)) found.add(name.text);
      }
  }
  const isUse = ({ text, index }: Token) => found.has(text) && !['.', '->'].includes(tokens.list[index - 1]!.text);
  return tokens.list.slice(open.index, close.index).find((token) => isUse(token) && !known.has(token)) ?? null;
}
