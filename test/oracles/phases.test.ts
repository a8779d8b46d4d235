/** The oracles for formats that change during the run (check-phases.ts), on a few generated programs; `npm run fuzz -- --phases` checks more. */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkPhases } from './check-phases.js';
import { BATCH_MS, clang, hasNative, native, wasm } from './oracle-bench.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-phases-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const engine = hasNative ? native : wasm;
const PROGRAMS = 12;

it.each(['c', 'c++', 'cuda'] as const)(
  'emulated phases of %s programs print what the patched programs print',
  async (language) => {
    let patched = 0;
    for (let seed = 1; seed <= PROGRAMS; seed++) {
      const { disagreements, refused } = await checkPhases({ clang, engine }, folder, seed, language);
      expect(disagreements, `seed ${seed}`).toEqual([]);
      if (refused === null) patched++;
    }
    expect(patched).toBeGreaterThanOrEqual(PROGRAMS / 2);
  },
  BATCH_MS,
);
