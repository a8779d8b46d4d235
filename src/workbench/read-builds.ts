/** Reads a program, and the other builds of its text that a patch must keep right. */
import { constrainedByBuilds } from '../analysis/other-builds.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import { CompilerRefusal } from '../clang/compiler-messages.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { scanIncludes } from '../frontend/lexical/includes.js';
import { type OtherBuild, projectOf } from '../frontend/project/other-builds.js';
import type { Project } from '../frontend/project/project.js';
import { type OnUnit, type ProgramSyntax, type ReadingTimes, readSyntax } from '../frontend/read-program.js';
import { runOnUnit } from '../frontend/units/run-on-unit.js';
import type { Program } from '../program/program.js';
import { nearestName } from '../support/nearest-name.js';

export interface ReadOtherBuild {
  readonly build: OtherBuild;
  readonly project: Project;
  readonly syntax: ProgramSyntax;
}

export interface ReadBuilds {
  /** The build that is tuned, with what the others ask of it. */
  readonly syntax: ProgramSyntax;
  readonly others: readonly ReadOtherBuild[];
}

export async function readBuilds(
  clang: EmbeddedClang,
  project: Project,
  times?: ReadingTimes,
  onUnit?: OnUnit,
): Promise<ReadBuilds> {
  const syntax = await readSyntax(clang, project, times, undefined, undefined, undefined, onUnit);
  const others: ReadOtherBuild[] = [];
  for (const build of project.otherBuilds ?? []) {
    const own = projectOf(project, build);
    const read = await readSyntax(clang, own, times).catch((error: unknown) => {
      throw error instanceof CompilerRefusal ? doesNotCompile(build, error) : error;
    });
    await requireDifference(clang, project, syntax.program, build, own);
    others.push({ build, project: own, syntax: read });
  }
  if (others.length === 0) return { syntax, others };
  const builds = others.map(({ build: { name }, syntax: { program } }) => ({ name, program }));
  return { syntax: { ...syntax, program: constrainedByBuilds(syntax.program, builds) }, others };
}

function doesNotCompile({ name, place }: OtherBuild, refusal: CompilerRefusal): MantissaError {
  const [first, ...rest] = refusal.findings;
  const named = { ...first, text: `${name}: ${first?.text ?? refusal.message}` };
  return new MantissaError('MX4014', [named, ...rest, ...(place ? [{ text: 'it is named here', place }] : [])], {
    cause: refusal,
  });
}

/** A macro that nothing asks for is misspelt, and would be kept right in vain. */
async function requireDifference(
  clang: EmbeddedClang,
  project: Project,
  program: Program,
  { name, place, macros }: OtherBuild,
  own: Project,
): Promise<void> {
  for (const [index, unit] of project.units.entries())
    if ((await preprocessed(clang, unit, project.root)) !== (await preprocessed(clang, own.units[index]!, own.root)))
      return;
  const asked = program.inactive.flatMap(({ directives }) => directives.join(' ').match(/\b[A-Za-z_]\w*\b/g) ?? []);
  const names = macros.map((step) => (step.kind === 'undefine' ? step.name : /^\w+/.exec(step.text)![0]));
  const near = names.map((one) => nearestName(one, asked)).find((one) => one !== null && !names.includes(one));
  const text = `'${name}' changes nothing: every source reads the same with it${near ? `; did you mean ${near}?` : ''}`;
  throw new MantissaError('MX2048', { text, place: place ?? { file: program.files[0]!.path } });
}

/** What is left of a unit for the compiler, without the lines that say where it comes from. */
async function preprocessed(clang: EmbeddedClang, unit: Project['units'][number], root: string): Promise<string> {
  const { systemHeaders } = scanIncludes(unit, root);
  const { stdout } = await runOnUnit(clang, unit, systemHeaders, '-E');
  return stdout.toString('latin1').replace(/^# .*$/gm, '');
}
