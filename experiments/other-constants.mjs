// Runs a command with other values of one of the program's constants, to compare with the value that was chosen. It replaces the value in a copy of the
// build; the checkout stays unchanged. The current value runs first. A short number that the bundler has inlined cannot be replaced and is refused.
//   node experiments/other-constants.mjs NAME value,value,… command argument …
//   node experiments/other-constants.mjs UNHIDDEN_SHARE 0.15,0.6 node experiments/model-against-measured.mjs
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { helpIfAsked } from '../scripts/help.mjs';

helpIfAsked(import.meta);
const root = path.join(import.meta.dirname, '..');
const [name, values, program, ...args] = process.argv.slice(2);
if (!program) throw new Error('give a constant, its values and a command: --help has an example');
/** Files that locate the program by their own path and must be copied; all others are linked. */
const COPIED = new Set(['dist', 'bin', 'scripts', 'experiments', 'bench', 'package.json']);
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'other-constants-'));
try {
  for (const entry of fs.readdirSync(root)) {
    const [from, to] = [path.join(root, entry), path.join(copy, entry)];
    if (COPIED.has(entry)) fs.cpSync(from, to, { recursive: true });
    else if (!entry.startsWith('.')) fs.symlinkSync(from, to);
  }
  const { file, text, found } = definitionOf(name);
  const before = found[1];
  for (const value of [before, ...values.split(',')]) {
    const at = found.index + found[0].length - before.length;
    fs.writeFileSync(file, text.slice(0, at) + value + text.slice(at + before.length));
    console.log(`\n${name} = ${value}`);
    const { status } = spawnSync(program, args, { cwd: copy, stdio: ['ignore', 'inherit', 'inherit'] });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  fs.rmSync(copy, { recursive: true, force: true });
}

/** The place in the bundle that defines the constant. */
function definitionOf(constant) {
  const pattern = new RegExp(`\\b${constant}(?:\\$\\d+)?=(-?[\\d.]+(?:e[-+]?\\d+)?)(?=[,;\\n])`, 'g');
  const dist = path.join(copy, 'dist');
  const all = fs
    .readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((one) => one.endsWith('.js'))
    .map((one) => path.join(dist, one))
    .flatMap((file) => {
      const text = fs.readFileSync(file, 'utf8');
      return [...text.matchAll(pattern)].map((found) => ({ file, text, found }));
    });
  if (all.length !== 1) throw new Error(`${constant} gets a number in ${all.length} places: it must be one`);
  return all[0];
}
