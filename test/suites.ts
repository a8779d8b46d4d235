/**
 * Which tests belong to which suite. `npm run test:full` runs every test file. `npm test` runs the short suite: every test file that is not
 * in FULL_ONLY, and of the oracles' samples those in SHORT_SAMPLES. A new test file is therefore in both.
 */

export type Suite = 'short' | 'full';

/** Set by scripts/test.mjs. A file that is run by its name alone, with `npx vitest run`, runs whole. */
export const suite: Suite = process.env.MANTISSA_SUITE === 'short' ? 'short' : 'full';

/** Files that take longest, in the order in which they start: one of them started last would leave the other processors idle. */
export const LONGEST: readonly string[] = [
  'oracles/samples-cuda',
  'oracles/samples-cplusplus',
  'rewrite/wide-formats',
  'cli/vectorize',
  'oracles/generated',
  'oracles/samples-c',
  'oracles/samples-embedded',
  'port/port',
  'inspect/samples',
  'oracles/examples',
  'rewrite/nvcc',
  'cli/verify-unprepared',
  'rewrite/refusals',
  'oracles/sets',
  'cli/cache',
  'cli/verify-copies',
  'numerics/cpp-headers',
  'execution/persistent-mode',
  'execution/cuda-engine',
  'cli/plan',
  'study/faults-end-to-end',
  'cli/tune',
];

/** Files that only the full suite runs: each takes more than ten seconds of CPU time, and the short suite covers its folder otherwise. */
export const FULL_ONLY: readonly string[] = [
  'analysis/performance-model',
  'analysis/refit',
  'characterization/characterize',
  'cli/accumulators',
  'cli/argument-files',
  'cli/bad-input',
  'cli/blocks',
  'cli/cache',
  'cli/cluster',
  'cli/compare',
  'cli/fisets',
  'cli/front',
  'cli/other-builds',
  'cli/plan',
  'cli/ranges',
  'cli/sample',
  'cli/study-commands',
  'cli/terminal',
  'cli/tune-solver',
  'cli/vectorize',
  'cli/verify',
  'cli/verify-copies',
  'cli/verify-unprepared',
  'corpus/backprop',
  'corpus/boxmd',
  'corpus/dot',
  'corpus/euler3d',
  'corpus/gaussian',
  'corpus/hotspot',
  'corpus/ljmd',
  'corpus/lud',
  'corpus/sedov',
  'corpus/sp',
  'cuda-headers/headers',
  'execution/cuda-engine',
  'execution/engine-conformance',
  'execution/persistent-mode',
  'house/adding-a-cuda-function',
  'house/adding-a-format',
  'house/adding-a-metric',
  'inspect/samples',
  'newcomers/whole-way',
  'numerics/cpp-headers',
  'oracles/data-model',
  'oracles/examples',
  'oracles/sets',
  'port/port',
  'rewrite/nvcc',
  'rewrite/own-variables',
  'rewrite/refusals',
  'rewrite/wide-formats',
  'search/conformance',
  'search/point-solver',
  'vectorize/kernels-against-scalar',
  'vectorize/reductions',
];

/** Samples and single tests of the short suite, in files that the full suite runs whole: C, C++ and CUDA, natively and embedded. */
export const SHORT_SAMPLES: ReadonlySet<string> = new Set([
  'samples/oracles/a-product-of-narrow-constants-stays-narrow',
  'samples/oracles/memory-behind-untyped-pointers-is-tied-or-kept',
  'samples/oracles/names-of-pointers-stand-for-every-declarator',
  'samples/oracles/a-function-returns-rows',
  'samples/oracles/macros-declare-several-things-and-differ-between-units',
  'samples/oracles/another-build-follows-what-it-shares',
  'samples/oracles/changes-what-branches-name-that-are-not-compiled',
  'samples/oracles/arrays-of-pointers-keep-their-size',
  'samples/oracles/functions-called-through-pointers-change-with-them',
  'samples/oracles/overriding-functions-change-together',
  'samples/oracles/a-comma-after-return-and-a-default-that-is-left-out',
  'samples/oracles/containers-behind-smart-pointers-round-what-they-are-given',
  'samples/oracles/explicit-instantiations-change-with-their-templates',
  'samples/oracles/types-that-follow-from-values-keep-theirs',
  'samples/oracles/a-reference-is-the-number-itself',
  'samples/oracles/literals-have-all-their-digits-wherever-they-stand',
  'samples/oracles/a-template-of-several-formats-computes-as-written',
  'samples/oracles/a-c-unit-beside-a-cuda-one',
  'samples/oracles/launches-and-shared-memory-as-others-write-them',
  'samples/oracles/constants-of-a-half-function-are-halves',
  'samples/oracles/a-type-parameter-has-the-format-it-is-given',
  'samples/oracles/instantiations-of-one-text-have-formats-of-their-own',
  'samples/oracles/a-conditional-shuffle-is-awaited-only-when-chosen',
  'samples/oracles/byte-offsets-follow-the-type',
  'samples/oracles/touches-only-what-changes-in-views-macros-and-templates',
  'samples/oracles/a-copy-converts-where-the-host-keeps-its-format',
  'samples/oracles/longs-and-sizes-have-64-bits-on-every-engine, wasm',
  'samples/oracles/functions-called-through-pointers-change-with-them, wasm',
  'samples/oracles/operands-are-evaluated-in-the-order-the-source-has, wasm',
  'samples/oracles/thread-blocks-have-other-sizes, wasm',
]);

/** Whether this run includes a sample, named by its folder below test/ and, unless it is native, its engine. */
export function isInSuite(sample: string): boolean {
  return suite === 'full' || SHORT_SAMPLES.has(sample);
}
