/**
 * Which tests belong to which suite. `npm run test:full` runs every test file. `npm test` runs the short suite: every test file that is not
 * in FULL_ONLY, and of the oracles' samples those in SHORT_SAMPLES. A new test file is therefore in both.
 */

export type Suite = 'short' | 'full';

/** Set by scripts/test.mjs. A file that is run by its name alone, with `npx vitest run`, runs whole. */
export const suite: Suite = process.env.MANTISSA_SUITE === 'short' ? 'short' : 'full';

/** Files that take longest, in the order in which they start: one of them started last would leave the other processors idle. */
export const LONGEST: readonly string[] = [];

/** Files that only the full suite runs: each takes more than ten seconds of CPU time, and the short suite covers its folder otherwise. */
export const FULL_ONLY: readonly string[] = [];

/** Samples of test/samples/oracles in the short suite: C, C++ and CUDA, natively and embedded. */
const SHORT_SAMPLES: ReadonlySet<string> = new Set([]);

/** Whether this run includes a sample, named by its folder below test/ and, unless it is native, its engine. */
export function isInSuite(sample: string): boolean {
  return suite === 'full' || SHORT_SAMPLES.has(sample);
}
