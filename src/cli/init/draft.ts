/** A project file before it is written: every key with where it comes from. */
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
  /** null: nothing says what to give it. */
  readonly run: FoundRun | null;
  /** null: what it prints. */
  readonly written: WrittenFile | null;
  readonly outputWhere: string;
  readonly goal: Goal;
  readonly goalWhere: string;
  /** What the lines begin with that are not compared, as two runs print them differently. */
  readonly leftOut: readonly string[];
}

/** A place to begin, for whoever has no bound in mind. */
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
    inputs: { usual: { arguments: [...(run?.arguments ?? [])] } },
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
    sources: `${draft.programWhere}; headers are found through them`,
    ...(arithmetic.length > 0 && {
      flags: `without ${arithmetic.join(' ')}: programs are tuned with arithmetic as the standard has it`,
    }),
    ...(program.ownBuild !== null && { build: `${program.ownBuild}, so its own commands build and run it` }),
    inputs: `${run === null ? 'nothing says what arguments it takes' : run.where}; add others that your users run, one of them with "heldOut": true to confirm what is found`,
    output: `${draft.outputWhere}${leftOut.length > 0 ? `; without lines that begin with ${leftOut.join(' or ')}, which differ from run to run` : ''}`,
    goal: draft.goalWhere,
  };
}

/** What will be written, a row for each decision with where it comes from. */
export function draftRows(draft: Draft): (readonly [string, string, string])[] {
  const { root, program, run, written, goal } = draft;
  return [
    ['sources', program.units.map(({ file }) => path.relative(root, file)).join(' '), draft.programWhere],
    ...(program.ownBuild === null ? [] : [['build', 'make', program.ownBuild] as const]),
    [
      'arguments',
      run === null || run.arguments.length === 0 ? 'none' : run.arguments.map(quoteForShell).join(' '),
      run?.where ?? 'nothing says what it takes',
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
