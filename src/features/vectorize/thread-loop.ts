import { definitionIn } from '../../core.js';
import type { ByteText } from '../../support/byte-text.js';
import { spacedText } from '../../support/token-lists.js';
import { isName, namesIn, type Span, type Token, Tokens } from '../../support/tokens.js';
import type { Halves } from './compile-loop.js';
import { type FunctionText, findKernel, templateTypes } from './kernel-text.js';
import type { Rows } from './lane-program.js';
import { changedInLoop, threadUsedOtherwise } from './private-variables.js';
import { refusal } from './refusal.js';
import { LOOPS, lastOfStatement, valuesIn, variablesIn } from './statement-tokens.js';
import {
  type Axis,
  type Guard,
  guardsOf,
  type ThreadIndex,
  threadIndices,
  threadNumber,
  WHOLE_NUMBERS,
} from './thread-guards.js';
import { BUILT_IN, doneTogether } from './threads-together.js';
import { type Edit, edited, withNames } from './token-edits.js';

export interface ThreadLoop {
  /** The kernel as a host function with a loop over the threads. */
  readonly text: string;
  readonly name: string;
  readonly kernel: string;
  /** The second index of a two-dimensional kernel, a parameter of the function. */
  readonly rows: Rows | null;
  readonly halves: Halves;
  /** Whether each thread stores its result at its own number after a grid-stride loop. */
  readonly storesParts: boolean;
}

/** A grid of one thread: constants that hide CUDA's built-in variables. */
const ONE_THREAD =
  'const uint3 threadIdx = {0, 0, 0}, blockIdx = {0, 0, 0}, blockDim = {1, 1, 1}, gridDim = {1, 1, 1}; (void)threadIdx, (void)blockIdx, (void)blockDim, (void)gridDim;';

/**
 * A kernel as a loop: `int i = blockIdx.x * blockDim.x + threadIdx.x` becomes the counter of a loop within the bounds that i is compared
 * with; a grid-stride loop already is one, for a grid of one thread. Of two indices one is the counter (`along`), the other a
 * parameter. Null if the text has no kernel of this name. Line numbers do not change.
 */
export function kernelAsLoop(
  source: ByteText,
  file: string,
  name: string,
  { along, reassociate }: { readonly along: Axis; readonly reassociate: boolean },
): ThreadLoop | null {
  const { text, tokens } = source;
  const { list } = tokens;
  const kernel = findKernel(tokens, name);
  if (!kernel) return null;
  const placeAt = (token: Token) => ({ file, ...source.position(token.begin) });
  const body = list.slice(kernel.open.index + 1, kernel.close.index);
  const together = doneTogether(body);
  if (together) throw refusal('MX4070', together.what, placeAt(together.at), together.remedy);
  const added = body.find(({ text: word }) => word === 'atomicAdd');
  const isGridStride = body.some((token) => token.text === 'gridDim');
  const partIndex = isGridStride && !added ? partIndexIn(tokens, kernel) : null;
  const mayReduce = (added !== undefined || partIndex !== null) && isGridStride && reassociate;
  if (added && !mayReduce)
    throw refusal(
      'MX4070',
      'the kernel has an atomic operation, with which several threads write to one place',
      placeAt(added),
      isGridStride
        ? 'allow reordered sums with --reassociate, or let each thread write its own element'
        : 'let each thread write its own element, or sum in a grid-stride loop first',
    );
  const types = templateTypes(tokens, kernel);
  if (types === null)
    throw refusal(
      'MX4071',
      `${name} is a template with parameters other than types`,
      placeAt(kernel.name),
      'name a kernel without non-type template parameters',
    );
  const unlike = () =>
    refusal(
      'MX4071',
      `${name} has neither the thread index as its counter with a bound, nor a grid-stride loop`,
      placeAt(kernel.name),
      'write int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { … }',
    );
  const loop = isGridStride
    ? { edits: [], from: gridStrideLoop(body), rows: null, indices: partIndex ?? [] }
    : overThreads(tokens, kernel, along, unlike);
  const changed = changedInLoop(tokens, kernel, loop.from, mayReduce);
  if (changed)
    throw refusal(
      'MX4071',
      `${changed.text} is assigned: it is private to each thread, but a loop over the threads would share it`,
      placeAt(changed),
      partIndex && !reassociate
        ? 'allow reordered sums with --reassociate, or use a new variable for the assigned value'
        : 'use a new variable for the assigned value',
    );
  const left = threadUsedOtherwise(tokens, kernel, loop.indices);
  if (left)
    throw refusal(
      'MX4071',
      `${name} uses ${BUILT_IN.includes(left.text) ? spacedText(text, list.slice(left.index, left.index + 3)) : left.text} for something other than the index of an element`,
      placeAt(left),
      'write int y = blockIdx.y * blockDim.y + threadIdx.y; if (x < width && y < height) { … }, and compute with y',
    );
  const loopName = `mantissa_loop_over_${name}_along_${along}`;
  const written = edited(text, { begin: kernel.name.begin, end: kernel.close.end }, [
    { begin: kernel.name.begin, end: kernel.name.end, text: loopName },
    inserted(kernel.parametersEnd.begin, loop.rows ? `, ${loop.rows.type} ${loop.rows.name}` : ''),
    inserted(kernel.open.end, ONE_THREAD),
    ...loop.edits,
  ]);
  // a template's types become float, in which vectors compute; a single thread needs no barriers
  const names = new Map([['atomicAdd', 'mantissa_added'], ...types.map((type) => [type, 'float'] as const)]);
  return {
    name: loopName,
    kernel: name,
    rows: loop.rows,
    storesParts: partIndex !== null && mayReduce,
    halves: halvesIn(list.slice(kernel.name.index, kernel.close.index), list),
    text: `#line ${placeAt(kernel.name).line} ${JSON.stringify(file)}\nvoid ${withNames(written, names)}\n`,
  };
}

