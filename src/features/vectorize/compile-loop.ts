import { compilerError, type EmbeddedClang, languageArguments, RUNTIME, type TranslationUnit } from '../../core.js';
import { ASKED_WIDTH } from './vector-loop.js';

/** What a kernel has of them: none, `__half` and `__nv_bfloat16`, or also CUDA's short name `half`. */
export type Halves = 'none' | 'own' | 'short';

const HALVES: Readonly<Record<Halves, readonly string[]>> = {
  none: [],
  own: ['-D', 'MANTISSA_HALVES_AS_NUMBERS=1'],
  short: ['-D', 'MANTISSA_HALVES_AS_NUMBERS=2'],
};

export interface CompiledLoop {
  readonly ir: string;
  /** What LLVM says about loops, one line each. */
  readonly remarks: string;
}

/**
 * A unit as LLVM IR behind the vectoriser, which is asked for 8 lanes whatever they cost on the machine it thinks it compiles for.
 * Products and sums are left apart: which of them are fused is decided when the source is written. Loads are not carried from one
 * iteration to the next, since vectors of a GPU are computed in any order; nor is a stride that is a parameter guessed to be 1.
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
      ...[
        '-mllvm',
        '-enable-load-pre=false',
        '-mllvm',
        '-enable-mem-access-versioning=false',
        '-mllvm',
        '-unroll-runtime=false',
        '-mllvm',
        '-unroll-partial-threshold=0',
      ],
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
