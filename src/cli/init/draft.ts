/** A project file before it is written, with the origin of every setting. */
import path from 'node:path';
import type { FoundProgram } from '../../frontend/discovery/built-programs.js';
import { settingsOfUnits } from '../../frontend/discovery/project-settings.js';
import type { FoundRun } from '../../frontend/discovery/run-lines.js';
import type { WrittenFile } from '../../frontend/discovery/written-files.js';
import type { ProjectFile } from '../../frontend/project/project-file-schema.js';
import { quoteForShell } from '../../frontend/project/shell-words.js';
import type { Goal } from '../../journal/records.js';
import { moreIsBetter } from '../../numerics/metrics.js';
import { linesWithout } from '../../study/judging/check-verdict.js';
import { goalText } from '../../study/judging/judge-output.js';

export interface Draft {
  /** Absolute. */
  readonly root: string;
  readonly program: FoundProgram;
  readonly programWhere: string;
  readonly makefile: string | null;
  /** Null if no arguments were found. */
  readonly run: FoundRun | null;
  /** Null if the output is stdout. */
  readonly written: WrittenFile | null;
  readonly outputWhere: string;
  readonly goal: Goal;
  readonly goalWhere: string;
  /** Beginnings of lines that are not compared because they differ between runs. */
  readonly leftOut: readonly string[];
}

/** The goal of a user who gives none. */
export const USUAL_GOAL: Goal = {
  metric: 'max-relative',
  bound: 1e-6,
  against: 'baseline',
  minSpeedup: null,
  command: null,
};

export function projectFileOf(draft: Draft): ProjectFile {
  const { root, program, run, goal, makefile } = draft;
  const { ownBuild, file } = program;
  const settings = settingsOfUnits(program.units, root, ownBuild === null ? program.flags : []);
  return {
    why: whyOf(draft),
    name: program.name,
    ...settings,
    ...(ownBuild !== null &&
      makefile !== null &&
      file !== null && { build: 'make', run: `./${quoteForShell(path.relative(root, file))}` }),
    inputs: { run1: { arguments: [...(run?.arguments ?? [])] } },
    output: outputOf(draft),
    goal: {
      metric: goal.metric as Exclude<Goal['metric'], 'command'>,
      ...(moreIsBetter(goal.metric) ? { digits: goal.bound } : { maxError: goal.bound }),
    },
  };
}

function outputOf({ written, leftOut }: Draft): NonNullable<ProjectFile['output']> {
  const lines = leftOut.length > 0 ? { lines: linesWithout(leftOut) } : {};
  if (written === null) return { stdout: true, ...lines };
  return written.output.kind === 'text' ? { ...written.output, ...lines } : written.output;
}

function whyOf(draft: Draft): Record<string, string> {
  const { program, run, leftOut } = draft;
  const arithmetic = [...new Set(program.units.flatMap(({ arithmeticFlags }) => arithmeticFlags))];
  return {
    sources: `${draft.programWhere}; the headers they include are found automatically`,
    ...(arithmetic.length > 0 && {
      flags: `${arithmetic.join(' ')} removed: programs are tuned with standard floating-point arithmetic`,
    }),
    ...(program.ownBuild !== null && { build: `${program.ownBuild}, so the project's own commands build and run it` }),
    inputs: `${run === null ? 'no arguments found' : run.where}; add other typical inputs, one of them with "heldOut": true to confirm the result on an input that the search has not used`,
    output: `${draft.outputWhere}${leftOut.length > 0 ? `; lines that begin with ${leftOut.map((words) => `"${words}"`).join(' or ')} are ignored, since they differ from run to run` : ''}`,
    goal: draft.goalWhere,
  };
}

/** The draft as a table: a row for each setting, with its origin. */
export function draftRows(draft: Draft): (readonly [string, string, string])[] {
  const { root, program, run, written, goal } = draft;
  return [
    ['sources', program.units.map(({ file }) => path.relative(root, file)).join(' '), draft.programWhere],
    ...(program.ownBuild === null ? [] : [['build', 'make', program.ownBuild] as const]),
    [
      'arguments',
      run === null || run.arguments.length === 0 ? 'none' : run.arguments.map(quoteForShell).join(' '),
      run?.where ?? 'no arguments found',
    ],
    ['output', outputText(written), draft.outputWhere],
    ['goal', goalText(goal), draft.goalWhere],
  ];
}

export function outputText(written: WrittenFile | null): string {
  if (written === null) return 'stdout';
  const { file, kind, format } = written.output;
  return kind === 'text' ? file : `${file}, binary ${format}`;
}
