import { compilerError, type EmbeddedClang, languageArguments, RUNTIME, type TranslationUnit } from '../../core.js';
import { ASKED_WIDTH } from './vector-loop.js';

/** 16-bit types declared for a kernel: none, `__half` and `__nv_bfloat16`, or also CUDA's short name `half`. */
export type Halves = 'none' | 'own' | 'short';

const HALVES: Readonly<Record<Halves, readonly string[]>> = {
  none: [],
  own: ['-D', 'MANTISSA_HALVES_AS_NUMBERS=1'],
  short: ['-D', 'MANTISSA_HALVES_AS_NUMBERS=2'],
};

/**
 * Loads are not carried from one iteration to the next, because vectors on a GPU run in any order, and a stride parameter is not assumed to
 * be 1. Loops that copy stay loops, and each load keeps its own address. Elements at a distance are read and written lane by lane, and no value moves between lanes, so that lane 0 stands for all of them.
 */
const LLVM_OPTIONS = [
  '-enable-load-pre=false',
  '-enable-mem-access-versioning=false',
  '-enable-interleaved-mem-accesses=false',
  '-disable-vector-combine',
  '-disable-loop-idiom-all',
  '-sink-common-insts=false',
  '-unroll-runtime=false',
  '-unroll-partial-threshold=0',
];

export interface CompiledLoop {
  readonly ir: string;
  /** LLVM's remarks about loops, one per line. */
  readonly remarks: string;
}

/**
 * Compiles a unit to LLVM IR after the vectorizer, which is forced to 8 lanes regardless of the cost on its target.
 * Products and sums are not fused here, but when the source is written.
 */
export async function compileLoops(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  root: string,
  halves: Halves = 'none',
): Promise<CompiledLoop> {
  const reply = await clang.run(
    [
      ...languageArguments({ ...unit, target: 'wasm32' }),
      ...['-O2', '-vectorize-loops', '-target-feature', '+simd128', '-ffp-contract=off', '-femit-all-decls'],
      ...['-mllvm', `-force-vector-width=${ASKED_WIDTH}`, '-mllvm', '-force-vector-interleave=1'],
      ...LLVM_OPTIONS.flatMap((option) => ['-mllvm', option]),
      ...['-debug-info-kind=standalone', '-dwarf-version=5'],
      ...['-Rpass=loop-vectorize', '-Rpass-missed=loop-vectorize', '-Rpass-analysis=loop-vectorize'],
      ...HALVES[halves],
      ...(unit.language === 'cuda' ? ['-include', `${RUNTIME}/vectorize/kernels_on_host.h`] : []),
      ...unit.forcedIncludes.flatMap((file) => ['-include', file]),
      ...['-emit-llvm', '-o', '-', unit.file],
    ],
    unit.file,
  );
  if (reply.exitCode !== 0) throw compilerError(reply.stderr, root, reply.lookups.refused);
  return { ir: Buffer.from(reply.stdout).toString('utf8'), remarks: reply.stderr };
}
