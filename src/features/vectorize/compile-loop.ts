import * as fs from 'node:fs';
import path from 'node:path';
import { compilerError, type EmbeddedClang, languageArguments, RUNTIME, type TranslationUnit } from '../../core.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { callsScalarFunctions, withVectorCalls } from './scalar-functions.js';
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
  '-unroll-allow-peeling=false',
  '-unroll-runtime=false',
  '-unroll-partial-threshold=0',
];

const VECTORIZING = [
  ...['-O2', '-vectorize-loops', '-target-feature', '+simd128', '-ffp-contract=off'],
  ...['-mllvm', `-force-vector-width=${ASKED_WIDTH}`, '-mllvm', '-force-vector-interleave=1'],
  ...LLVM_OPTIONS.flatMap((option) => ['-mllvm', option]),
  ...['-Rpass=loop-vectorize', '-Rpass-missed=loop-vectorize', '-Rpass-analysis=loop-vectorize'],
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
  const toIr = [
    ...languageArguments({ ...unit, target: 'wasm32' }),
    ...['-femit-all-decls', '-debug-info-kind=standalone', '-dwarf-version=5', ...HALVES[halves]],
    ...(unit.language === 'cuda' ? ['-include', `${RUNTIME}/vectorize/kernels_on_host.h`] : []),
    ...unit.forcedIncludes.flatMap((file) => ['-include', file]),
  ];
  const compiled = async (args: readonly string[], file: string): Promise<CompiledLoop> => {
    const reply = await clang.run([...args, ...VECTORIZING, '-emit-llvm', '-o', '-', file], unit.file);
    if (reply.exitCode !== 0) throw compilerError(reply.stderr, root, reply.lookups.refused);
    return { ir: Buffer.from(reply.stdout).toString('utf8'), remarks: reply.stderr };
  };
  const plain = await compiled(toIr, unit.file);
  if (!callsScalarFunctions(plain.ir)) return plain;
  const { ir } = await compiled([...toIr, '-disable-llvm-passes'], unit.file);
  const folder = temporaryFolder('mantissa-calls-');
  try {
    const file = path.join(folder.path, 'calls.ll');
    fs.writeFileSync(file, withVectorCalls(ir));
    return await compiled(['clang', '-cc1', '-triple', 'wasm32-unknown-wasip1', '-x', 'ir'], file);
  } finally {
    folder.remove();
  }
}