/** The whole source, followed by loops. */
export function sourceWithLoops(source: ByteText, file: string, loops: readonly ThreadLoop[]): string {
  return `#line 1 ${JSON.stringify(file)}\n${source.text}\n${loops.map(({ text }) => text).join('')}`;
}

function inserted(at: number, text: string): Edit {
  return { begin: at, end: at, text };
}

function halvesIn(kernel: readonly Token[], list: readonly Token[]): Halves {
  if (!kernel.some(({ text }) => ['__half', 'half', '__nv_bfloat16', 'nv_bfloat16'].includes(text))) return 'none';
  const isType = (next: Token | undefined) => next !== undefined && (isName(next) || ['*', '&'].includes(next.text));
  return list.some(({ text, index }) => text === 'half' && isType(list[index + 1])) ? 'short' : 'own';
}

/** The tokens of `i` in a final top-level `out[i] = sum;` with i the number of the thread. */
function partIndexIn(tokens: Tokens, { open, close }: FunctionText): Token[] | null {
  const { list } = tokens;
  const ends = [';', '{', '}'];
  const first = list.findLastIndex(({ text, index }) => index < close.index - 1 && ends.includes(text)) + 1;
  const sign = list.slice(first, close.index).find(({ text, index }) => text === '=' && list[index - 1]!.text === ']');
  const bracket = sign && tokens.partnerOf(list[sign.index - 1]);
  if (!bracket || list[close.index - 1]!.text !== ';') return null;
  const index = list.slice(bracket.index + 1, sign.index - 1);
  const named = threadIndices(tokens, open.index + 1, close.index).find(
    ({ name }) => index.length === 1 && index[0]!.text === name,
  );
  const number = named ?? threadNumber(index);
  return number && !number.isOfBlock && number.first === 0 ? index : null;
}

/** Start of the first loop, after the statements before it. */
function gridStrideLoop(body: readonly Token[]): number {
  const loop = body.findIndex(({ text }) => LOOPS.has(text));
  const first = body[loop]?.text === 'for' ? body.findIndex(({ text }, at) => at > loop && text === ';') : loop;
  return (body[first] ?? body[0])?.index ?? 0;
}

interface OverThreads {
  readonly edits: readonly Edit[];
  /** Index of the first token of the loop. */
  readonly from: number;
  readonly rows: Rows | null;
  /** Positions of their declarations. */
  readonly indices: readonly Token[];
}

