/** Physics tests of a corpus program: it runs as written, through its port to the CPU, on small inputs. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { Workbench } from '../../src/workbench/workbench.js';

/** The numbers of each line by the word it starts with, in the order printed: `cell 1.5` twice is `{ cell: [1.5, …] }`. */
export type Printed = Record<string, number[]>;
export type Run = (...programArguments: string[]) => Promise<Printed>;

// for all test files of a process, which ends them
const clang = new EmbeddedClang(cacheFolder(), 1);
const native = engines.native({ cache: cacheFolder() });
const nativeAvailability = await native.available();
// `npm run corpus` checks the programs everywhere; the tests leave the slow builds of the embedded engine to it
const embedded = process.env.MANTISSA_CORPUS_ENGINE === 'wasm';
const engine = embedded ? engines.wasm({ cache: cacheFolder(), clang }) : native;

export function describeProgram(project: string, tests: (run: Run) => void): void {
  const skipped = !embedded && !nativeAvailability.ok;
  if (skipped) console.warn(`corpus/${project} is not checked: ${nativeAvailability.reason}`);
  describe.skipIf(skipped)(`corpus/${project} on the ${engine.name} engine`, () => {
    let bench: Workbench;
    beforeAll(async () => {
      const workingFolder = path.join(import.meta.dirname, '../../corpus');
      const request = { inputs: [path.join(workingFolder, project)], includeFolders: [], defines: [], undefines: [] };
      bench = await Workbench.open(clang, engine, openProject({ ...request, workingFolder }));
    });
    afterAll(() => bench?.close());
    tests(async (...programArguments) => {
      const limits = { timeoutMs: 600_000, maxOutputBytes: 1 << 24, maxMemoryBytes: 2 ** 31 };
      const outcome = await bench.runs.original({ arguments: programArguments, ...limits });
      expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
      return readPrinted(outcome.kind === 'exited' ? outcome.stdout.toString() : '');
    });
  });
}

function readPrinted(text: string): Printed {
  const printed: Printed = {};
  for (const line of text.trimEnd().split('\n')) {
    const [label, ...values] = line.split(' ');
    printed[label!] ??= [];
    printed[label!]!.push(...values.map(Number));
  }
  return printed;
}

/** Largest |a − b| over two lists of one length. */
export function farthest(a: readonly number[], b: readonly number[]): number {
  expect(a).toHaveLength(b.length);
  return Math.max(...a.map((value, index) => Math.abs(value - b[index]!)));
}
