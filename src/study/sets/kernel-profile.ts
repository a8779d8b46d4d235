/**
 * Selects the kernels worth searching (GPUMixer, sections 3.3 and 5.5) by their share of the time, the arithmetic-to-cast ratio of their sets,
 * and their distance from the register limit, at which further conversions would spill to memory.
 */
import { type FastImpreciseSet, finiteRatio } from '../../analysis/fisets.js';
import { registersOf } from '../../execution/cuda/kernel-registers.js';
import type { GpuTimes } from '../../execution/engine.js';
import type { SetsRecord } from '../../journal/records.js';
import { MAX_REGISTERS_PER_THREAD } from '../../program/gpu-limits.js';
import type { FunctionIndex, Program } from '../../program/program.js';
import { reachedFrom } from '../../program/reached-functions.js';
import { kernelTimes } from '../../workbench/kernel-times.js';
import type { OperationProfile } from '../../workbench/profile-report.js';

export type KernelProfile = SetsRecord['kernels'][number];

const LEAST_RATIO = 1.05;
const SPARE_REGISTERS = 2;
const LEAST_SHARE = 0.05;

export interface KernelFacts {
  readonly program: Program;
  readonly sets: readonly FastImpreciseSet[];
  /** Null if no kernel was timed. */
  readonly gpu: GpuTimes | null;
  readonly counts: readonly OperationProfile[] | null;
  readonly registers: ReadonlyMap<string, number> | null;
  readonly mixedRegisters: ReadonlyMap<string, number> | null;
  readonly keepsAll: boolean;
}

/** Profiles of the functions with sets, kernels first. A device function has the shares of the kernels that call it. */
export function profileKernels(facts: KernelFacts): KernelProfile[] {
  const { program, sets } = facts;
  const shares = facts.gpu ? sharesOfTime(program, facts.gpu) : sharesOfOperations(program, facts.counts ?? []);
  const kernels = program.functions.flatMap(({ kind }, index) => (kind === 'kernel' ? [index] : []));
  const withSets = [...new Set(sets.map((set) => set.function))];
  return [...new Set([...kernels, ...withSets])].map((index) => {
    const { name } = program.functions[index]!;
    const own = sets.filter((set) => set.function === index);
    const ratio = own.length === 0 ? null : own.reduce((sum, set) => sum + finiteRatio(set), 0) / own.length;
    const baseline = facts.registers && registersOf(facts.registers, name);
    const mixed = facts.mixedRegisters && registersOf(facts.mixedRegisters, name);
    const found = {
      name,
      share: shares.get(index) ?? 0,
      shareOf: facts.gpu ? ('time' as const) : ('operations' as const),
      sets: own.length,
      arithmeticToCast: ratio,
      registers: baseline === null ? null : { baseline, mixed },
    };
    return {
      ...found,
      setAside: facts.keepsAll ? null : whySetAside(found, facts.gpu !== null || facts.counts !== null),
    };
  });
}

function whySetAside(kernel: Omit<KernelProfile, 'setAside'>, isShareKnown: boolean): string | null {
  const { share, shareOf, sets, arithmeticToCast, registers } = kernel;
  if (sets === 0) return 'no set of its operations saves more than its conversions cost';
  if (arithmeticToCast !== null && arithmeticToCast <= LEAST_RATIO)
    return `its sets have ${arithmeticToCast.toFixed(2)} operations per conversion on average; more than ${LEAST_RATIO} are needed`;
  const most = Math.max(registers?.baseline ?? 0, registers?.mixed ?? 0);
  if (most >= MAX_REGISTERS_PER_THREAD - SPARE_REGISTERS)
    return `it uses ${most} of ${MAX_REGISTERS_PER_THREAD} registers, and conversions need more`;
  if (isShareKnown && share < LEAST_SHARE)
    return `it has ${(100 * share).toFixed(1)} % of the ${shareOf}, less than ${100 * LEAST_SHARE} %`;
  return null;
}

function sharesOfTime(program: Program, { kernels, kernelMs }: GpuTimes): Map<FunctionIndex, number> {
  const times = kernelTimes(program, kernels);
  return spread(program, (kernel) => (kernelMs > 0 ? times.get(kernel)! / kernelMs : 0));
}

/** Share of the executed operations, including those of called functions. */
function sharesOfOperations(program: Program, counts: readonly OperationProfile[]): Map<FunctionIndex, number> {
  const executions = program.functions.map(() => 0);
  for (const { operation, executions: times } of counts) executions[program.operations[operation]!.function]! += times;
  const total = executions.reduce((sum, own) => sum + own, 0);
  if (!program.isCuda) return new Map(executions.map((own, index) => [index, total > 0 ? own / total : 0]));
  const kernels = program.functions.flatMap(({ kind }, index) => (kind === 'kernel' ? [index] : []));
  const whole = (index: FunctionIndex) =>
    [...reachedFrom(program, [index])].reduce((sum, one) => sum + executions[one]!, 0);
  const all = kernels.reduce((sum, index) => sum + whole(index), 0);
  return spread(program, (kernel) => (all > 0 ? whole(kernel) / all : 0));
}

function spread(program: Program, shareOf: (kernel: FunctionIndex) => number): Map<FunctionIndex, number> {
  const shares = new Map<FunctionIndex, number>();
  program.functions.forEach(({ kind }, index) => {
    if (kind !== 'kernel') return;
    const share = shareOf(index);
    for (const reached of reachedFrom(program, [index])) shares.set(reached, (shares.get(reached) ?? 0) + share);
  });
  return shares;
}
