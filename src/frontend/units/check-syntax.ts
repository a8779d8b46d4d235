import type { EmbeddedClang } from '../../clang/compiler.js';
import { compilerError } from '../../clang/compiler-messages.js';
import { scanIncludes } from '../lexical/includes.js';
import type { Project, TranslationUnit } from '../project/project.js';
import { runOnUnit, type UnitOutput } from './run-on-unit.js';

/** `float x{d}`: gcc and nvcc warn of some narrowing conversions in braces and reject others, depending on the context. */
export const NARROWING_REFUSED = '-Werror=c++11-narrowing';
const NARROWING = /error: .*cannot be narrowed /g;

/**
 * Checks the syntax and semantics of each unit, in a sixth of the time that its syntax tree would take, and throws clang's errors. Narrowing
 * conversions in braces are rejected unless the original has as many.
 */
export async function checkProjectSyntax(clang: EmbeddedClang, project: Project, original: Project): Promise<void> {
  for (const [index, unit] of project.units.entries()) {
    const reply = await check(clang, unit, project.root);
    if (reply.exitCode === 0) continue;
    const narrowed = narrowings(reply);
    const asBefore = narrowed > 0 && narrowed <= narrowings(await check(clang, original.units[index]!, original.root));
    if (!asBefore || !onlyNarrows(reply)) throw compilerError(reply.stderr, project.root, reply.refused);
  }
}

/** Whether all errors are about narrowing conversions in braces. */
export function isAboutNarrowing(findings: readonly { readonly text: string }[]): boolean {
  return findings.length > 0 && findings.every(({ text }) => /cannot be narrowed |^and \d+ more errors/.test(text));
}

async function check(clang: EmbeddedClang, unit: TranslationUnit, root: string): Promise<UnitOutput> {
  const { systemHeaders } = scanIncludes(unit, root);
  return runOnUnit(clang, unit, systemHeaders, NARROWING_REFUSED, '-ferror-limit', '0', '-fsyntax-only');
}

function narrowings({ stderr }: UnitOutput): number {
  return stderr.match(NARROWING)?.length ?? 0;
}

function onlyNarrows(reply: UnitOutput): boolean {
  return (reply.stderr.match(/: (?:fatal )?error: /g)?.length ?? 0) === narrowings(reply);
}
