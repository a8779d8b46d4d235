import * as fs from 'node:fs';
import path from 'node:path';
import { type BuildRequest, type Engine, hasMain, type Project } from '../../core.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { Tokens } from '../../support/tokens.js';
import { checkingSource, LEFT, withCheckedFunction, withCheckedLaunches } from './checked-program.js';
import type { LaneNode, LaneProgram } from './lane-program.js';
import { libraryFolder } from './library.js';
import { observedNodes } from './observed-loop.js';
import type { VectorFormat, Width } from './vector-format.js';

export interface SeenRange {
  readonly node: LaneNode;
  /** Largest magnitude, and smallest nonzero one (0 without any). */
  readonly most: number;
  readonly least: number;
}

export interface CheckedNumbers {
  readonly ranges: readonly SeenRange[];
  /** Values stored by the scalar function and by the vector code over all calls. */
  readonly expected: readonly number[];
  readonly found: readonly number[];
}

export interface CheckRequest {
  readonly format: VectorFormat;
  readonly width: Width;
  /** The vectorized source. */
  readonly vectors: string;
  /** Builds a program with kernels, some of whose files are replaced, for a CPU. */
  readonly ported: (texts: ReadonlyMap<string, string>) => Promise<BuildRequest>;
  readonly arguments: readonly string[];
  readonly timeoutMs: number;
  readonly maxMemoryBytes: number;
}

const OUTPUT_BYTES = 1 << 26;

/** Runs the program on its own input with both the scalar and the vector code. */
export async function checkNumbers(
  engine: Engine,
  project: Project,
  program: LaneProgram,
  request: CheckRequest,
): Promise<CheckedNumbers> {
  const checked = program.isKernel ? await request.ported(launching(project, program)) : withSources(project, program);
  const checker = checkingSource(program, request.vectors, request.format, request.width);
  const outcome = await engine.build({
    ...checked,
    sources: [...checked.sources, { name: 'mantissa-check.cpp', text: checker, language: 'c++', standard: 'c++17' }],
    includeFolders: [...checked.includeFolders, libraryFolder()],
  });
  if (outcome.kind !== 'built')
    throw new MantissaError(
      'MX4007',
      outcome.kind === 'build-failed' ? outcome.diagnostics.slice(0, 2000) : outcome.reason,
      {
        ...(outcome.remedy !== null && { remedy: outcome.remedy }),
      },
    );
  const run = await engine.run(outcome.artifact, {
    arguments: request.arguments,
    environment: {},
    collect: Object.values(LEFT),
    timeoutMs: request.timeoutMs,
    maxOutputBytes: OUTPUT_BYTES,
    maxMemoryBytes: request.maxMemoryBytes,
  });
  if (run.kind !== 'exited' || run.exitCode !== 0)
    throw new MantissaError(
      'MX4008',
      run.kind === 'exited'
        ? `it ended with exit code ${run.exitCode}: ${run.stderr.toString().slice(0, 500)}`
        : `it ended with ${run.kind}`,
    );
  const ranges = run.collected.get(LEFT.ranges)?.toString().trim();
  if (ranges === undefined)
    throw new MantissaError(
      'MX2071',
      `the program ended without ${program.isKernel ? 'launching' : 'calling'} ${program.name}`,
    );
  return {
    ranges: observedNodes(program).map((node, at) => {
      const [most, least] = ranges.split('\n')[at]!.split(' ').map(Number);
      return { node, most: most!, least: Number.isFinite(least) ? least! : 0 };
    }),
    expected: doubles(run.collected.get(LEFT.expected)),
    found: doubles(run.collected.get(LEFT.found)),
  };
}

/** Replaced texts of the files that launch the kernel. */
function launching(project: Project, program: LaneProgram): Map<string, string> {
  const changed = project.units.flatMap(({ file }) => {
    const text = withCheckedLaunches(fs.readFileSync(file, 'latin1'), program);
    return text === null ? [] : [[file, text] as const];
  });
  if (changed.length === 0)
    throw new MantissaError('MX2071', `${program.name} is not launched in any of ${project.units.length} files`);
  return new Map(changed);
}

/** A program without kernels, with the function replaced. */
function withSources(project: Project, program: LaneProgram): BuildRequest {
  const sources = project.units.map((unit) => {
    const text = fs.readFileSync(unit.file, 'latin1');
    const isItsFile = path.resolve(unit.file) === path.resolve(program.file);
    const { language, standard } = unit;
    return {
      name: path.basename(unit.file),
      text: isItsFile ? withCheckedFunction(text, program, language === 'c') : text,
      ...{ language, standard },
    };
  });
  if (!sources.some(({ text }) => hasMain(new Tokens(text))))
    throw new MantissaError('MX2071', `none of ${sources.length} files defines main`);
  return {
    sources,
    includeFolders: [...new Set(project.units.flatMap((unit) => [path.dirname(unit.file), ...unit.includeFolders]))],
    systemFolders: project.units.flatMap((unit) => unit.systemFolders),
    defines: [...new Set(project.units.flatMap((unit) => unit.defines))],
    forcedIncludes: [],
  };
}

function doubles(bytes: Buffer | undefined): number[] {
  if (!bytes) return [];
  return Array.from({ length: Math.floor(bytes.length / 8) }, (_, at) => bytes.readDoubleLE(8 * at));
}
