import * as fs from 'node:fs';
import type { EmbeddedClang } from '../../clang/compiler.js';
import { conditionalRegions, isCompilersChoice, printedLines } from '../lexical/conditionals.js';
import { scanIncludes } from '../lexical/includes.js';
import type { TranslationUnit } from '../project/project.js';
import { runOnUnit } from './run-on-unit.js';

export interface InactiveLines {
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** The directives around it: `#ifdef A`, then `#else`. */
  readonly directives: readonly string[];
  /** Another pass of the same build may compile it. */
  readonly isCompilersChoice: boolean;
}

/** The `#if` branches that the preprocessor leaves out; free for a unit without conditionals. */
export async function inactiveBranches(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  root: string,
): Promise<InactiveLines[]> {
  const { systemHeaders, userFiles } = scanIncludes(unit, root);
  const regions = userFiles
    .filter((file) => fs.existsSync(file))
    .flatMap((file) => conditionalRegions(fs.readFileSync(file, 'latin1')).map((region) => ({ file, ...region })));
  if (regions.length === 0) return [];
  const reply = await runOnUnit(clang, unit, systemHeaders, '-E');
  if (reply.exitCode !== 0) return []; // the parse of the same unit reports the error
  const printed = printedLines(reply.stdout.toString('latin1'));
  return regions
    .filter(({ file, codeLines }) => !codeLines.some((line) => printed.get(file)?.has(line)))
    .map((region) => {
      const { file, firstLine, lastLine, directives } = region;
      return { file, firstLine, lastLine, directives, isCompilersChoice: isCompilersChoice(region) };
    });
}
