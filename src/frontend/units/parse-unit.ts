import type { EmbeddedClang } from '../../clang/compiler.js';
import { compilerError } from '../../clang/compiler-messages.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { simplifyCoroutines } from '../ast/coroutines.js';
import { completeLocations } from '../ast/locations.js';
import type { AstNode } from '../ast/node.js';
import { scanIncludes } from '../lexical/includes.js';
import { type MacroDefinitions, macroDefinitions } from '../lexical/macro-definitions.js';
import type { TranslationUnit } from '../project/project.js';
import { runOnUnit } from './run-on-unit.js';
import { usePlainNames } from './use-plain-names.js';

export interface ParsedUnit {
  readonly unit: TranslationUnit;
  readonly root: AstNode;
  readonly userFiles: readonly string[];
  /** Whether one of these may be read more than once. */
  readonly includesAgain: boolean;
  /** Those that the compiler opened: a file that only a branch includes which is left out is none. */
  readonly filesRead: readonly string[];
  readonly systemHeaders: readonly string[];
  readonly astBytes: number;
  readonly macros: MacroDefinitions;
  /** Macros that give a type's own name another meaning, as their `#define float double`. */
  readonly redefinedTypes: readonly string[];
}

/** One unit's syntax tree: the user's own files only, every location complete. */
export async function parseUnit(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  root: string,
  /** Further arguments of clang's. */
  ...strictness: readonly string[]
): Promise<ParsedUnit> {
  const { systemHeaders, userFiles, includesAgain } = scanIncludes(unit, root);
  const reply = await runOnUnit(clang, unit, systemHeaders, ...strictness, '-ast-dump=json');
  if (reply.exitCode !== 0) throw compilerError(reply.stderr, root, reply.refused);
  const tree = parseTree(reply.stdout, unit.file);
  if (reply.stdout.includes('/../')) usePlainNames(tree);
  completeLocations(tree);
  // the scan sees branches that are not compiled, clang sees includes that are computed
  const files = [...new Set([...userFiles, ...reply.filesRead])];
  const macros = macroDefinitions(unit, files);
  const redefinedTypes = TYPE_NAMES.some((name) => macros.has(name))
    ? await redefinitions(clang, unit, systemHeaders)
    : [];
  const { filesRead } = reply;
  return {
    ...{ unit, root: tree, userFiles: files, includesAgain, filesRead, systemHeaders },
    ...{ astBytes: reply.stdout.length, macros, redefinedTypes },
  };
}

/** What a format is written as. */
const TYPE_NAMES = ['float', 'double', '__half', '__nv_bfloat16', '__nv_fp8_e4m3', '__nv_fp8_e5m2'].flatMap((name) => [
  name,
  ...[2, 3, 4].map((lanes) => `${name}${lanes}`),
]);

/** Those of the definitions that the preprocessor comes across. */
async function redefinitions(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  systemHeaders: readonly string[],
): Promise<string[]> {
  const reply = await runOnUnit(clang, unit, systemHeaders, '-E', '-dD');
  const found = [...reply.stdout.toString('latin1').matchAll(/^#define (\w+)(?:\([^)]*\))? ?.*$/gm)];
  return [...new Set(found.flatMap(([line, name]) => (TYPE_NAMES.includes(name!) ? [line] : [])))];
}

/** clang's syntax tree, with coroutines as they are written. */
export function parseTree(bytes: Buffer, file: string): AstNode {
  try {
    const tree = JSON.parse(bytes.toString('utf8')) as AstNode;
    if (tree.kind !== 'TranslationUnitDecl') throw new SyntaxError(`it starts with ${tree.kind ?? 'nothing'}`);
    if (bytes.includes('"CoroutineBodyStmt"')) simplifyCoroutines(tree);
    return tree;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MantissaError(
      'MX1004',
      { text: `the ${bytes.length} bytes from clang are not a syntax tree: ${reason.slice(0, 200)}`, place: { file } },
      { cause: error },
    );
  }
}