function overThreads(tokens: Tokens, kernel: FunctionText, along: Axis, unlike: () => Error): OverThreads {
  const { list, text } = tokens;
  const [first, behind] = [kernel.open.index + 1, kernel.close.index];
  const indices = threadIndices(tokens, first, behind);
  const counter = indices.find(({ axis }) => axis === along);
  const row = indices.find(({ axis }) => axis !== along) ?? null;
  if (!counter || indices.length > (row ? 2 : 1)) throw unlike();
  const guards = guardsOf(tokens, first, behind, indices).filter(({ begin }) => begin > counter.variable.name.begin);
  const bound = (index: ThreadIndex, side: Guard['side']) =>
    guards.find((one) => one.index === index && one.side === side)?.bound;
  const beginOf = (index: ThreadIndex): string => {
    const given = bound(index, 'begin') ?? '0';
    if (index.first > 0 && !/^\d+$/.test(given)) throw unlike();
    return index.first > 0 ? String(Math.max(index.first, Number(given))) : given;
  };
  const end = bound(counter, 'end');
  const rowEnd = row && bound(row, 'end');
  if (end === undefined || rowEnd === undefined) throw unlike();
  const declared = counter.variable.type[0]!.index;
  const guarded = guards[0]!.statement.index;
  const own = new Set(guards.filter(({ index }) => index === counter).flatMap((one) => namesIn(one.bound)));
  const isSet = (from: number, to: number) => [...valuesIn(tokens, from, to).keys()].some((name) => own.has(name.text));
  const ofIndices = new Set(indices.flatMap(({ declarator }) => declarator));
  const isUsed = list.slice(declared, guarded).some((token) => token.text === counter.name && !ofIndices.has(token));
  if (isSet(declared, guarded) && isUsed) throw unlike();
  const declarations = new Map(indices.map(({ variable }) => [variable.end, variable]));
  const isAlone = row?.variable.type[0] === list[first] && row?.variable.end === list[declared - 1];
  // private variables of a thread are declared in each iteration, unless the bounds depend on them
  const from = isSet(declared, guarded) ? guarded : isAlone || isSet(first, declared) ? declared : first;
  const head = `for (${counter.type} ${counter.name} = ${beginOf(counter)}; ${counter.name} < (${end}); ++${counter.name}) {`;
  return {
    edits: [
      inserted(list[from]!.begin, head),
      ...[...declarations.values()].map(({ type, declarators, end: semicolon }) => {
        const kept = declarators.filter(([one]) => !ofIndices.has(one!)).map((one) => spacedText(text, one));
        const left = kept.length > 0 ? `${spacedText(text, type)} ${kept.join(', ')};` : '';
        return inPlaceOf(text, { begin: type[0]!.begin, end: semicolon.end }, left);
      }),
      ...guards.map((guard) => inPlaceOf(text, guard, String(guard.holds))),
      ...leavingIterations(tokens, from, behind, unlike),
      inserted(kernel.close.begin, '}'),
    ],
    from,
    rows: row && {
      name: row.name,
      type: row.type,
      begin: knownOutside(beginOf(row), tokens, kernel, unlike),
      end: knownOutside(rowEnd!, tokens, kernel, unlike),
    },
    indices: [...ofIndices],
  };
}

/** Replacements keep line ends, so that line numbers do not change. */
function inPlaceOf(text: string, { begin, end }: Span, written: string): Edit {
  return { begin, end, text: written + text.slice(begin, end).replace(/[^\n]/g, '') };
}

/** A return of a thread becomes the end of an iteration, except in an inner loop. */
function leavingIterations(tokens: Tokens, from: number, to: number, unlike: () => Error): Edit[] {
  const inside = tokens.list.slice(from, to);
  const loops = inside
    .filter(({ text }) => LOOPS.has(text))
    .map(({ index }) => [index, lastOfStatement(tokens, index)]);
  return inside.flatMap(({ text, index, begin, end }) => {
    if (text !== 'return') return [];
    if (loops.some(([first, last]) => first! < index && index <= last!)) throw unlike();
    return [{ begin, end, text: 'continue' }];
  });
}

/** Whether an expression is known at the launch: it uses only parameters of the kernel and named constants. */
function knownOutside(bound: string, tokens: Tokens, { parameters }: FunctionText, unlike: () => Error): string {
  const known = withNames(bound, definedNumbers(tokens));
  const isKnown = ({ kind, text }: Token) =>
    kind === 'number' || '+-*/%()'.includes(text) || parameters.includes(text) || WHOLE_NUMBERS.has(text);
  if (!new Tokens(known).list.every(isKnown)) throw unlike();
  return known;
}

/** `#define HEIGHT 480`, `const int height = 480;` */
function definedNumbers(tokens: Tokens): Map<string, string> {
  const macros = tokens.directives.flatMap((one) => definitionIn(tokens.text, one) ?? []);
  const constants = variablesIn(tokens, 0, tokens.list.length)
    .filter(({ type }) => type.some(({ text }) => text === 'const' || text === 'constexpr'))
    .map(({ name, value }) => ({ name: name.text, body: spacedText(tokens.text, value) }));
  const numbers = [...macros, ...constants].map(({ name, body }) => [name, body.replace(/^\((.*)\)$/, '$1')] as const);
  return new Map(numbers.filter(([, number]) => /^\d+$/.test(number)));
}
