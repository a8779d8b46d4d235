/**
 * A function that is called from several places, as one function for each call (Gu's dissertation, section 3.3, handling of functions): each is
 * lowered along with what calls it. A function in a copied one has a copy for each of these, as if all of them were written where they are called.
 */
import type { ProgramSyntax } from '../../frontend/read-program.js';
import { isWithin, type Range } from '../../program/place.js';
import type { FunctionIndex } from '../../program/program.js';
import { type FunctionMentions, functionMentions } from './function-mentions.js';
import { type CopiedTexts, copiedTexts, staysOne, type WhyOneFunction } from './why-one-function.js';

/** Calls multiply with the copies of what calls: beyond this a function stays one. */
export const MOST_COPIES = 8;

/** One call of a copied function, and the function that it calls. */
export interface CallCopy {
  /** The first has the function's own name. */
  readonly name: string;
  /** The name in the call, as it is written. */
  readonly call: Range;
  /** Which of the caller's copies calls it; null where the caller is not copied. */
  readonly caller: string | null;
}

export interface CopiedFunction extends Omit<CopiedTexts, 'kind'> {
  readonly function: FunctionIndex;
  readonly name: string;
  readonly copies: readonly CallCopy[];
}

export interface FunctionThatStaysOne extends WhyOneFunction {
  readonly function: FunctionIndex;
}

export interface CallCopies {
  /** Callers before what they call. */
  readonly copied: readonly CopiedFunction[];
  /** Functions that stay one, though several calls reach them. */
  readonly together: readonly FunctionThatStaysOne[];
}

export function findCallCopies(syntax: ProgramSyntax): CallCopies {
  const mentions = functionMentions(syntax);
  const words = wordsOf(syntax);
  const copied = new Map<FunctionIndex, CopiedFunction | null>();
  const together: FunctionThatStaysOne[] = [];
  const computes = functionsThatCompute(syntax);
  const find = (index: FunctionIndex): CopiedFunction | null => {
    const known = copied.get(index);
    if (known !== undefined) return known;
    copied.set(index, null); // who calls itself is no copy's caller
    const own = mentions.get(index);
    const made = own && computes.has(index) ? copiesOf(index, own) : null;
    copied.delete(index);
    copied.set(index, made);
    return made;
  };
  const copiesOf = (index: FunctionIndex, own: FunctionMentions): CopiedFunction | null => {
    const name = syntax.program.functions[index]!.name.split('::').at(-1)!;
    const within = own.calls.map((call) => ({ call, around: functionAround(call) }));
    const calls = [...new Set(within.map(({ around }) => around))].flatMap((around) =>
      copiesOfCaller(around).flatMap((caller) =>
        within.flatMap(({ call, around: one }) => (one === around ? [{ call, caller }] : [])),
      ),
    );
    if (calls.length + own.others.length < 2) return null;
    const texts = copiedTexts(syntax, index, own);
    const tooMany = `it would be ${calls.length} functions, and copies are made up to ${MOST_COPIES}`;
    const made =
      texts.kind === 'texts' && calls.length > MOST_COPIES ? staysOne('too-many-copies', '', tooMany) : texts;
    if (made.kind === 'one') {
      together.push({ function: index, code: made.code, reason: made.reason });
      return null;
    }
    const { definition, declarations } = made;
    const copies = calls.map((one, at) => ({ ...one, name: at === 0 ? name : unusedName(words, name, at + 1) }));
    return { function: index, name, definition, declarations, copies };
  };
  const functionAround = (call: Range) =>
    syntax.program.functions.findIndex(({ body }) => body !== null && isWithin(call, body));
  const copiesOfCaller = (caller: FunctionIndex): (string | null)[] =>
    (caller < 0 ? null : find(caller))?.copies.map(({ name }) => name) ?? [null];
  for (const index of mentions.keys()) find(index);
  return { copied: [...copied.values()].filter((one) => one !== null), together };
}

/** Functions with numbers of their own, and what calls these. */
function functionsThatCompute({ program }: ProgramSyntax): ReadonlySet<FunctionIndex> {
  const found = new Set<FunctionIndex>(program.operations.map((one) => one.function));
  for (const site of program.sites) if (site.function !== null) found.add(site.function);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    program.functions.forEach(({ calls }, index) => {
      if (calls.some((callee) => found.has(callee))) found.add(index);
    });
  }
  return found;
}

function wordsOf({ places }: ProgramSyntax): Set<string> {
  return new Set(places.files.flatMap(({ source }) => source.text.match(/[A-Za-z_]\w*/g) ?? []));
}

function unusedName(words: Set<string>, name: string, number: number): string {
  let at = number;
  while (words.has(`${name}_${at}`)) at++;
  words.add(`${name}_${at}`);
  return `${name}_${at}`;
}
