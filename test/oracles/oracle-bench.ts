/** The engines the oracles run on, for all test files of a process, which ends them. */
import { expect } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import type { Project } from '../../src/frontend/project/project.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { firstDifference, quickly, type Verdict } from './check-oracles.js';

export const clang = new EmbeddedClang(cacheFolder(), 1);
export const native = quickly(engines.native({ cache: cacheFolder(), clang }));
export const wasm = quickly(engines.wasm({ cache: cacheFolder(), clang }));
/** A batch is a dozen compilations on however many processors there are to share. */
export const BATCH_MS = process.env.MANTISSA_EMULATOR ? 3_600_000 : 600_000;

const availability = await native.available();
export const hasNative = availability.ok;
if (!availability.ok) console.warn(`SKIPPED: the oracles do not run on the native engine: ${availability.reason}`);

export function open(inputs: string[], workingFolder: string): Project {
  return openProject({ inputs, includeFolders: [], defines: [], undefines: [], workingFolder });
}

/** What went wrong, in words; empty when both oracles hold. */
function faults(verdict: Verdict): string[] {
  return verdict.disagreements.map((one) => `oracle ${one.oracle} ${firstDifference(one)}\n${one.configuration}`);
}

export function expectBothOracles(verdict: Verdict, configurations: number): void {
  expect(faults(verdict)).toEqual([]);
  expect(verdict.infeasible).toEqual([]);
  expect(verdict.ran).toBe(configurations);
}
