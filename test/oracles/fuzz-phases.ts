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
  const clang = new EmbeddedClang(cacheFolder(), options.jobs);
  const engine = quickly(engines[options.engine]({ cache: cacheFolder(), clang }));
  try {
    const available = await engine.available();
    if (!available.ok) throw new Error(available.reason);
    let failures = 0;
    for (const language of options.languages) failures += await fuzzLanguage({ clang, engine }, options, language);
    return failures === 0;
  } finally {
    await engine.close();
    await clang.close();
  }
}

type Bench = Parameters<typeof checkPhases>[0];

/** The number of programs that failed. */
async function fuzzLanguage(
  bench: Bench,
  { programs, seed, jobs, reports, say }: PhaseFuzzOptions,
  language: PhaseLanguage,
): Promise<number> {
  let [checked, patched, failures] = [0, 0, 0];
  const refusals = new Map<string, number>();
  const queue = Array.from({ length: programs }, (_, at) => seed + at);
  const counted = () => `${language}: ${checked} programs, ${patched} with a patch, ${failures} failures`;
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { fault, refused } = await faultOf(bench, next, language);
      if (fault !== null) {
        failures++;
        say(`${language} seed ${next}: ${fault.split('\n')[0]}`);
        report(reports, next, language, fault);
      } else if (refused === null) patched++;
      else refusals.set(refused, (refusals.get(refused) ?? 0) + 1);
      if (++checked % STEP === 0 && checked < programs) say(counted());
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  say(counted());
  for (const [reason, times] of [...refusals].toSorted((a, b) => b[1] - a[1])) say(`  ${times} × ${reason}`);
  return failures;
}

/** Programs between two lines of progress. */
const STEP = 20;

async function faultOf(
  bench: Bench,
  seed: number,
  language: PhaseLanguage,
): Promise<{ readonly fault: string | null; readonly refused: string | null }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-phases-'));
  try {
    const { disagreements, refused } = await checkPhases(bench, folder, seed, language);
    const texts = disagreements.map(({ oracle, expected, actual }) => `${oracle}\n${expected}\n---\n${actual}\n`);
    return { fault: texts.length > 0 ? texts.join('\n') : null, refused };
  } catch (error) {
    return { fault: faultText(error), refused: null };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function report(folder: string, seed: number, language: PhaseLanguage, fault: string): void {
  const to = path.join(folder, `phases-${language === 'c++' ? 'cplusplus' : language}-${seed}`);
  fs.mkdirSync(to, { recursive: true });
  fs.writeFileSync(path.join(to, 'fault.txt'), fault);
  fs.writeFileSync(path.join(to, 'program.txt'), generatePhaseProgram(seed, language));
}
