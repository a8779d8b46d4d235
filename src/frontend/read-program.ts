import * as fs from 'node:fs';
import type { EmbeddedClang } from '../clang/compiler.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Program, Warning } from '../program/program.js';
import type { AstNode } from './ast/node.js';
import { type FunctionSyntax, UnitLowering } from './lower/lower-units.js';
import { PlaceReader } from './lower/places.js';
import type { UnitScope } from './lower/unit-scope.js';
import { fastArithmetic } from './project/fast-arithmetic.js';
import type { Project } from './project/project.js';
import { distinguishReadings } from './units/expansions.js';
import { type InactiveLines, inactiveBranches } from './units/inactive-branches.js';
import { type ParsedUnit, parseUnit } from './units/parse-unit.js';

/** The time spent in the compiler and in building the model, in milliseconds. */
export interface ReadingTimes {
  parseMs: number;
  modelMs: number;
  astBytes: number;
}

/** Called before each source file with the number of files done and the total. */
export type OnUnit = (done: number, of: number) => void;

/** A program with the syntax trees it was built from, for editing its text. */
export interface ProgramSyntax {
  readonly program: Program;
  readonly functions: readonly FunctionSyntax[];
  readonly scopes: readonly UnitScope[];
  /** The syntax trees, one per scope. */
  readonly roots: readonly AstNode[];
  readonly places: PlaceReader;
}

/** Parses every unit of an unmodified program with the embedded clang and builds the program model. */
export async function readProgram(clang: EmbeddedClang, project: Project, times?: ReadingTimes): Promise<Program> {
  return (await readSyntax(clang, project, times)).program;
}

export async function readSyntax(
  clang: EmbeddedClang,
  project: Project,
  times?: ReadingTimes,
  strictness: readonly string[] = [],
  /** The same program with another text. Its conversions and frozen sites apply to this one too. */
  like?: Program,
  parsing = parseUnits(clang, project, strictness),
  onUnit?: OnUnit,
): Promise<ProgramSyntax> {
  const userFiles = new Set<string>();
  const places = new PlaceReader((file) => userFiles.has(file), readSource);
  const lowering = new UnitLowering(
    places,
    project.root,
    project.strictBranches ?? false,
    like ?? project.convertingTransfers ?? 'freeing',
  );
  const started = performance.now();
  const readings: UnitReading[] = [];
  for (const [index, reading] of parsing.entries()) {
    onUnit?.(index, project.units.length);
    readings.push(await reading);
  }
  const parsedUnits = readings.map(({ parsed }) => parsed);
  places.readAgain = await distinguishReadings(clang, project, parsedUnits);
  const between = performance.now();
  for (const { parsed, inactive } of readings) {
    for (const file of parsed.userFiles) userFiles.add(file);
    places.fileIndex(parsed.unit.file); // a unit is a file of the program even if it contains nothing relevant
    withinStack(parsed.unit.file, () => lowering.add(parsed, inactive));
  }
  for (const file of userFiles) places.fileIndex(file); // a file with directives only may define type names
  const program = lowering.finish();
  if (times) {
    times.parseMs += between - started;
    times.modelMs += performance.now() - between;
    for (const { astBytes } of parsedUnits) times.astBytes += astBytes;
  }
  return {
    program: { ...program, warnings: [...program.warnings, ...flagWarnings(project)] },
    functions: lowering.functions,
    scopes: lowering.scopes,
    roots: parsedUnits.map(({ root }) => root),
    places,
  };
}

/** clang's results for one unit. */
export interface UnitReading {
  readonly parsed: ParsedUnit;
  readonly inactive: readonly InactiveLines[];
}

/**
 * Starts the compiler on all units, so that it parses the next one while one is lowered. A failure is reported to the caller that awaits the unit.
 */
export function parseUnits(
  clang: EmbeddedClang,
  project: Project,
  strictness: readonly string[],
): readonly Promise<UnitReading>[] {
  return project.units.map((unit) => {
    const reading = Promise.all([
      parseUnit(clang, unit, project.root, ...strictness),
      inactiveBranches(clang, unit, project.root),
    ]).then(([parsed, inactive]) => ({ parsed, inactive }));
    reading.catch(() => undefined);
    return reading;
  });
}

function flagWarnings(project: Project): Warning[] {
  const fast = fastArithmetic(project);
  const ignored = [...new Set(project.units.flatMap(({ ignoredFlags = [] }) => ignoredFlags))];
  const warnings: Warning[] = [];
  if (fast.length > 0) {
    const text = `built with ${fast.join(' ')}: arithmetic in fp32 is approximated, so a lower precision loses more than the rounding error`;
    warnings.push({ code: 'fast-math', text, place: null });
  }
  if (ignored.length > 0) {
    const text = `left out of every build, because they do not change results: ${ignored.join(' ')}`;
    warnings.push({ code: 'ignored-flag', text, place: null });
  }
  return warnings;
}

/** Lowering recurses with the nesting of the program, so a stack overflow is caused by the program's depth and is not a bug. */
function withinStack(file: string, lower: () => void): void {
  try {
    lower();
  } catch (error) {
    if (!(error instanceof RangeError && /call stack/.test(error.message))) throw error;
    const text = 'an expression or statement is nested more deeply than mantissa can follow (about 1,000 levels)';
    throw new MantissaError('MX4004', { text, place: { file } }, { cause: error });
  }
}

function readSource(file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    throw new MantissaError(
      'MX2008',
      { text: error instanceof Error ? error.message : String(error), place: { file } },
      { cause: error },
    );
  }
}
