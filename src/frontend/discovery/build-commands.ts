/** The commands of a build as `make -n` prints them: the sources of each object, and the objects of each program. */
import path from 'node:path';
import { unitOfCommand } from '../project/compile-commands.js';
import { readCompileFlags } from '../project/compile-flags.js';
import { type CompilerCommand, findCompiler } from '../project/compiler-command.js';
import type { TranslationUnit } from '../project/project.js';
import { splitShellWords, UnclosedQuote } from '../project/shell-words.js';
import { languageOf } from '../project/source-kinds.js';

export interface BuildStep {
  /** Absolute. */
  readonly output: string;
  readonly isProgram: boolean;
  readonly units: readonly TranslationUnit[];
  /** Its objects and archives, absolute; an archive given by `-l` as `libname.a`. */
  readonly parts: readonly string[];
  /** `-fopenmp`, `-pthread`, `-lname`. */
  readonly flags: readonly string[];
  /** Parts that our engines cannot build: sources in other languages, compilers with libraries of their own. */
  readonly foreign: readonly string[];
}

const COMPILER =
  /^(?:[\w.]+-)*(?:cc|c\+\+|gcc|g\+\+|clang|clang\+\+|nvcc|icx|icpx|icc|icpc|nvc|nvc\+\+|CC)(?:-[\d.]+)?$/;
const WITH_LIBRARIES = /^(?:mpicc|mpicxx|mpic\+\+|mpiCC|hipcc|h5cc|h5c\+\+)$/;
const OTHER_LANGUAGE = /\.(?:f|F|f\d\d|F\d\d|for|s|S|asm|hip|cl|ispc)$/;
const PART = /\.(?:o|obj|a|so|lo)$/;
/** Libraries that belong to every toolchain or are always linked. */
const OWN_LIBRARY = /^-l(?:m|c|dl|rt|stdc\+\+|gcc|cudart|cudart_static|cudadevrt|cuda|pthread)$/;

/** The steps in a build's output; `folder` is its working folder, and `make -w` prints changes of it. */
export function buildSteps(text: string, folder: string): BuildStep[] {
  const steps: BuildStep[] = [];
  const folders = [folder];
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    const entered = /Entering directory ['`](.*)'/.exec(line);
    if (entered) folders.push(entered[1]!);
    else if (/Leaving directory/.test(line) && folders.length > 1) folders.pop();
    else steps.push(...stepsOfLine(line, folders.at(-1)!));
  }
  return steps;
}

function stepsOfLine(line: string, folder: string): BuildStep[] {
  let at = folder;
  return line.split(/&&|\|\||;/).flatMap((command) => {
    const words = wordsOf(command);
    if (words[0] === 'cd' && words[1] !== undefined) at = path.resolve(at, words[1]);
    return stepOf(words, at) ?? [];
  });
}

function wordsOf(command: string): string[] {
  try {
    return splitShellWords(command.replace(/^\s*[@+-]+/, ''));
  } catch (error) {
    if (error instanceof UnclosedQuote) return []; // shell syntax such as a loop
    throw error;
  }
}

function stepOf(words: readonly string[], folder: string): BuildStep | null {
  const archive = archiveOf(words, folder);
  if (archive) return archive;
  const compiler = findCompiler(words);
  if (!compiler || !(COMPILER.test(compiler.name) || WITH_LIBRARIES.test(compiler.name))) return null;
  const sources = compiler.words.filter((word) => !word.startsWith('-') && languageOf(word) !== null);
  const others = compiler.words.filter((word) => OTHER_LANGUAGE.test(word));
  const isWhole = !compiler.words.some((word) =>
    /^(?:-c|-dc|--device-c|-dw|-E|-S|-M|-MM|-shared|-dlink|-ptx|-cubin|-fsyntax-only)$/.test(word),
  );
  const parts = compiler.words.filter((word) => PART.test(word) && !word.startsWith('-'));
  if (sources.length + others.length + parts.length === 0) return null;
  const flags = readCompileFlags(compiler.words, folder, compiler.dialect);
  const units = sources.flatMap(
    (source) => unitOfCommand({ compiler, flags }, path.resolve(folder, source), folder) ?? [],
  );
  return {
    output: path.resolve(folder, outputOf(compiler, isWhole, sources[0])),
    isProgram: isWhole,
    units,
    parts: [
      ...parts.map((part) => path.resolve(folder, part)),
      ...compiler.words.flatMap((word) => (/^-l\w/.test(word) ? [`lib${word.slice(2)}.a`] : [])),
    ],
    flags: flagsToPass(compiler),
    foreign: [
      ...others.map((file) => path.basename(file)),
      ...(WITH_LIBRARIES.test(compiler.name) ? [compiler.name] : []),
    ],
  };
}

function outputOf({ words }: CompilerCommand, isWhole: boolean, source: string | undefined): string {
  const at = words.lastIndexOf('-o');
  const joined = words.findLast((word) => /^-o./.test(word) && !word.startsWith('-op'));
  if (at >= 0 && words[at + 1] !== undefined) return words[at + 1]!;
  if (joined !== undefined) return joined.slice(2);
  return isWhole || source === undefined ? 'a.out' : `${path.parse(source).name}.o`;
}

function flagsToPass({ words }: CompilerCommand): string[] {
  const all = words.flatMap((word) => word.replace(/^-Xcompiler=/, '').split(','));
  return all.filter((word) => /^-fopenmp$|^-pthread$|^-l[A-Za-z][\w.+-]*$/.test(word) && !OWN_LIBRARY.test(word));
}

/** `ar rcs libheat.a a.o b.o`: an archive of objects. */
function archiveOf(words: readonly string[], folder: string): BuildStep | null {
  if (!/(?:^|[/-])ar$/.test(words[0] ?? '')) return null;
  const [output, ...members] = words.slice(2);
  if (output === undefined || !output.endsWith('.a')) return null;
  return {
    output: path.resolve(folder, output),
    isProgram: false,
    units: [],
    parts: members.filter((word) => PART.test(word)).map((part) => path.resolve(folder, part)),
    flags: [],
    foreign: [],
  };
}
