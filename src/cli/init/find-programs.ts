/** Finds the programs of a folder: from named sources, a compilation database, a Makefile, CMake, a README, or else the source files. */
import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { dryMake } from '../../execution/command/dry-make.js';
import { buildSteps } from '../../frontend/discovery/build-commands.js';
import { type FoundProgram, programsOf } from '../../frontend/discovery/built-programs.js';
import {
  type FoundPrograms,
  programsOfCmake,
  programsOfDatabase,
  programsOfSources,
  sourcesBelow,
} from '../../frontend/discovery/folder-programs.js';
import { wholeTextOf } from '../../frontend/discovery/main-functions.js';
import { withMakefileFlags } from '../../frontend/discovery/makefile-flags.js';
import { isFile } from '../../frontend/project/input-files.js';
import { openProject } from '../../frontend/project/open-project.js';
import type { TranslationUnit } from '../../frontend/project/project.js';
import { count } from '../../inspection/table.js';
import { nearestName } from '../../support/nearest-name.js';
import { projectRequest, type SourceOptions } from '../source-options.js';
import { makefileOf, readmesOf } from './build-files.js';

export interface ProgramOptions extends SourceOptions {
  source: string[];
  program?: string;
}

/** The programs found; throws if there is none. `root` is absolute. */
export async function findPrograms(root: string, options: ProgramOptions): Promise<FoundPrograms> {
  if (options.source.length > 0) return namedSources(options);
  const found =
    programsOfDatabase(root) ??
    (await programsOfMakefile(root, options.program)) ??
    programsOfCmake(root) ??
    programsOfReadme(root);
  if (found && found.programs.length > 0) return found;
  const lying = programsLying(root);
  if (lying.programs.length > 0) return lying;
  const sources = sourcesBelow(root).length;
  throw new MantissaError(
    'MX2080',
    sources === 0
      ? `no CUDA, C++ or C source, no Makefile that compiles one and no compile_commands.json found in ${root}`
      : `none of ${count(sources, 'source file')} in ${root} defines main`,
  );
}

function namedSources(options: ProgramOptions): FoundPrograms {
  const project = openProject(projectRequest(options.source, options));
  return {
    where: 'named on the command line',
    programs: [{ name: project.name, file: null, units: project.units, flags: options.flag, ownBuild: null }],
  };
}

/** Programs of compile commands in a README, such as `g++ -O2 main.cpp -o relax`; null if none compiles existing sources. */
function programsOfReadme(root: string): FoundPrograms | null {
  for (const readme of readmesOf(root)) {
    const commands = wholeTextOf(path.join(root, readme)).replace(/^\s*[$%>]\s+/gm, '');
    const programs = programsOf(buildSteps(commands, root));
    const whole = programs.filter(({ units }) => units.length > 0 && units.every(({ file }) => isFile(file)));
    if (whole.length > 0) return { programs: whole, where: `from the compile command in ${readme}` };
  }
  return null;
}

function programsLying(root: string): FoundPrograms {
  const found = programsOfSources(root);
  const makefile = makefileOf(root);
  if (makefile === null) return found;
  const text = wholeTextOf(path.join(root, makefile));
  return {
    where: `${found.where}, with the flags in ${makefile}`,
    programs: found.programs.map((one) => ({ ...one, units: withMakefileFlags(one.units, text, root) })),
  };
}

/** Null if there is no Makefile or no make on this machine. */
async function programsOfMakefile(root: string, program: string | undefined): Promise<FoundPrograms | null> {
  const makefile = makefileOf(root);
  if (makefile === null) return null;
  const usual = await stepsOf(root, makefile, []);
  if (usual === null) return null;
  const programs = programsOf(usual);
  const where = `compiled by ${makefile}`;
  if (program === undefined || programs.some(({ name }) => name === program))
    return { programs: existing(programs, makefile), where };
  const asked = await stepsOf(root, makefile, [program]).catch(() => null);
  return { programs: existing(asked ? programsOf(asked) : programs, makefile), where };
}

async function stepsOf(root: string, makefile: string, targets: readonly string[]) {
  const made = await dryMake(root, targets, true);
  if (made.kind === 'missing') return null;
  if (made.kind === 'printed') return buildSteps(made.text, root);
  const place = /^(\S+?):(\d+): /m.exec(made.said);
  const text = made.said.split('\n').find((line) => /\*\*\*/.test(line)) ?? made.said.split('\n')[0]!;
  throw new MantissaError('MX2083', {
    text: text.replace(/^make(?:\[\d+\])?: |^\S+?:\d+: /, '').replace(/^\*\*\* /, ''),
    place: { file: place?.[1] ?? makefile, ...(place && { line: Number(place[2]) }) },
  });
}

function existing(programs: readonly FoundProgram[], makefile: string): FoundProgram[] {
  return programs
    .filter(({ units }) => units.length > 0)
    .map((program) => {
      const missing = program.units.filter(({ file }) => !isFile(file)).map(({ file }) => path.basename(file));
      if (missing.length === 0) return program;
      throw new MantissaError('MX2001', `${missing.join(', ')}, which ${makefile} compiles for ${program.name}`, {
        remedy: 'run make once if it generates these files, or name the sources with --source',
      });
    });
}

/** The program with this name, or the only one; null if there are several and none is named. */
export function chosenProgram({ programs }: FoundPrograms, named: string | undefined): FoundProgram | null {
  if (named === undefined) return programs.length === 1 ? programs[0]! : null;
  const found = programs.find(({ name }) => name === named);
  if (found) return found;
  const names = programs.map(({ name }) => name);
  const near = nearestName(named, names);
  throw new MantissaError(
    'MX2080',
    `there is no program '${named}'; ${near ? `did you mean ${near}?` : `found: ${names.join(', ')}`}`,
  );
}

export function severalPrograms({ programs, where }: FoundPrograms): MantissaError {
  return new MantissaError(
    'MX2081',
    programs.map(({ name, units }) => ({ text: `${name}: ${sourcesText(units)}` })),
    {
      remedy: `name one: mantissa init --program ${programs[0]!.name} (${where}), or its sources with --source`,
    },
  );
}

function sourcesText(units: readonly TranslationUnit[]): string {
  const names = units.map(({ file }) => path.basename(file));
  return names.length <= 4 ? names.join(', ') : `${names.slice(0, 4).join(', ')} and ${names.length - 4} more`;
}
