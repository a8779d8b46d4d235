/** The parts of a characterisation: each is one benchmark program, measured and kept by itself. */

/** What runs the benchmarks: a GPU, a core of a processor, or something whose clock says nothing about this machine. */
export type MachineKind = 'gpu' | 'core' | 'clockless';

export interface Part {
  readonly title: string;
  /** Whether it says anything without a clock: how far off results are. */
  readonly hasErrors: boolean;
}

/** In the order in which they are measured. */
export const parts = {
  operations: { title: 'Operations by format', hasErrors: false },
  conversions: { title: 'Conversions between formats', hasErrors: false },
  memory: { title: 'Memory', hasErrors: false },
  summation: { title: 'Sums whose exact value is 0', hasErrors: true },
  products: { title: 'Repeated products', hasErrors: true },
  quotients: { title: '(x·y)/y, repeated', hasErrors: true },
  exponential: { title: 'The exponential', hasErrors: true },
  intensity: { title: 'Arithmetic intensity', hasErrors: false },
  applications: { title: 'Applications', hasErrors: true },
  registers: { title: 'Registers of the kernels', hasErrors: false },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
export const PART_NAMES = Object.keys(parts) as readonly PartName[];

/** Why a kind of machine leaves a part out; null for one it measures. */
export function notMeasuredOn(kind: MachineKind, part: PartName): string | null {
  if (part === 'registers' && kind !== 'gpu') return 'only a GPU has kernels whose registers could be counted';
  return kind === 'clockless' && !parts[part].hasErrors ? 'times need a compiler: g++, clang++ or nvcc' : null;
}
