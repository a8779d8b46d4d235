/**
 * Runs the oracles over test/samples/oracles: every failure they have found, as the smallest program that shows it. Beside its sources a
 * sample may have `configuration.json` (without it only the first oracle is checked), `frozen.json` (site → the reason it must be frozen
 * for), `prints.txt` (what the program prints), `engines.json` (native alone without it) and `mantissa.json` (where its standard is not the
 * usual one, or another build must stay right).
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/execution/engine.js';
import { parseConfiguration } from '../../src/space/configuration.js';
import { isInSuite } from '../suites.js';
import { checkOracles, limitsFor } from './check-oracles.js';
import { programArguments } from './generate-program.js';
import { BATCH_MS, clang, expectBothOracles, hasNative, native, open, wasm } from './oracle-bench.js';

const samples = path.join(import.meta.dirname, '../samples/oracles');
const readJson = <T>(file: string): T | null =>
  fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as T) : null;
const sourcesOf = (sample: string): string[] => fs.readdirSync(sample).filter((file) => /\.(?:c|cpp|cu)$/.test(file));

type Language = '.c' | '.cpp' | '.cu';

/** One language on the native engine, or all samples that ask for the embedded one. A sample of several languages is CUDA, or C++. */
export function checkSamples(which: Language | 'wasm'): void {
  describe(`failures found stay fixed (${which})`, () => {
    for (const name of fs.readdirSync(samples)) {
      const sample = path.join(samples, name);
      const engines = readJson<('native' | 'wasm')[]>(path.join(sample, 'engines.json')) ?? ['native'];
      const engine = which === 'wasm' ? 'wasm' : 'native';
      if (!engines.includes(engine) || (which !== 'wasm' && languageOf(sample) !== which)) continue;
      it.runIf(isInSuite(`samples/oracles/${name}${engine === 'wasm' ? ', wasm' : ''}`))(
        `${name.replaceAll('-', ' ')}${engine === 'wasm' ? ', wasm' : ''}`,
        async ({ skip }) => {
          if (engine === 'native' && !hasNative) skip();
          await check(sample, engine === 'native' ? native : wasm);
        },
        BATCH_MS,
      );
    }
  });
}

function languageOf(sample: string): Language {
  const extensions = new Set(sourcesOf(sample).map((file) => path.extname(file)));
  return (['.cu', '.cpp'] as const).find((one) => extensions.has(one)) ?? '.c';
}

async function check(sample: string, engine: Engine): Promise<void> {
  const configuration = path.join(sample, 'configuration.json');
  const text = fs.existsSync(configuration) ? fs.readFileSync(configuration, 'utf8') : null;
  const hasProject = fs.existsSync(path.join(sample, 'mantissa.json'));
  const project = open(
    (hasProject ? ['mantissa.json'] : sourcesOf(sample)).map((file) => path.join(sample, file)),
    sample,
  );
  const verdict = await checkOracles(clang, engine, project, {
    limits: limitsFor(programArguments),
    configurations: ({ program, groups }) => {
      const frozen = readJson<Record<string, string>>(path.join(sample, 'frozen.json')) ?? {};
      const codes = program.sites.map(({ id }, site) => [id, groups.frozen[site]?.code]);
      expect(Object.fromEntries(codes.filter(([id]) => id! in frozen))).toEqual(frozen);
      return text === null ? [] : [parseConfiguration(text, 'configuration.json', program, groups)];
    },
  });
  expectBothOracles(verdict, text === null ? 0 : 1);
  const prints = path.join(sample, 'prints.txt');
  if (fs.existsSync(prints)) expect(verdict.original).toBe(`exit 0\n${fs.readFileSync(prints, 'latin1')}`);
}
