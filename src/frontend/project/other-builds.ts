/** Builds of the same sources with other macros, which must stay correct with the patch: `variants` of a project file, and `--also`. */
import { type Finding, MantissaError, type MessagePlace } from '../../diagnostics/mantissa-error.js';
import { MACRO_DEFINITION, MACRO_NAME, type MacroStep, settleMacros, stepsOf } from './macros.js';
import type { Project } from './project.js';
import type { ReadProjectFile } from './project-file.js';
import { macroSteps } from './project-units.js';
import { splitShellWords, UnclosedQuote } from './shell-words.js';

export interface OtherBuild {
  /** The name in messages: its key in the project file, or its flags. */
  readonly name: string;
  /** Macros in addition to those of the main build. */
  readonly macros: readonly MacroStep[];
  /** Its place in the project file. */
  readonly place: MessagePlace | null;
}

/** The `variants` of a project file. */
export function buildsOfProjectFile({ settings, document }: ReadProjectFile): OtherBuild[] {
  return Object.entries(settings.variants ?? {}).map(([name, { defines }]) => ({
    name,
    macros: macroSteps(defines),
    place: document.placeOfKey(['variants', name]),
  }));
}

/** The builds given with `--also`, each by its `-D` and `-U` flags. */
export function buildsOfCommandLine(also: readonly string[]): OtherBuild[] {
  return also.map((flags) => ({ name: flags.trim(), macros: readFlags(flags), place: null }));
}

function readFlags(flags: string): MacroStep[] {
  const misread = (text: string, cause?: unknown) =>
    new MantissaError('MX2004', `--also ${flags}: ${text}`, {
      remedy: 'write the flags of the other build, such as --also -DVERIFY or --also "-DVERIFY -UFAST"',
      cause,
    });
  const steps: MacroStep[] = [];
  try {
    // `-D VERIFY` is two words for a shell and one flag for a compiler
    const words = splitShellWords(flags)
      .join('\n')
      .replace(/^(-[DU])\n/gm, '$1');
    for (const word of words.split('\n')) {
      const rest = word.slice(2);
      if (word.startsWith('-D') && MACRO_DEFINITION.test(rest)) steps.push({ kind: 'define', text: rest });
      else if (word.startsWith('-U') && MACRO_NAME.test(rest)) steps.push({ kind: 'undefine', name: rest });
      else throw misread(`expected -DNAME, -DNAME=value or -UNAME, not '${word}'`);
    }
  } catch (error) {
    if (error instanceof UnclosedQuote) throw misread(error.message, error);
    throw error;
  }
  return steps;
}

/** The project as the other build compiles it. */
export function projectOf(project: Project, { macros }: OtherBuild): Project {
  const { otherBuilds: _, ...same } = project;
  return {
    ...same,
    units: project.units.map((unit) => ({ ...unit, ...settleMacros([...stepsOf(unit), ...macros]) })),
  };
}

/** Rejects a build that is given twice, under one name or two. */
export function requireDistinct(builds: readonly OtherBuild[]): void {
  const findings = builds.flatMap((build, index): Finding[] => {
    const same = builds.slice(0, index).find((one) => meaningOf(one) === meaningOf(build));
    if (!same) return [];
    const text =
      same.name === build.name
        ? `'${build.name}' was given twice`
        : `'${build.name}' defines the same macros as '${same.name}'`;
    return [{ text, ...(build.place && { place: build.place }) }];
  });
  if (findings.length > 0) throw new MantissaError('MX2048', findings);
}

function meaningOf({ macros }: OtherBuild): string {
  const { defines, undefines } = settleMacros(macros);
  return JSON.stringify([[...defines].sort(), [...undefines].sort()]);
}
