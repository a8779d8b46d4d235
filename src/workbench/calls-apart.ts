/**
 * A program in which every call of a function calls a function of its own: a text like any other, so that what formats mean in it, how it is
 * emulated and what it costs follow from what holds for every program. What is written for its author has one function for all calls again
 * whose formats came out the same (rewrite/unite-copies.ts).
 */
import { type CallCopies, findCallCopies } from '../analysis/call-copies/find-call-copies.js';
import { hasKernels } from '../analysis/scope.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import { CompilerRefusal } from '../clang/compiler-messages.js';
import type { Project } from '../frontend/project/project.js';
import { type ProgramSyntax, readSyntax } from '../frontend/read-program.js';
import type { Range } from '../program/place.js';
import type { Program } from '../program/program.js';
import { copyPerCall } from '../rewrite/copy-per-call.js';
import { MadeText } from '../support/made-text.js';
import { copyProject } from './copy-project.js';
import type { CopiedCalls } from './variant-project.js';

/** Copies of functions by their names, and functions that stay one. */
export interface CallsApart {
  readonly copies: readonly { readonly name: string; readonly of: string; readonly call: string }[];
  readonly together: readonly { readonly name: string; readonly place: string; readonly reason: string }[];
}

export interface ProgramOfCalls {
  readonly project: Project;
  readonly syntax: ProgramSyntax;
  /** The program, with the user's own files and lines for whoever shows it. */
  readonly program: Program;
  readonly copied: CopiedCalls;
}

export interface SeparatedCalls {
  readonly calls: CallsApart;
  /** Null where nothing is copied. */
  readonly made: ProgramOfCalls | null;
}

/** `folder` receives the text, and outlives the result. */
export async function separateCalls(
  clang: EmbeddedClang,
  project: Project,
  syntax: ProgramSyntax,
  folder: string,
  /** No other build of the text has to stay right, in which other functions may be called. */
  isAlone: boolean,
): Promise<SeparatedCalls> {
  if (hasKernels(syntax.program)) return { calls: { copies: [], together: [] }, made: null };
  const reason = 'another build of the same text has to stay right';
  const found = isAlone ? findCallCopies(syntax) : allTogether(findCallCopies(syntax), reason);
  const calls = inWords(syntax, found);
  if (found.copied.length === 0) return { calls, made: null };
  const { files } = syntax.program;
  const texts = new Map(
    [...copyPerCall(syntax, found)].map(([file, parts]) => [
      files[file]!.path,
      new MadeText(files[file]!.source, parts),
    ]),
  );
  const contents = new Map([...texts].map(([file, { text }]) => [file, text]));
  const copy = copyProject(project, syntax, contents, folder);
  // its sites are others than those of `syntax`: what is frozen or converts follows from this text alone
  const read = await readSyntax(clang, copy).catch((error: unknown) => {
    if (!(error instanceof CompilerRefusal) || error.fault !== 'source') throw error;
    return error;
  });
  if (read instanceof CompilerRefusal) {
    const why = `copies of functions do not compile: ${read.findings[0]?.text ?? read.message}`;
    return { calls: inWords(syntax, allTogether(found, why)), made: null };
  }
  return {
    calls,
    made: {
      ...{ project: copy, syntax: read },
      program: {
        ...read.program,
        root: syntax.program.root,
        files: read.program.files.map((file) => {
          const own = files.find((one) => one.path === file.path);
          return { ...file, ...own, source: texts.get(file.path) ?? file.source };
        }),
      },
      copied: {
        written: new Map([...texts].map(([file, { written }]) => [file, written.text])),
        families: found.copied.toReversed().map(({ copies }) => copies.map(({ name }) => name)),
      },
    },
  };
}

function allTogether({ copied, together }: CallCopies, reason: string): CallCopies {
  return { copied: [], together: [...together, ...copied.map(({ function: index }) => ({ function: index, reason }))] };
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
