import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/execution/engine.js';
import { parseConfiguration } from '../../src/space/configuration.js';
import { checkOracles, limitsFor } from './check-oracles.js';
import { programArguments } from './generate-program.js';
import { BATCH_MS, clang, expectBothOracles, hasNative, native, open, wasm } from './oracle-bench.js';

/**
 * Every failure the oracles have found, as the smallest program that shows it. Beside its sources a sample may have
 * `configuration.json` (without one only oracle 1 is checked), `frozen.json` (site → the reason it must be frozen for), `prints.txt`
 * (what the program prints), `engines.json` (native alone without it) and `mantissa.json` (where its standard is not the usual one, or another build is to follow).
 */
const samples = path.join(import.meta.dirname, '../samples/oracles');
const readJson = <T>(file: string): T | null =>
  fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as T) : null;

async function check(sample: string, engine: Engine): Promise<void> {
  const sources = fs.readdirSync(sample).filter((file) => /\.(?:c|cpp|cu)$/.test(file));
  const configuration = path.join(sample, 'configuration.json');
  const text = fs.existsSync(configuration) ? fs.readFileSync(configuration, 'utf8') : null;
  const hasProject = fs.existsSync(path.join(sample, 'mantissa.json'));
  const project = open(
    (hasProject ? ['mantissa.json'] : sources).map((file) => path.join(sample, file)),
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

describe('failures found stay fixed', () => {
  for (const name of fs.readdirSync(samples)) {
    const sample = path.join(samples, name);
    for (const engine of readJson<('native' | 'wasm')[]>(path.join(sample, 'engines.json')) ?? ['native'])
      it(
        `${name.replaceAll('-', ' ')}${engine === 'native' ? '' : `, ${engine}`}`,
        async ({ skip }) => {
          if (engine === 'native' && !hasNative) skip();
          await check(sample, engine === 'native' ? native : wasm);
        },
        BATCH_MS,
      );
  }
});
