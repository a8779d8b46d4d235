/** The parts of a characterization: each is one benchmark program that is measured and stored separately. */

/** Device of the benchmarks: a GPU, a CPU core, or an engine whose times do not represent this machine. */
export type MachineKind = 'gpu' | 'core' | 'clockless';

export interface Part {
  readonly title: string;
  /** Whether the part measures errors, which need no clock. */
  readonly hasErrors: boolean;
}

/** Names in the order of measurement. */
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

/** Reason that a kind of machine cannot measure a part; null if it can. */
export function notMeasuredOn(kind: MachineKind, part: PartName): string | null {
  if (part === 'registers' && kind !== 'gpu') return 'registers are counted for GPU kernels only';
  return kind === 'clockless' && !parts[part].hasErrors ? 'times need a compiler: g++, clang++ or nvcc' : null;
}
