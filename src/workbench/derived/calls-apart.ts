/**
 * A program in which every call of a function calls a function of its own: a text like any other, so that what formats mean in it, how it is
 * emulated and what it costs follow from what holds for every program. What is written for its author has one function for all calls again
 * whose formats came out the same (rewrite/merge-copies.ts).
 */

import { type CopyObstacle, notCopied } from '../../analysis/call-copies/copy-obstacles.js';
import { type CallCopies, findCallCopies } from '../../analysis/call-copies/find-call-copies.js';
import { hasKernels } from '../../analysis/scope.js';
import type { EmbeddedClang } from '../../clang/compiler.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import type { Range } from '../../program/place.js';
import { copyPerCall } from '../../rewrite/copy-per-call.js';
import { DerivedText } from '../../support/derived-text.js';
import { reasonOf } from '../attempts.js';
import { type DerivedProgram, deriveProgram, type ReadText } from './derived-program.js';

/** Copies of functions by their names, and functions that stay one. */
export interface CallsApart {
  readonly copies: readonly { readonly name: string; readonly of: string; readonly call: string }[];
  readonly together: readonly { readonly name: string; readonly place: string; readonly reason: string }[];
}

/** The program with a function for each call. */
export interface ProgramOfCalls extends DerivedProgram {
  /** What the user wrote in place of `files`. */
  readonly written: ReadonlyMap<string, string>;
  /** Names of functions that are copies of one. */
  readonly families: readonly (readonly string[])[];
}

export interface SeparatedCalls {
  readonly calls: CallsApart;
  /** Null where nothing is copied. */
  readonly made: ProgramOfCalls | null;
}

/** `folder` receives the text, and outlives the result. */
export async function separateCalls(
  clang: EmbeddedClang,
  original: ReadText,
  folder: string,
  /** No other build of the text has to stay right, in which other functions may be called. */
  isAlone: boolean,
): Promise<SeparatedCalls> {
  const { syntax } = original;
  const { program } = syntax;
  if (hasKernels(program)) return { calls: { copies: [], together: [] }, made: null };
  const found = isAlone ? findCallCopies(syntax) : allTogether(findCallCopies(syntax), notCopied('other-build'));
  const calls = inWords(syntax, found);
  if (found.copied.length === 0) return { calls, made: null };
  const texts = new Map(
    [...copyPerCall(syntax, found)].map(([file, parts]) => {
      const { path, source } = program.files[file]!;
      return [path, new DerivedText(source, parts)];
    }),
  );
  const contents = new Map([...texts].map(([file, { text }]) => [file, text]));
  const derived = await deriveProgram(clang, original, contents, folder);
  if (derived.kind === 'infeasible') {
    const { code, reason } = notCopied('uncompiled-copies');
    const why = { code, reason: `${reason}: ${reasonOf(derived)}` };
    return { calls: inWords(syntax, allTogether(found, why)), made: null };
  }
  const files = derived.program.files.map((file) => {
    const own = program.files.find((one) => one.path === file.path);
    return { ...file, ...own, source: texts.get(file.path) ?? file.source };
  });
  return {
    calls,
    made: {
      ...derived,
      program: { ...derived.program, root: program.root, files },
      written: new Map([...texts].map(([file, { written }]) => [file, written.text])),
      families: found.copied.toReversed().map(({ copies }) => copies.map(({ name }) => name)),
    },
  };
}

function allTogether({ copied, together }: CallCopies, { code, reason }: CopyObstacle): CallCopies {
  const stay = copied.map(({ function: index }) => ({ function: index, code, reason }));
  return { copied: [], together: [...together, ...stay] };
}

function inWords({ program: { files, functions } }: ProgramSyntax, { copied, together }: CallCopies): CallsApart {
  const where = ({ file, begin }: Range) => `${files[file]!.path}:${files[file]!.source.position(begin).line}`;
  return {
    copies: copied.flatMap(({ name: of, copies }) =>
      copies.map(({ name, call, caller }) => ({
        ...{ name, of },
        call: `${where(call)}${caller === null ? '' : `, in ${caller}`}`,
      })),
    ),
    together: together.map(({ function: index, reason }) => {
      const { name, place } = functions[index]!;
      return { name, place: where(place.range), reason };
    }),
  };
}
