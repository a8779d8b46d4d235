/** Chooses the benchmarks for `--engine`. */

import { ALWAYS_THERE, AUTOMATIC, type EngineName } from '../../../core.js';
import { MantissaError } from '../../../diagnostics/mantissa-error.js';
import type { Benchmarks, NoBenchmarks } from './benchmarks.js';
import { cudaBenchmarks } from './cuda-benchmarks.js';
import { embeddedBenchmarks } from './embedded-benchmarks.js';
import { nativeBenchmarks } from './native-benchmarks.js';

/** Engines with benchmarks. An engine requested by name runs as much as possible if its device is missing. */
const finders: Readonly<Partial<Record<EngineName, (isAsked: boolean) => Promise<Benchmarks | NoBenchmarks>>>> = {
  cuda: (isAsked) => cudaBenchmarks(!isAsked),
  native: nativeBenchmarks,
  wasm: embeddedBenchmarks,
};

/** `auto` chooses the first available: the GPU, a CPU core with a compiler, the embedded engine. */
export async function findBenchmarks(engine: EngineName | 'auto'): Promise<Benchmarks> {
  const wanted = engine === 'auto' ? [...AUTOMATIC.cuda, ...AUTOMATIC.plain, ALWAYS_THERE] : [engine];
  let missing: NoBenchmarks = {
    missing: `there are no benchmarks for the engine ${engine}`,
    remedy: `choose one of ${Object.keys(finders).join(', ')}`,
  };
  for (const name of wanted) {
    const found = await finders[name]?.(engine !== 'auto');
    if (found && 'machine' in found) return found;
    if (found) missing = found;
  }
  throw new MantissaError('MX2015', missing.missing, { remedy: missing.remedy });
}
