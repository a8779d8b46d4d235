import path from 'node:path';
import type { Dialect } from './compile-options.js';

export interface CompilerCommand {
  /** The base name of the compiler. */
  readonly name: string;
  /** The option syntax it understands. */
  readonly dialect: Dialect;
  /** Whether it compiles `.c` files as C++, as g++ does. */
  readonly compilesAsCxx: boolean;
  /** The arguments after the compiler's name. */
  readonly words: readonly string[];
}

const LAUNCHERS = new Set([
  'ccache',
  'sccache',
  'distcc',
  'icecc',
  'buildcache',
  'fastbuild',
  'gomacc',
  'env',
  'nice',
  'time',
]);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** Finds the compiler in a command, after launchers such as `ccache`, `env A=1` and `cmake -E __run_co_compile … --`. */
export function findCompiler(argv: readonly string[]): CompilerCommand | null {
  let at = 0;
  while (at < argv.length) {
    const name = programName(argv[at]!);
    if (name === 'cmake' && argv[at + 1] === '-E') at = indexAfterDashes(argv, at);
    else if (LAUNCHERS.has(name) || ASSIGNMENT.test(argv[at]!)) at++;
    else break;
  }
  const compiler = argv[at];
  if (compiler === undefined) return null;
  const name = programName(compiler);
  return {
    name,
    dialect: name.includes('nvcc') ? 'nvcc' : 'gcc',
    compilesAsCxx: /(?:\+\+|cxx|CC|icpc|icpx)(?:-[\d.]+)?$/.test(name),
    words: argv.slice(at + 1),
  };
}

function programName(word: string): string {
  return path.posix.basename(word.replaceAll('\\', '/')).replace(/\.exe$/i, '');
}

function indexAfterDashes(argv: readonly string[], from: number): number {
  const dashes = argv.indexOf('--', from);
  return dashes < 0 ? argv.length : dashes + 1;
}
