/** Programs as people bring them: nearly all that their kernels move can be tuned, and with all of it narrow they run as emulated. */
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findGroups } from '../../src/analysis/groups.js';
import { sitesInScope } from '../../src/analysis/scope.js';
import { findTunableWork } from '../../src/analysis/tunable-work.js';
import { readSyntax } from '../../src/frontend/read-program.js';
import type { Configuration } from '../../src/space/resolve.js';
import type { Workbench } from '../../src/workbench/workbench.js';
import { checkOracles, limitsFor, randomConfigurations } from '../oracles/check-oracles.js';
import { BATCH_MS, clang, expectBothOracles, hasNative, native, open } from '../oracles/oracle-bench.js';

const applications = path.join(import.meta.dirname, '../../applications');
const names = fs
  .readdirSync(applications)
  .filter((name) => fs.existsSync(path.join(applications, name, 'mantissa.json')));
const projectOf = (name: string) => open([path.join(applications, name)], applications);

const ENOUGH = 0.95;

/** All that kernels touch, from double to float. */
function everythingNarrow({ program, groups }: Workbench): Configuration {
  const sites = new Map<number, 'fp32'>();
  for (const site of sitesInScope(program, groups, 'kernels'))
    if (program.sites[site]!.format === 'fp64' && groups.frozen[site] === null) sites.set(site, 'fp32');
  return { sites, operations: new Map() };
}

describe('of the memory traffic in its kernels nearly all is tunable', () => {
  for (const name of names) {
    it(
      name,
      async () => {
        const { program } = await readSyntax(clang, projectOf(name));
        const { traffic, obstacles } = findTunableWork(program, findGroups(program), null);
        expect(traffic, obstacles.map(({ reason }) => reason).join('\n')).toBeGreaterThanOrEqual(ENOUGH);
      },
      BATCH_MS,
    );
  }
});

describe('it prints the same emulated as built, all narrow and at random', () => {
  for (const name of names) {
    it(
      name,
      async ({ skip }) => {
        if (!hasNative) skip();
        const project = projectOf(name);
        const small = project.settings?.inputs?.small?.arguments ?? [];
        const verdict = await checkOracles(clang, native, project, {
          limits: limitsFor(small),
          configurations: (bench) => [everythingNarrow(bench), ...randomConfigurations([1])(bench)],
        });
        expectBothOracles(verdict, 2);
      },
      BATCH_MS,
    );
  }
});
