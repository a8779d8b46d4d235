import { expect, test } from 'vitest';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { describeEnvironment } from '../../../src/study/planning/environment.js';
import { Scratch } from '../../support/command-line.js';

test('the environment of a study has the flags of its units, wherever they come from', async () => {
  using scratch = new Scratch({
    'sum.c': 'int main(void) { return 0; }\n',
    'mantissa.json': '{ "sources": ["sum.c"], "flags": ["-fopenmp"], "defines": { "N": 8 }, "includes": ["include"] }',
  });
  const nothing = { includeFolders: [], defines: [], undefines: [] };
  const project = openProject({ ...nothing, flags: ['-O3'], inputs: [scratch.folder], workingFolder: scratch.folder });
  const { flags } = await describeEnvironment(project);
  expect(flags).toBe('-std=gnu17 -Iinclude -DN=8 -fopenmp -O3');
});
