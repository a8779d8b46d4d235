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
  /** Whether one of the files may be included more than once. */
  readonly includesAgain: boolean;
  /** The files that the compiler opened, without those included only from branches that are not compiled. */
  readonly filesRead: readonly string[];
  readonly systemHeaders: readonly string[];
  readonly astBytes: number;
  readonly macros: MacroDefinitions;
  /** Macros that redefine the name of a type, such as `#define float double`. */
  readonly redefinedTypes: readonly string[];
}

/** The syntax tree of one unit, restricted to the user's files, with complete locations. */
export async function parseUnit(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  root: string,
  /** Further arguments for clang. */
  ...strictness: readonly string[]
): Promise<ParsedUnit> {
  const { systemHeaders, userFiles, includesAgain } = scanIncludes(unit, root);
  const reply = await runOnUnit(clang, unit, systemHeaders, ...strictness, '-ast-dump=json');
  if (reply.exitCode !== 0) throw compilerError(reply.stderr, root, reply.refused);
  const tree = parseTree(reply.stdout, unit.file);
  if (reply.stdout.includes('/../')) usePlainNames(tree);
  completeLocations(tree);
  // the scan includes branches that are not compiled, clang includes computed names
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

/** The type names of the formats. */
const TYPE_NAMES = ['float', 'double', '__half', '__nv_bfloat16', '__nv_fp8_e4m3', '__nv_fp8_e5m2'].flatMap((name) => [
  name,
  ...[2, 3, 4].map((lanes) => `${name}${lanes}`),
]);

/** The macro definitions that the preprocessor actually reaches. */
async function redefinitions(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  systemHeaders: readonly string[],
): Promise<string[]> {
  const reply = await runOnUnit(clang, unit, systemHeaders, '-E', '-dD');
  const found = [...reply.stdout.toString('latin1').matchAll(/^#define (\w+)(?:\([^)]*\))? ?.*$/gm)];
  return [...new Set(found.flatMap(([line, name]) => (TYPE_NAMES.includes(name!) ? [line] : [])))];
}

/** clang's syntax tree, with coroutines restored to their form in the source. */
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
