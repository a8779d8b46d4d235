import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang, Project, TranslationUnit } from '../../core.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { isConstant, isEqual } from '../../numerics/linear-form.js';
import { ByteText } from '../../support/byte-text.js';
import { nearestName } from '../../support/nearest-name.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { namesIn } from '../../support/tokens.js';
import { compileLoops, type Halves } from './compile-loop.js';
import { DebugInfo } from './debug-info.js';
import { findKernel, kernelNames } from './kernel-text.js';
import type { LaneNode, LaneProgram, LoopResult, Reduction } from './lane-program.js';
import type { IrFunction, IrModule } from './llvm-ir/module.js';
import { readModule } from './llvm-ir/read-module.js';
import { onCycles } from './loop-guards.js';
import { type ReadingOptions, readFunction } from './read-function.js';
import { refusal } from './refusal.js';
import { missedLoops, notVectorised } from './remarks.js';
import { AXES } from './thread-guards.js';
import { kernelAsLoop, sourceWithLoops, type ThreadLoop } from './thread-loop.js';

/** Reads the named function or kernel of a project as a lane program: compiles it, vectorizes it with LLVM, and reads the result. */
export async function vectorizedFunction(
  clang: EmbeddedClang,
  project: Project,
  name: string,
  options: ReadingOptions,
): Promise<LaneProgram> {
  const seen: string[] = [];
  for (const unit of project.units) {
    const [kernel] = unit.language === 'cuda' ? await readKernels(clang, project, unit, options, [name]) : [];
    if (kernel) return programOf(kernel);
    const [found] = await readFunctions(clang, project, unit, options, name, seen);
    if (found) return programOf(found);
  }
  const nearest = nearestName(name, seen);
  throw refusal(
    'MX2070',
    `${name} is not defined in any of ${project.units.length} files, which define ${seen.length} functions`,
    null,
    nearest ? `did you mean ${nearest}?` : `name one of: ${seen.slice(0, 8).join(', ')}`,
  );
}

/** A function or kernel, and its lane program or the reason that it has none. */
export interface FoundLoop {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly hasLoop: boolean;
  readonly read: LaneProgram | MantissaError;
}

function programOf({ read }: FoundLoop): LaneProgram {
  if (read instanceof MantissaError) throw read;
  return read;
}

/** All kernels, and all functions with a loop; each file is compiled once. */
export async function vectorizedFunctions(
  clang: EmbeddedClang,
  project: Project,
  options: ReadingOptions,
): Promise<FoundLoop[]> {
  const found: FoundLoop[] = [];
  for (const unit of project.units) {
    const kernels =
      unit.language === 'cuda'
        ? await readKernels(clang, project, unit, options, kernelNames(sourceOf(unit).tokens))
        : [];
    const names = new Set(kernels.map(({ name }) => name));
    const functions = await readFunctions(clang, project, unit, options, null);
    found.push(...[...kernels, ...functions.filter(({ name }) => !names.has(name))].sort((a, b) => a.line - b.line));
  }
  return found;
}

function sourceOf({ file }: TranslationUnit): ByteText {
  return new ByteText(fs.readFileSync(file));
}

