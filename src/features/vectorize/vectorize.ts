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
import type { LaneNode, LaneProgram, LoopResult, Reduction } from './lane-program.js';
import type { IrFunction } from './llvm-ir/module.js';
import { readModule } from './llvm-ir/read-module.js';
import { type ReadingOptions, readFunction } from './read-function.js';
import { refusal } from './refusal.js';
import { missedLoops, notVectorised } from './remarks.js';
import { AXES } from './thread-guards.js';
import { kernelAsLoop, type ThreadLoop } from './thread-loop.js';

/** Reads the named function or kernel of a project as a lane program: compiles it, vectorizes it with LLVM, and reads the result. */
export async function vectorizedFunction(
  clang: EmbeddedClang,
  project: Project,
  name: string,
  options: ReadingOptions,
): Promise<LaneProgram> {
  const seen: string[] = [];
  for (const unit of project.units) {
    const program =
      (unit.language === 'cuda' ? await readThreads(clang, project, unit, name, options) : null) ??
      (await readIn(clang, project, unit, unit.file, name, options, seen));
    if (program) return program;
  }
  const nearest = nearestName(name, seen);
  throw refusal(
    'MX2070',
    `${name} is not defined in any of ${project.units.length} files, which define ${seen.length} functions`,
    null,
    nearest ? `did you mean ${nearest}?` : `name one of: ${seen.slice(0, 8).join(', ')}`,
  );
}

/** Null if the unit has no such kernel. Of two thread indices, the first along which LLVM vectorizes becomes the loop's. */
async function readThreads(
  clang: EmbeddedClang,
  project: Project,
  unit: TranslationUnit,
  name: string,
  options: ReadingOptions,
): Promise<LaneProgram | null> {
  const text = new ByteText(fs.readFileSync(unit.file));
  let refused: unknown;
  for (const along of AXES) {
    try {
      const kernel = kernelAsLoop(text, unit.file, name, { along, reassociate: options.reassociate });
      if (!kernel) return null;
      return await readKernel(clang, project, unit, kernel, name, options);
    } catch (error) {
      refused ??= error;
    }
  }
  throw refused;
}

/** Threads of a kernel run concurrently, so they cannot depend on each other's writes. */
async function readKernel(
  clang: EmbeddedClang,
  project: Project,
  unit: TranslationUnit,
  kernel: ThreadLoop,
  name: string,
  options: ReadingOptions,
): Promise<LaneProgram> {
  const folder = temporaryFolder('mantissa-vectorize-');
  try {
    const file = path.join(folder.path, path.basename(unit.file));
    fs.writeFileSync(file, kernel.text, 'latin1');
    const includeFolders = [path.dirname(unit.file), ...unit.includeFolders];
    const changed = { ...unit, file, includeFolders };
    const reading = { ...options, assumeRestrict: true };
    const program = await readIn(clang, project, changed, unit.file, kernel.name, reading, [], kernel.halves);
    if (!program) throw refusal('MX4070', `${name} has no compiled body`, null);
    return withRows({ ...sumsOfThreads(program, kernel), name, isKernel: true }, kernel, unit.file);
  } finally {
    folder.remove();
  }
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

/** Null if the unit does not define it. `file` is the user's name for the unit. */
async function readIn(
  clang: EmbeddedClang,
  project: Project,
  unit: TranslationUnit,
  file: string,
  name: string,
  options: ReadingOptions,
  seen: string[],
  halves: Halves = 'none',
): Promise<LaneProgram | null> {
  const { ir, remarks } = await compileLoops(clang, unit, project.root, halves).catch((error) => {
    throw halves === 'none' ? error : halvesOtherwise(error, name.replace(/^mantissa_loop_over_/, ''));
  });
  const module = readModule(ir);
  const debug = new DebugInfo(module);
  const [fn, second] = debug.functionsNamed(name);
  if (second)
    throw refusal(
      'MX2070',
      `${name} is the name of several functions`,
      { file, line: debug.lineOf(second), column: 1 },
      'name a function that is not overloaded',
    );
  seen.push(...module.functions.flatMap((one) => debug.functionName(one) ?? []));
  if (!fn) return null;
  return readFunction(module, fn, options) ?? failed(remarks, debug, fn, file);
}

/** The error for a program that compiles, but not with its 16-bit types as plain numbers. */
function halvesOtherwise(error: unknown, name: string): unknown {
  if (!(error instanceof MantissaError) || error.code !== 'MX4001') return error;
  return refusal(
    'MX4071',
    `the file of ${name} uses 16-bit types for more than arithmetic and conversions: ${error.findings[0]?.text ?? error.message}`,
    null,
    'move the kernel into its own file, and use only + - * / and __half2float, __float2half or casts on __half',
  );
}

function failed(remarks: string, debug: DebugInfo, fn: IrFunction, file: string): never {
  const lines = fn.blocks.flatMap(({ instructions }) =>
    instructions.flatMap((one) => debug.place(one.debug)?.inlinedFrom ?? debug.place(one.debug)?.line ?? []),
  );
  const first = debug.lineOf(fn);
  const name = debug.functionName(fn) ?? fn.symbol;
  throw notVectorised(missedLoops(remarks, file, first, Math.max(first, ...lines)), name, { file, line: first });
}
