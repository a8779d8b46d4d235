/** The oracles of phases for as long as one likes (`npm run fuzz -- --phases`). A program that fails is written to the reports. */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { faultText, quickly } from './check-oracles.js';
import { checkPhases } from './check-phases.js';
import { generatePhaseProgram, type PhaseLanguage } from './generate-phases.js';

export interface PhaseFuzzOptions {
  /** In each language. */
  readonly programs: number;
  readonly seed: number;
  readonly engine: 'native' | 'wasm';
  readonly languages: readonly PhaseLanguage[];
  /** Programs checked at a time. */
  readonly jobs: number;
  readonly reports: string;
  readonly say: (line: string) => void;
}

/** True if nothing failed. */
export async function fuzzPhases(options: PhaseFuzzOptions): Promise<boolean> {
  const { programs, seed, languages, say } = options;
  const clang = new EmbeddedClang(cacheFolder(), options.jobs);
  const engine = quickly(engines[options.engine]({ cache: cacheFolder(), clang }));
  const available = await engine.available();
  if (!available.ok) throw new Error(available.reason);
  let isGood = true;
  for (const language of languages) {
    const totals = { programs: 0, patched: 0, failures: 0 };
    const refusals = new Map<string, number>();
    const queue = Array.from({ length: programs }, (_, at) => seed + at);
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const fault = await faultOf(next);
        totals.programs++;
        if (fault.text !== null) {
          totals.failures++;
          say(`${language} seed ${next}: ${fault.text.split('\n')[0]}`);
          report(options.reports, next, language, fault.text);
        } else if (fault.refused === null) totals.patched++;
        else refusals.set(fault.refused, (refusals.get(fault.refused) ?? 0) + 1);
      }
    };
    const faultOf = async (one: number): Promise<{ text: string | null; refused: string | null }> => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-phases-'));
      try {
        const { disagreements, refused } = await checkPhases({ clang, engine }, folder, one, language);
        const texts = disagreements.map(({ oracle, expected, actual }) => `${oracle}\n${expected}\n---\n${actual}\n`);
        return { text: texts.length > 0 ? texts.join('\n') : null, refused };
      } catch (error) {
        return { text: faultText(error), refused: null };
      } finally {
        fs.rmSync(folder, { recursive: true, force: true });
      }
    };
    await Promise.all(Array.from({ length: options.jobs }, work));
    const reasons = [...refusals].toSorted((a, b) => b[1] - a[1]).map(([reason, times]) => `  ${times} × ${reason}`);
    say(
      `${language}: ${totals.programs} programs, ${totals.patched} with a patch, ${totals.programs - totals.patched - totals.failures} without, ${totals.failures} failures`,
    );
    for (const reason of reasons) say(reason);
    if (totals.failures > 0) isGood = false;
  }
  await engine.close();
  await clang.close();
  return isGood;
}

function report(folder: string, seed: number, language: PhaseLanguage, fault: string): void {
  const to = path.join(folder, `phases-${language === 'c++' ? 'cplusplus' : language}-${seed}`);
  fs.mkdirSync(to, { recursive: true });
  fs.writeFileSync(path.join(to, 'fault.txt'), fault);
  fs.writeFileSync(path.join(to, 'program.txt'), generatePhaseProgram(seed, language));
}