/** Kernels of these names. Of two thread indices, the first along which LLVM vectorizes becomes the loop's. */
async function readKernels(
  clang: EmbeddedClang,
  project: Project,
  unit: TranslationUnit,
  options: ReadingOptions,
  names: readonly string[],
): Promise<FoundLoop[]> {
  const source = sourceOf(unit);
  const loops = new Map<string, (ThreadLoop | MantissaError)[]>();
  for (const name of names)
    for (const along of AXES) {
      const loop = tried(() => kernelAsLoop(source, unit.file, name, { along, reassociate: options.reassociate }));
      if (loop) loops.set(name, [...(loops.get(name) ?? []), loop]);
    }
  const all = [...loops.values()].flat().filter(isLoop);
  const compiled = new Map<Halves, Promise<CompiledUnit | MantissaError>>();
  const unitOf = (halves: Halves) => {
    const own = all.filter((one) => one.halves === halves);
    const known = compiled.get(halves) ?? compileWithLoops(clang, project, unit, source, own, halves);
    compiled.set(halves, known);
    return known;
  };
  const found: FoundLoop[] = [];
  for (const [name, tries] of loops) {
    let read: LaneProgram | MantissaError | null = null;
    for (const loop of tries) {
      if (read && !(read instanceof MantissaError)) break;
      const made = isLoop(loop) ? await unitOf(loop.halves) : loop;
      const next =
        made instanceof MantissaError ? made : tried(() => kernelProgram(made, loop as ThreadLoop, name, options));
      read = next instanceof MantissaError ? (read ?? next) : next;
    }
    const line = source.position(findKernel(source.tokens, name)!.name.begin).line;
    // another kernel of the file may be what does not compile
    const isAlone = !(read instanceof MantissaError) || names.length === 1 || read.code !== 'MX4001';
    if (isAlone) found.push({ name, file: unit.file, line, hasLoop: true, read: read! });
    else found.push(...(await readKernels(clang, project, unit, options, [name])));
  }
  return found;
}

function isLoop(one: ThreadLoop | MantissaError): one is ThreadLoop {
  return !(one instanceof MantissaError);
}

/** The result, or the error of a program that is refused. */
function tried<T>(work: () => T): T | MantissaError {
  try {
    return work();
  } catch (error) {
    if (error instanceof MantissaError) return error;
    throw error;
  }
}

interface CompiledUnit {
  readonly module: IrModule;
  readonly remarks: string;
  /** The user's name for the file. */
  readonly file: string;
}

async function compileWithLoops(
  clang: EmbeddedClang,
  project: Project,
  unit: TranslationUnit,
  source: ByteText,
  loops: readonly ThreadLoop[],
  halves: Halves,
): Promise<CompiledUnit | MantissaError> {
  const folder = temporaryFolder('mantissa-vectorize-');
  try {
    const file = path.join(folder.path, path.basename(unit.file));
    fs.writeFileSync(file, sourceWithLoops(source, unit.file, loops), 'latin1');
    const includeFolders = [path.dirname(unit.file), ...unit.includeFolders];
    const { ir, remarks } = await compileLoops(clang, { ...unit, file, includeFolders }, project.root, halves);
    return { module: readModule(ir), remarks, file: unit.file };
  } catch (error) {
    if (!(error instanceof MantissaError)) throw error;
    return halves === 'none' ? error : halvesOtherwise(error, loops[0]!.kernel);
  } finally {
    folder.remove();
  }
}

/** Threads of a kernel run concurrently, so they cannot depend on each other's writes. */
function kernelProgram(unit: CompiledUnit, kernel: ThreadLoop, name: string, options: ReadingOptions): LaneProgram {
  const debug = new DebugInfo(unit.module);
  const [fn] = debug.functionsNamed(kernel.name);
  if (!fn) throw refusal('MX4070', `${name} has no compiled body`, null);
  const reading = { ...options, assumeRestrict: true };
  const program = readFunction(unit.module, fn, reading) ?? failed(unit, debug, fn);
  return withRows({ ...sumsOfThreads(program, kernel), name, isKernel: true }, kernel, unit.file);
}

