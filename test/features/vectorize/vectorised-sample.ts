import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EmbeddedClang } from '../../../src/clang/compiler.js';
import { MantissaError } from '../../../src/diagnostics/mantissa-error.js';
import { compileLoops } from '../../../src/features/vectorize/compile-loop.js';
import { DebugInfo } from '../../../src/features/vectorize/debug-info.js';
import { fuseProducts } from '../../../src/features/vectorize/fuse-products.js';
import type { LaneProgram } from '../../../src/features/vectorize/lane-program.js';
import type { IrModule } from '../../../src/features/vectorize/llvm-ir/module.js';
import { readModule } from '../../../src/features/vectorize/llvm-ir/read-module.js';
import { readFunction } from '../../../src/features/vectorize/read-function.js';
import { SourceText } from '../../../src/features/vectorize/source-text.js';
import type { VectorFormat, Width } from '../../../src/features/vectorize/vector-format.js';
import { writeSource } from '../../../src/features/vectorize/write-source.js';
import { openProject } from '../../../src/frontend/project/open-project.js';

export const IMAGE = fileURLToPath(new URL('../../samples/vectorize/image.c', import.meta.url));

/** A file compiled once; any of its functions in any format and width. */
export class VectorisedSample {
  private constructor(
    private readonly file: string,
    private readonly module: IrModule,
  ) {}

  static async of(clang: EmbeddedClang, file: string): Promise<VectorisedSample> {
    const project = openProject({
      inputs: [file],
      includeFolders: [],
      defines: [],
      undefines: [],
      workingFolder: path.dirname(file),
    });
    return new VectorisedSample(file, readModule((await compileLoops(clang, project.units[0]!, project.root)).ir));
  }

  program(name: string): LaneProgram {
    const [fn] = new DebugInfo(this.module).functionsNamed(name);
    const program = fn && readFunction(this.module, fn, { assumeRestrict: false, reassociate: true });
    if (!program) throw new MantissaError('MX4070', `${name} was not vectorised`);
    return program;
  }

  source(name: string, format: VectorFormat, width: Width, fma = false, command = 'mantissa vectorize'): string {
    const program = this.program(name);
    const choices = { format, width, selectBy: 'bits' as const, inFloat: () => false, command };
    return writeSource(fma ? fuseProducts(program) : program, SourceText.of(this.file), choices);
  }
}
