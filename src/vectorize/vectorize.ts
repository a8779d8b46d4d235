import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang } from '../clang/compiler.js';
import type { Project, TranslationUnit } from '../frontend/project/project.js';
import { nearestName } from '../support/nearest-name.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { compileLoops } from './compile-loop.js';
import { DebugInfo } from './debug-info.js';
import type { LaneProgram } from './lane-program.js';
import type { IrFunction } from './llvm-ir/module.js';
import { readModule } from './llvm-ir/read-module.js';
import { type ReadingOptions, readFunction } from './read-function.js';
import { refusal } from './refusal.js';
import { missedLoops, notVectorised } from './remarks.js';
import { AXES } from './thread-guards.js';
import { kernelAsLoop, type ThreadLoop } from './thread-loop.js';

/** The named function or kernel of a project as a lane program: compiled, vectorised by LLVM, and read back. */
export async function vectorizedFunction(
  clang: EmbeddedClang,
  project: Project,
  name: string,
  options: ReadingOptions,
): Promise<LaneProgram> {
  const seen: string[] = [];
  for (const unit of project.units) {
    const program =
      (unit.language === 'cuda' ? await readThreads(clang, project, unit, name) : null) ??
      (await readIn(clang, project, unit, unit.file, name, options, seen));
    if (program) return program;
  }
  const nearest = nearestName(name, seen);
  throw refusal(
    'MX2070',
    `${name} is defined in none of ${project.units.length} files, which define ${seen.length} functions`,
    null,
    nearest ? `did you mean ${nearest}?` : `name one of: ${seen.slice(0, 8).join(', ')}`,
  );
}

/** Null where the unit has no such kernel. Of two thread indices the first along which LLVM finds vectors is the loop's. */
async function readThreads(
  clang: EmbeddedClang,
  project: Project,
  unit: TranslationUnit,
  name: string,
): Promise<LaneProgram | null> {
  const text = fs.readFileSync(unit.file, 'latin1');
  let refused: unknown;
  for (const along of AXES) {
    try {
      const kernel = kernelAsLoop(text, unit.file, name, along);
      if (!kernel) return null;
      return await readKernel(clang, project, unit, kernel, name);
    } catch (error) {
      refused ??= error;
    }
  }
  throw refused;
}

/** Threads of a kernel run at once: that they do not wait for one another's writes is said by its being a kernel. */
async function readKernel(
  clang: EmbeddedClang,
  project: Project,
  unit: TranslationUnit,
  kernel: ThreadLoop,
  name: string,
): Promise<LaneProgram> {
  const folder = temporaryFolder('mantissa-vectorize-');
  try {
    const file = path.join(folder.path, path.basename(unit.file));
    fs.writeFileSync(file, kernel.text, 'latin1');
    const includeFolders = [path.dirname(unit.file), ...unit.includeFolders];
    const changed = { ...unit, file, includeFolders };
    const program = await readIn(clang, project, changed, unit.file, kernel.name, { assumeRestrict: true }, []);
    if (!program) throw refusal('MX4070', `${name} has no body that is compiled`, null);
    return withRows({ ...program, name }, kernel, unit.file);
  } finally {
    folder.remove();
  }
}

/** Every row has the same elements. */
function withRows(program: LaneProgram, { rows }: ThreadLoop, file: string): LaneProgram {
  if (!rows) return program;
  if (
    [program.begin, program.end].some((one) => [...one.factors.keys()].some((text) => names(text).includes(rows.name)))
  )
    throw refusal(
      'MX4071',
      `how many elements there are depends on ${rows.name}`,
      { file, line: program.loopLine, column: 1 },
      'give every row as many, and select what is stored',
    );
  return { ...program, rows };
}

function names(text: string): string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}

/** Null where the unit does not define it. `file` is what the user calls it. */
async function readIn(
  clang: EmbeddedClang,
  project: Project,
  unit: TranslationUnit,
  file: string,
  name: string,
  options: ReadingOptions,
  seen: string[],
): Promise<LaneProgram | null> {
  const { ir, remarks } = await compileLoops(clang, unit, project.root);
  const module = readModule(ir);
  const debug = new DebugInfo(module);
  const [fn, second] = debug.functionsNamed(name);
  if (second)
    throw refusal(
      'MX2070',
      `${name} is the name of several functions`,
      { file, line: debug.lineOf(second), column: 1 },
      'name one that has its name alone',
    );
  seen.push(...module.functions.flatMap((one) => debug.functionName(one) ?? []));
  if (!fn) return null;
  return readFunction(module, fn, options) ?? failed(remarks, debug, fn, file);
}

function failed(remarks: string, debug: DebugInfo, fn: IrFunction, file: string): never {
  const lines = fn.blocks.flatMap(({ instructions }) =>
    instructions.flatMap((one) => debug.place(one.debug)?.inlinedFrom ?? debug.place(one.debug)?.line ?? []),
  );
  const first = debug.lineOf(fn);
  const name = debug.functionName(fn) ?? fn.symbol;
  throw notVectorised(missedLoops(remarks, file, first, Math.max(first, ...lines)), name, { file, line: first });
}