/** The functions that a file defines, or those of one name, which may be in a header. */
async function readFunctions(
  clang: EmbeddedClang,
  project: Project,
  unit: TranslationUnit,
  options: ReadingOptions,
  wantedName: string | null,
  seen: string[] = [],
): Promise<FoundLoop[]> {
  const { ir, remarks } = await compileLoops(clang, unit, project.root);
  const compiled = { module: readModule(ir), remarks, file: unit.file };
  const debug = new DebugInfo(compiled.module);
  const named = compiled.module.functions.flatMap((fn) => {
    const name = debug.functionName(fn);
    return name === null ? [] : [{ name, fn, ...debug.headOf(fn) }];
  });
  seen.push(...named.map(({ name }) => name));
  const wanted = named.filter(({ name }) => wantedName === null || name === wantedName);
  const own = wanted.filter(({ file }) => path.resolve(file) === path.resolve(unit.file));
  return (wantedName === null || own.length > 0 ? own : wanted).map(({ name, fn, line }) => ({
    ...{ name, file: unit.file, line, hasLoop: onCycles(fn.blocks).size > 0 },
    read: tried(() => {
      if (wanted.filter((one) => one.name === name).length > 1)
        throw refusal(
          'MX2070',
          `${name} is the name of several functions`,
          { file: unit.file, line, column: 1 },
          'name a function that is not overloaded',
        );
      return readFunction(compiled.module, fn, options) ?? failed(compiled, debug, fn);
    }),
  }));
}

/** Partial results of threads must be added to one number, or each be stored separately. */
function sumsOfThreads(program: LaneProgram, { storesParts }: ThreadLoop): LaneProgram {
  const { reductions, results } = program;
  const isSum = (one: LaneNode) => one.kind === 'accumulator' && reductions[one.reduction]!.fold === 'sum';
  const isAdded = ({ target, value }: LoopResult) =>
    target !== null &&
    value.kind === 'arithmetic' &&
    value.operator === '+' &&
    value.operands.some(isSum) &&
    value.operands.some(
      (one) =>
        one.kind === 'uniform' && one.access?.array === target.array && isEqual(one.access.offset, target.offset),
    );
  const isStored = ({ target, value }: LoopResult) =>
    target !== null && isConstant(target.offset) && target.offset.constant === 0 && isSum(value);
  const startsAtZero = ({ start }: Reduction) => start.kind === 'constant' && start.value === 0;
  const unlike =
    results.find((one) => !(storesParts ? isStored(one) : isAdded(one))) ??
    reductions.find((one) => !startsAtZero(one));
  if (unlike)
    throw refusal(
      'MX4071',
      'the result of a thread is only a partial sum, but is used in another way',
      unlike.place,
      'start each thread with 0, and end with atomicAdd(out, sum), or out[i] = sum with i the number of the thread',
    );
  return { ...program, isLeftInParts: storesParts };
}

/** Throws if the number of elements differs between rows. */
function withRows(program: LaneProgram, { rows }: ThreadLoop, file: string): LaneProgram {
  if (!rows) return program;
  if (
    [program.begin, program.end].some((one) => [...one.terms.keys()].some((text) => namesIn(text).includes(rows.name)))
  )
    throw refusal(
      'MX4071',
      `the number of elements depends on ${rows.name}`,
      { file, line: program.loopLine, column: 1 },
      'process equally many elements in every row, and select what is stored',
    );
  return { ...program, rows };
}

/** The error for a program that compiles, but not with its 16-bit types as plain numbers. */
function halvesOtherwise(error: MantissaError, name: string): MantissaError {
  if (error.code !== 'MX4001') return error;
  return refusal(
    'MX4071',
    `the file of ${name} uses 16-bit types for more than arithmetic and conversions: ${error.findings[0]?.text ?? error.message}`,
    null,
    'move the kernel into its own file, and use only + - * / and __half2float, __float2half or casts on __half',
  );
}

function failed({ remarks, file }: CompiledUnit, debug: DebugInfo, fn: IrFunction): never {
  const lines = fn.blocks.flatMap(({ instructions }) =>
    instructions.flatMap((one) => debug.place(one.debug)?.inlinedFrom ?? debug.place(one.debug)?.line ?? []),
  );
  const first = debug.lineOf(fn);
  const name = debug.functionName(fn) ?? fn.symbol;
  throw notVectorised(missedLoops(remarks, file, first, Math.max(first, ...lines)), name, { file, line: first });
}
