/**
 * The oracles for formats that change during the run, on one generated program: with the same formats in both phases the emulated phases print
 * what these formats print; split in two, the program prints what it did; and patched with phases it prints, bit for bit, what is emulated.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { stateOf } from '../../src/analysis/phases/loop-state.js';
import type { EmbeddedClang } from '../../src/clang/compiler.js';
import type { Engine } from '../../src/execution/engine.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { randomConfiguration } from '../../src/space/configuration.js';
import { firstIterations } from '../../src/space/phases.js';
import { baselineConfiguration } from '../../src/space/resolve.js';
import { seededRandom } from '../../src/support/random.js';
import { type Emulation, reasonOf } from '../../src/workbench/attempts.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { limitsFor, outcomeText } from './check-oracles.js';
import { generatePhaseProgram, type PhaseLanguage } from './generate-phases.js';

const EXTENSIONS = { c: 'c', 'c++': 'cpp', cuda: 'cu' } as const;
const STEPS = 37;

export interface PhaseVerdict {
  /** Pairs of outputs that differ, with the name of the oracle. */
  readonly disagreements: readonly { readonly oracle: string; readonly expected: string; readonly actual: string }[];
  /** Why the loop has no patch; then only the emulated phases were checked. Null if it has one. */
  readonly refused: string | null;
}

/** `folder`: for the program's source. */
export async function checkPhases(
  { clang, engine }: { readonly clang: EmbeddedClang; readonly engine: Engine },
  folder: string,
  seed: number,
  language: PhaseLanguage,
): Promise<PhaseVerdict> {
  const file = path.join(folder, `p${seed}.${EXTENSIONS[language]}`);
  fs.writeFileSync(file, generatePhaseProgram(seed, language));
  const limits = limitsFor([String(STEPS)]);
  const inputs = { inputs: [file], includeFolders: [], defines: [], undefines: [], workingFolder: folder };
  const bench = await Workbench.open(clang, engine, openProject(inputs));
  const disagreements: { oracle: string; expected: string; actual: string }[] = [];
  const compare = (oracle: string, expected: string, actual: string) => {
    if (expected !== actual) disagreements.push({ oracle, expected, actual });
  };
  try {
    const { program, groups } = bench;
    const { counts } = await bench.runs.profile('count', limits);
    const found = bench.phaseLoops(counts).find(({ obstacle }) => obstacle === null);
    if (!found) throw new Error(`no loop can have phases: ${JSON.stringify(bench.phaseLoops(counts)[0]?.obstacle)}`);
    const { loop, id } = found;
    const iterations = found.iterations!;
    const state = stateOf(program, found);
    const random = seededRandom(seed + 7);
    const some = randomConfiguration(program, groups, ['fp64', 'fp32', 'fp32'], random);
    const original = printed(await bench.runs.original(limits));
    const emulate = (first: number, before = some, after = some) =>
      bench.runs.tryPhases({ loop, first, before, after, state }, limits);
    compare('alike phases', printed(await bench.runs.emulated(some, limits)), printed(await emulate(11)));
    compare('no phases', original, printed(await emulate(11, baselineConfiguration, baselineConfiguration)));
    const at = { fraction: Math.floor(random() * 101) / 100 };
    const phases = { loop: id, switch: at, before: some, after: baselineConfiguration };
    const emulated = printed(await emulate(firstIterations(at, iterations), some, baselineConfiguration));
    const split = await bench.split(phases, found);
    if (split.kind === 'infeasible') return { disagreements, refused: reasonOf(split) };
    compare('split', original, printed(await split.bench.runs.original(limits)));
    const built = printed(await split.bench.runs.built(split.configuration, limits));
    compare(`patched, first ${at.fraction}`, emulated, built);
    return { disagreements, refused: null };
  } finally {
    bench.close();
  }
}

function printed(outcome: Emulation): string {
  if ('message' in outcome) throw outcome.message;
  const text = outcomeText(outcome);
  if (!text.startsWith('exit 0\n')) throw new Error(text.slice(0, 500));
  return text;
}
