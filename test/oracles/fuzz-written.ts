/** The oracles over programs that somebody wrote, under random configurations: a folder of samples, or of programs that once went wrong. */
import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang } from '../../src/clang/compiler.js';
import type { Engine } from '../../src/execution/engine.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { checkOracles, faultText, firstDifference, limitsFor, randomConfigurations } from './check-oracles.js';
import { programArguments } from './generate-program.js';

export interface OracleBench {
  readonly clang: EmbeddedClang;
  readonly engine: Engine;
}

export interface FuzzTotals {
  programs: number;
  runs: number;
  infeasible: number;
  failures: number;
}

export interface WrittenProgram {
  readonly name: string;
  readonly inputs: readonly string[];
}

/** Each source of a folder, and each folder in it with the sources of one program. */
export function programsIn(folder: string): WrittenProgram[] {
  const isSource = (name: string) => /\.(?:c|cpp|cu)$/.test(name);
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry): WrittenProgram[] => {
    const whole = path.join(folder, entry.name);
    if (!entry.isDirectory()) return isSource(entry.name) ? [{ name: entry.name, inputs: [whole] }] : [];
    const names = fs.readdirSync(whole);
    const inputs = names.includes('mantissa.json') ? ['mantissa.json'] : names.filter(isSource);
    return inputs.length === 0 ? [] : [{ name: entry.name, inputs: inputs.map((name) => path.join(whole, name)) }];
  });
}

/** What cannot be read or does not run with these arguments is said and not counted as a failure; what cannot be written is. */
export async function fuzzWritten(
  { clang, engine }: OracleBench,
  { name, inputs }: WrittenProgram,
  options: { readonly configurations: number; readonly seed: number; readonly say: (line: string) => void },
  totals: FuzzTotals,
): Promise<void> {
  const { configurations, seed, say } = options;
  totals.programs++;
  const project = openProject({
    inputs: [...inputs],
    includeFolders: [],
    defines: [],
    undefines: [],
    workingFolder: path.dirname(inputs[0]!),
  });
  const draws = Array.from({ length: configurations }, (_, k) => seed * 1009 + k);
  const verdict = await checkOracles(clang, engine, project, {
    limits: limitsFor(programArguments),
    configurations: randomConfigurations(draws),
  }).catch(faultText);
  if (typeof verdict === 'string') {
    say(`${name}: ${verdict.split('\n').slice(0, 2).join(':')}`);
    return;
  }
  for (const { configuration, reason } of verdict.infeasible)
    say(`${name}: cannot be written: ${reason}\n${configuration}`);
  for (const one of verdict.disagreements)
    say(`${name}: oracle ${one.oracle} ${firstDifference(one)}\n${one.configuration}`);
  totals.runs += verdict.ran;
  totals.infeasible += verdict.infeasible.length;
  totals.failures += verdict.disagreements.length;
}
