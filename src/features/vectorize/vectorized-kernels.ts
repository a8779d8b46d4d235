/**
 * Vectorizes the kernels with arrays of 16-bit numbers, where possible: headers with the generated code, and calls of it in place of the
 * launches. On a CPU the calls use the plain C++ part of the same source.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang, Project } from '../../core.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { Tokens } from '../../support/tokens.js';
import type { WidthChoice } from './choose-width.js';
import { fuseProducts } from './fuse-products.js';
import { instructionsOf } from './instructions.js';
import { withLaunches } from './kernel-text.js';
import { hasDeclaredHalves, type LaneProgram, tablesOf } from './lane-program.js';
import { SourceText } from './source-text.js';
import { VECTOR_FORMATS, vectorType, type Width } from './vector-format.js';
import { vectorizedFunction } from './vectorize.js';
import { writeSource } from './write-source.js';

export interface VectorizedKernel {
  readonly name: string;
  readonly width: Width | null;
  /** Reason for the width; null for a scalar kernel. */
  readonly reason: string | null;
  /** Reason that the kernel stays scalar; null if it is vectorized. */
  readonly refusal: string | null;
  /** Instructions per element in the scalar and the vector code, which must fit into the time of the memory accesses. */
  readonly instructions: { readonly scalar: number; readonly vectors: number } | null;
}

interface WrittenKernel {
  readonly program: LaneProgram;
  readonly width: Width;
  readonly source: string;
}

/** Elements per vector of a kernel. */
export type WidthOf = (
  program: LaneProgram,
  format: 'fp16' | 'bf16',
  sourceFor: (width: Width) => string,
) => Promise<Pick<WidthChoice, 'width' | 'reason'>>;

export class VectorizedKernels {
  private constructor(
    readonly kernels: readonly VectorizedKernel[],
    private readonly written: readonly WrittenKernel[],
  ) {}

  static async of(
    clang: EmbeddedClang,
    project: Project,
    names: readonly string[],
    widthOf: WidthOf,
  ): Promise<VectorizedKernels> {
    const kernels: VectorizedKernel[] = [];
    const written: WrittenKernel[] = [];
    for (const name of names) {
      try {
        const read = await vectorizedFunction(clang, project, name, { assumeRestrict: true, reassociate: false });
        if (!hasDeclaredHalves(read))
          throw new MantissaError('MX4071', 'none of its arrays is in a 16-bit format, so vectors would not be faster');
        const [table] = tablesOf(read);
        if (table)
          throw new MantissaError('MX4071', `it reads the table ${table.name}, which its launch does not pass`);
        const program = fuseProducts(read);
        const format = declaredFormat(program);
        const text = SourceText.of(program.file);
        const sourceFor = (width: Width) =>
          writeSource(program, text, {
            ...{ format, width, selectBy: 'bits', inFloat: () => false },
            command: `mantissa vectorize ${path.basename(program.file)} --function ${name} --width ${width}`,
          });
        const { width, reason } = await widthOf(program, format, sourceFor);
        written.push({ program, width, source: sourceFor(width) });
        kernels.push({ name, width, reason, refusal: null, instructions: instructionsOf(program, width) });
      } catch (error) {
        if (!(error instanceof MantissaError)) throw error;
        const refusal = error.findings[0]?.text ?? error.message;
        kernels.push({ name, width: null, reason: null, refusal, instructions: null });
      }
    }
    return new VectorizedKernels(kernels, written);
  }

  get isEmpty(): boolean {
    return this.written.length === 0;
  }

  /** Files for nvcc by absolute path: headers in the folder of the kernel's source, and the texts that launch it. */
  filesForGpu(project: Project): Map<string, string> {
    const files = new Map<string, string>();
    for (const one of this.written) files.set(path.join(path.dirname(one.program.file), headerOf(one)), one.source);
    this.changeLaunches(
      project,
      files,
      (one, given, stream) => `${functionOf(one)}(${[given, ...(stream === null ? [] : [stream])].join(', ')})`,
      (one) => `#include "${headerOf(one)}"`,
    );
    return files;
  }

  /** Files for an engine of standard C++. */
  filesForCpu(project: Project): Map<string, string> {
    const files = new Map<string, string>();
    this.changeLaunches(
      project,
      files,
      ({ program }, given) => `mantissa_vectors_${program.name}(${given})`,
      ({ program }) =>
        `extern "C" void mantissa_vectors_${program.name}(${parametersWithoutRow(program).map(typeOnCpu).join(', ')});`,
    );
    return files;
  }

  /** Definitions called from `filesForCpu`. */
  get sourceForCpu(): string {
    const calls = this.written.map((one) => {
      const { program } = one;
      const parameters = parametersWithoutRow(program).map((given) => `${typeOnCpu(given)} ${given.name}`);
      const passed = parametersWithoutRow(program).map((given) => {
        if (given.kind !== 'array') return given.kind === 'number' ? `static_cast<float>(${given.name})` : given.name;
        const type = VECTOR_FORMATS[given.format ?? 'fp32'].type;
        return `static_cast<${type === 'float' ? type : `mantissa::${type}`} *>(const_cast<void *>(${given.name}))`;
      });
      return `extern "C" void mantissa_vectors_${program.name}(${parameters.join(', ')}) { ${functionOf(one)}(${passed.join(', ')}); }`;
    });
    return `${this.written.map(({ source }) => source).join('\n')}\n${calls.join('\n')}\n`;
  }

  private changeLaunches(
    project: Project,
    files: Map<string, string>,
    call: (kernel: WrittenKernel, given: string, stream: string | null) => string,
    declaration: (kernel: WrittenKernel) => string,
  ): void {
    for (const { file } of project.units) {
      let text = fs.readFileSync(file, 'latin1');
      const declared: string[] = [];
      for (const one of this.written) {
        const changed = withLaunches(text, one.program.name, (launch) => call(one, launch.arguments, launch.stream));
        if (changed === null) continue;
        text = changed;
        declared.push(declaration(one));
      }
      if (declared.length > 0) files.set(file, withDeclarations(text, declared));
    }
  }
}

/** The text with these lines inserted before its first #include. */
function withDeclarations(text: string, lines: readonly string[]): string {
  const at = new Tokens(text).directives.find(({ name }) => name === 'include')?.begin ?? 0;
  return `${text.slice(0, at)}${lines.join('\n')}\n${text.slice(at)}`;
}

function parametersWithoutRow({ parameters, rows }: LaneProgram): LaneProgram['parameters'] {
  return parameters.filter(({ name }) => name !== rows?.name);
}

function typeOnCpu({ kind }: LaneProgram['parameters'][number]): string {
  return kind === 'array' ? 'const void *' : kind === 'number' ? 'double' : 'long long';
}

/** The 16-bit format, after which the vector types are named. */
function declaredFormat({ parameters }: LaneProgram): 'fp16' | 'bf16' {
  return parameters.some((one) => one.kind === 'array' && one.format === 'fp16') ? 'fp16' : 'bf16';
}

function functionOf({ program, width }: WrittenKernel): string {
  return `${program.name}_${vectorType(declaredFormat(program), width)}`;
}

function headerOf(kernel: WrittenKernel): string {
  return `${functionOf(kernel)}.h`;
}
