/**
 * Finds the functions that can be copied once per call (Gu's dissertation, section 3.3, handling of functions). Each call then has a copy of its
 * own, whose formats are chosen with those of the caller. If the caller is copied too, each of its copies calls a separate copy, as if every call
 * were inlined.
 */
import type { ProgramSyntax } from '../../frontend/read-program.js';
import { isWithin, type Range } from '../../program/place.js';
import type { FunctionIndex } from '../../program/program.js';
import { type CopiedTexts, type CopyObstacle, copiedTexts, notCopied } from './copy-obstacles.js';
import { type FunctionMentions, functionMentions } from './function-mentions.js';

/** Copies multiply along chains of calls: a function that would have more than this many stays one function. */
export const MAX_COPIES = 8;

/** One copy of a function, and the call that it serves. */
export interface CallCopy {
  /** Name of the copy. The first copy keeps the name of the function. */
  readonly name: string;
  /** The function's name in the text of the call. */
  readonly call: Range;
  /** The copy of the caller that makes this call; null if the caller is not copied. */
  readonly caller: string | null;
}

export interface CopiedFunction extends Omit<CopiedTexts, 'kind'> {
  readonly function: FunctionIndex;
  readonly name: string;
  readonly copies: readonly CallCopy[];
}

export interface UncopiedFunction extends CopyObstacle {
  readonly function: FunctionIndex;
}

export interface CallCopies {
  /** Callers before callees. */
  readonly copied: readonly CopiedFunction[];
  /** Functions with several calls that are not copied. */
  readonly together: readonly UncopiedFunction[];
}

export function findCallCopies(syntax: ProgramSyntax): CallCopies {
  const mentions = functionMentions(syntax);
  const words = wordsOf(syntax);
  const copied = new Map<FunctionIndex, CopiedFunction | null>();
  const together: UncopiedFunction[] = [];
  const computes = functionsThatCompute(syntax);
  const find = (index: FunctionIndex): CopiedFunction | null => {
    const known = copied.get(index);
    if (known !== undefined) return known;
    copied.set(index, null); // while this function is examined, a recursive call of it finds null: its caller counts as not copied
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
    const tooMany = `it would become ${calls.length} functions; the limit is ${MAX_COPIES}`;
    const made =
      texts.kind === 'texts' && calls.length > MAX_COPIES ? notCopied('too-many-copies', '', tooMany) : texts;
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

/** Functions with floating-point numbers, and the functions that call them. */
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
