import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { completeLocations } from '../ast/locations.js';
import type { AstNode } from '../ast/node.js';
import { scanIncludes } from '../lexical/includes.js';
import type { TranslationUnit } from '../project/project.js';
import type { EmbeddedClang } from './compiler.js';
import { compilerError } from './compiler-messages.js';
import { languageArguments } from './invocation.js';
import { discardPrecompiledHeaders, precompileHeaders } from './precompiled-headers.js';

export interface ParsedUnit {
  readonly unit: TranslationUnit;
  readonly root: AstNode;
  readonly userFiles: readonly string[];
  readonly systemHeaders: readonly string[];
  readonly astBytes: number;
}

/** One unit's syntax tree: the user's own files only, every location complete. */
export async function parseUnit(clang: EmbeddedClang, unit: TranslationUnit, root: string): Promise<ParsedUnit> {
  const { systemHeaders, userFiles } = scanIncludes(unit, root);
  let reply = null;
  for (let attempt = 1; reply === null; attempt++) {
    const headers = await precompileHeaders(clang, unit, systemHeaders);
    const forced = unit.forcedIncludes.flatMap((file) => ['-include', file]);
    const run = await clang.run([
      ...languageArguments(unit),
      '-include-pch',
      clang.guestCachePath(headers),
      ...forced,
      '-ast-dump=json',
      unit.file,
    ]);
    if (run.exitCode !== 0 && attempt === 1 && /PCH file|precompiled|AST file/i.test(run.stderr))
      discardPrecompiledHeaders(headers);
    else reply = run;
  }
  if (reply.exitCode !== 0) throw compilerError(reply.stderr, root);
  const tree = parseTree(Buffer.from(reply.stdout.buffer), unit.file);
  completeLocations(tree);
  return { unit, root: tree, userFiles, systemHeaders, astBytes: reply.stdout.length };
}

export function parseTree(bytes: Buffer, file: string): AstNode {
  try {
    const tree = JSON.parse(bytes.toString('utf8')) as AstNode;
    if (tree.kind !== 'TranslationUnitDecl') throw new SyntaxError(`it starts with ${tree.kind ?? 'nothing'}`);
    return tree;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MantissaError(
      'MX1004',
      { text: `${bytes.length} bytes do not form a tree: ${reason.slice(0, 200)}`, place: { file } },
      { cause: error },
    );
  }
}
