import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { readProgram } from '../../src/frontend/read-program.js';
import { verify } from '../../src/program/verify.js';
import { cacheFolder } from '../../src/support/cache-folder.js';

// Each program exercises a part of the CUDA API. The ones not called legacy-… or sdk-… also compile with nvcc 13
// (nvcc -c -arch=sm_90 -std=c++17 …), which is how our declarations were held to the real ones.
const clang = new EmbeddedClang(cacheFolder(), 1);
afterAll(() => clang.close());

describe('the CUDA declarations we ship', () => {
  for (const name of fs.readdirSync(import.meta.dirname).filter((file) => /\.(?:cu|cpp|c)$/.test(file))) {
    it(`accept ${name}`, async () => {
      const project = openProject({
        inputs: [path.join(import.meta.dirname, name)],
        includeFolders: [],
        defines: [],
        undefines: [],
        workingFolder: import.meta.dirname,
      });
      const program = await readProgram(clang, project);
      expect(verify(program)).toEqual([]);
      expect(program.functions.length).toBeGreaterThan(0);
    });
  }
});
