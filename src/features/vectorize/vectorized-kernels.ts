/**
 * A program whose kernels have arrays of halves, with those that can be on vectors: headers with what is written, and calls of it in the place
 * of launches. On a CPU the calls go to the same source's plain C++ side.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang, Project } from '../../core.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { Tokens } from '../../support/tokens.js';
import type { WidthChoice } from './choose-width.js';
import { fuseProducts } from './fuse-products.js';
import { withLaunches } from './kernel-text.js';
import { hasDeclaredHalves, type LaneProgram, nodesOf } from './lane-program.js';
import { SourceText } from './source-text.js';
import { VECTOR_FORMATS, vectorType, type Width } from './vector-format.js';
import { vectorizedFunction } from './vectorize.js';
import { writeSource } from './write-source.js';

export interface VectorizedKernel {
  readonly name: string;
  readonly width: Width | null;
  /** Why that many; null where it stays as it is. */
  readonly reason: string | null;
  /** Why it stays as it is; null where it is on vectors. */
  readonly refusal: string | null;
  /** Of one element, as the source has it and on vectors: what a memory-bound kernel has time for. */
  readonly instructions: { readonly scalar: number; readonly vectors: number } | null;
}

interface WrittenKernel {
  readonly program: LaneProgram;
  readonly width: Width;
  readonly source: string;
}

/** How many numbers a vector of a kernel has. */
export type WidthOf = (
  program: LaneProgram,
  format: 'fp16' | 'bf16',
  sourceFor: (width: Width) => string,
) => Promise<Pick<WidthChoice, 'width' | 'reason'>>;

/** Index, bound and branch, once a thread: as ptxas 13.0 has them for the kernels of experiments/vectorize. */
const PER_THREAD = 12;

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
          throw new MantissaError('MX4071', 'none of its arrays is in halves: there is nothing to gain by pairs');
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

  /** For nvcc, by absolute path: headers beside the source that has the kernel, and the texts that launch it. */
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

  /** For an engine of standard C++. */
  filesForCpu(project: Project): Map<string, string> {
    const files = new Map<string, string>();
    this.changeLaunches(
      project,
      files,
      ({ program }, given) => `mantissa_vectors_${program.name}(${given})`,
      ({ program }) => `extern "C" void mantissa_vectors_${program.name}(${outer(program).map(typeOnCpu).join(', ')});`,
    );
    return files;
  }

  /** What the calls of `filesForCpu` reach. */
  get sourceForCpu(): string {
    const calls = this.written.map((one) => {
      const { program } = one;
      const parameters = outer(program).map((given) => `${typeOnCpu(given)} ${given.name}`);
      const passed = outer(program).map((given) => {
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

/** Before the first header. */
function withDeclarations(text: string, lines: readonly string[]): string {
  const at = new Tokens(text).directives.find(({ name }) => name === 'include')?.begin ?? 0;
  return `${text.slice(0, at)}${lines.join('\n')}\n${text.slice(at)}`;
}

function outer({ parameters, rows }: LaneProgram): LaneProgram['parameters'] {
  return parameters.filter(({ name }) => name !== rows?.name);
}

function typeOnCpu({ kind }: LaneProgram['parameters'][number]): string {
  return kind === 'array' ? 'const void *' : kind === 'number' ? 'double' : 'long long';
}

/** The format most of the vectors' names go by: that of the halves. */
function declaredFormat({ parameters }: LaneProgram): 'fp16' | 'bf16' {
  return parameters.some((one) => one.kind === 'array' && one.format === 'fp16') ? 'fp16' : 'bf16';
}

function functionOf({ program, width }: WrittenKernel): string {
  return `${program.name}_${vectorType(declaredFormat(program), width)}`;
}

function headerOf(kernel: WrittenKernel): string {
  return `${functionOf(kernel)}.h`;
}

/** Loads, stores and arithmetic; on vectors a load or store moves a whole vector of halves, and arithmetic in halves is done in pairs. */
function instructionsOf(program: LaneProgram, width: Width): { scalar: number; vectors: number } {
  const nodes = nodesOf(program).filter(({ kind }) => kind !== 'constant' && kind !== 'uniform');
  const moves = nodes.filter(({ kind }) => kind === 'load').length + program.stores.length;
  const rest = nodes.filter(({ kind }) => kind !== 'load');
  const inPairs = rest.filter(({ format }) => format === 'fp16' || format === 'bf16').length;
  const scalar = PER_THREAD + moves + rest.length;
  const vectors = (PER_THREAD + moves) / width + (rest.length - inPairs) + inPairs / 2;
  return { scalar, vectors };
}
