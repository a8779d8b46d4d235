// npm run fuzz -- [--programs 2000] [--configurations 20] [--seed n] [--engine native|wasm|cuda]
//   [--language c|c++|cuda] [--traits memory,text,…] [--convert-copies] [--calls-apart] [--wide] [--jobs 2] [--reports folder]
// The two oracles over generated programs (test/oracles), with --wide under formats of several parts as well, on a GPU (--engine cuda) those in CUDA, built without contraction; failures, and programs that cannot be run, are shrunk and written to the reports folder.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '2000' },
    configurations: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'native' },
    language: { type: 'string' },
    traits: { type: 'string' },
    'convert-copies': { type: 'boolean', default: false },
    'calls-apart': { type: 'boolean', default: false },
    wide: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
    reports: { type: 'string', default: path.join(root, 'fuzz-reports') },
  },
});
const { module } = await runnerImport(path.join(root, 'test/oracles/fuzz.ts'), {
  root,
  logLevel: 'error',
  oxc: { target: 'es2023' },
});
const held = await module.fuzz({
  programs: Number(values.programs),
  configurations: Number(values.configurations),
  seed: Number(values.seed),
  engine: values.engine,
  language: values.language,
  traits: values.traits,
  convertCopies: values['convert-copies'],
  callsApart: values['calls-apart'],
  wide: values.wide,
  jobs: Number(values.jobs),
  reports: path.resolve(values.reports),
  say: (line) => console.log(line),
});
process.exit(held ? 0 : 1);
