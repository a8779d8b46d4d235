/**
 * The statements around the first of two loops: in front of it the variables of the loop are copied, behind it the loop's state is copied back.
 * Without other formats a copy is exact, so that the split program computes what the original does.
 */
import type { SiteIndex } from '../../program/program.js';
import { addTo } from '../../support/grouped-by.js';
import type { LoopVariable } from './loop-variables.js';

/** The names of the kernels that convert to the lower precision and back. */
export interface ConversionKernels {
  readonly lower: string;
  readonly raise: string;
}

export function isOnDevice({ of }: LoopVariable): boolean {
  return of.kind === 'buffer' && of.allocation.by === 'cudaMalloc';
}

/** The two kernels are separate functions, because their parameters get different formats. */
export function conversionKernel(name: string, type: string): string {
  return `static __global__ void ${name}(${type} *to, const ${type} *from, size_t count) {
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

`;
}

/** Threads in a block of a conversion. Chosen: full warps and full occupancy on every GPU; tried no other. */
const BLOCK = 256;

/** A statement, or the parts of one around the name of a variable's copy. */
export type CopyLine = string | readonly [string, LoopVariable, string];

export class CopyText {
  /** Names of element counts, by their text. */
  private readonly counts = new Map<string, string>();

  constructor(
    private readonly variables: readonly LoopVariable[],
    private readonly copyOf: (site: SiteIndex) => string,
    private readonly unused: (name: string) => string,
    private readonly state: ReadonlySet<SiteIndex>,
    private readonly kernels: ConversionKernels | null,
  ) {}

  enter(): CopyLine[] {
    const counted: CopyLine[] = [];
    for (const { name, of } of this.variables) {
      if (of.kind !== 'buffer' || this.counts.has(JSON.stringify(of.allocation))) continue;
      const { elements, bytes } = of.allocation;
      const count = this.unused('count');
      this.counts.set(JSON.stringify(of.allocation), count);
      counted.push(`const size_t ${count} = ${elements ?? `(${bytes}) / sizeof(*${name})`};`);
    }
    return [
      ...counted,
      ...this.locals.flatMap((one) => this.declare(one)),
      ...this.copies(this.variables, true),
      ...this.waits(),
    ];
  }

  leave(): CopyLine[] {
    const state = this.variables.filter(({ site }) => this.state.has(site));
    return [...this.waits(), ...this.copies(state, false), ...this.locals.flatMap((one) => this.free(one))];
  }

  /** Kernels of the loop may run in streams that do not wait for the conversions, nor these for them. */
  private waits(): CopyLine[] {
    return this.variables.some(isOnDevice) ? ['cudaDeviceSynchronize();'] : [];
  }

  private get locals(): LoopVariable[] {
    return this.variables.filter(({ isGlobal }) => !isGlobal);
  }

  private countOf({ of }: LoopVariable): string {
    return of.kind === 'buffer' ? this.counts.get(JSON.stringify(of.allocation))! : '';
  }

  private declare(variable: LoopVariable): CopyLine[] {
    const { of, type, name, site } = variable;
    switch (of.kind) {
      case 'scalar':
        return [[this.state.has(site) ? `${type} ` : `const ${type} `, variable, ` = ${name};`]];
      case 'array':
        return [[`${type} `, variable, `${of.bounds};`]];
      case 'vector':
        return [[`${type} `, variable, `(${name}.size());`]];
      case 'exchange':
        return [[`${type} *`, variable, ';']];
      case 'buffer': {
        const count = this.countOf(variable);
        const bytes = `${count} * sizeof(*${this.copyOf(site)})`;
        if (of.allocation.by === 'new') return [[`${type} *`, variable, ` = new ${type}[${count}];`]];
        if (of.allocation.by === 'malloc') return [[`${type} *`, variable, ` = (${type} *)malloc(${bytes});`]];
        return [[`${type} *`, variable, ';'], `cudaMalloc((void **)&${this.copyOf(site)}, ${bytes});`];
      }
    }
  }

  private free(variable: LoopVariable): CopyLine[] {
    const { of, site } = variable;
    if (of.kind !== 'buffer') return [];
    const copy = this.copyOf(site);
    const ends = { new: `delete[] ${copy};`, malloc: `free(${copy});`, cudaMalloc: `cudaFree(${copy});` };
    return [ends[of.allocation.by]];
  }

  private converted(variable: LoopVariable, isIn: boolean): string {
    const { lower, raise } = this.kernels!;
    const count = this.countOf(variable);
    const [copy, name] = [this.copyOf(variable.site), variable.name];
    const grid = `(${count} + ${BLOCK - 1}) / ${BLOCK}, ${BLOCK}`;
    return isIn
      ? `${lower}<<<${grid}>>>(${copy}, ${name}, ${count});`
      : `${raise}<<<${grid}>>>(${name}, ${copy}, ${count});`;
  }

  /** Copies the variables into their copies, or back; one loop for all buffers of one size. */
  private copies(variables: readonly LoopVariable[], isIn: boolean): CopyLine[] {
    const assign = ({ name, site }: LoopVariable, index: string) => {
      const [to, from] = isIn ? [this.copyOf(site), name] : [name, this.copyOf(site)];
      return `${to}${index} = ${from}${index};`;
    };
    const loops = new Map<string, string[]>();
    const lines: CopyLine[] = [];
    for (const variable of variables) {
      const { name, of, isGlobal } = variable;
      if (of.kind === 'scalar' && (!isIn || isGlobal)) lines.push(assign(variable, ''));
      if (isOnDevice(variable)) lines.push(this.converted(variable, isIn));
      else if (of.kind === 'buffer')
        addTo(loops, `for (size_t i = 0; i < ${this.countOf(variable)}; i++)`, assign(variable, '[i]'));
      if (of.kind === 'vector') addTo(loops, `for (size_t i = 0; i < ${name}.size(); i++)`, assign(variable, '[i]'));
      if (of.kind !== 'array') continue;
      const outer = `for (size_t i = 0; i < sizeof(${name}) / sizeof(${name}[0]); i++)`;
      const inner = `for (size_t j = 0; j < sizeof(${name}[0]) / sizeof(${name}[0][0]); j++)`;
      addTo(
        loops,
        of.dimensions === 1 ? outer : `${outer} ${inner}`,
        assign(variable, of.dimensions === 1 ? '[i]' : '[i][j]'),
      );
    }
    for (const [head, assignments] of loops)
      lines.push(assignments.length === 1 ? `${head} ${assignments[0]}` : `${head} { ${assignments.join(' ')} }`);
    return lines;
  }
}
