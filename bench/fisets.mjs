// Time of the search for Fast Imprecise Sets: every kernel of corpus/sedov (limit 2 s) and a generated kernel of 20,000 operations
// (limit 10 s).
//   node bench/fisets.mjs
import path from 'node:path';
import { findFisets, openProgram } from '../dist/internal.js';
import { alone } from './limits.mjs';

/** @type {import('./limits.mjs').Bench} */
export async function bench(limits) {
  const corpus = path.join(import.meta.dirname, '../corpus');
  for (const name of ['nbody', 'ljmd', 'euler3d', 'sedov']) {
    const opened = await openProgram([path.join(corpus, name)], { engine: 'wasm' });
    const seconds = time(name, opened.program);
    if (name === 'sedov') limits.atMost('sets of sedov', seconds, 2, 's');
    await opened.close();
  }
  limits.atMost('sets of a kernel of 20,000 operations', time('generated', generated(20_000)), 10, 's');
}
await alone(import.meta, bench);

function time(name, program) {
  const started = performance.now();
  const sets = findFisets(program);
  const ms = performance.now() - started;
  console.log(`${name}: ${program.operations.length} operations, ${sets.length} sets, ${ms.toFixed(0)} ms`);
  return ms / 1000;
}

/** One connected kernel: every operation reads the one before and an earlier value, a constant or memory; some are stored. */
function generated(size) {
  const place = { range: { file: 0, begin: 0, end: 0 } };
  /** @type {unknown[]} */
  const values = [{ kind: 'load', site: null, format: 'fp64', place }];
  const made = [0];
  const operations = [];
  for (let count = 0; count < size; count++) {
    let other = made[Math.max(0, made.length - 2 - (count % 7))];
    if (count % 3 === 0) other = values.push({ kind: 'literal', format: 'fp64', text: '2.0', place }) - 1;
    else if (count % 50 === 1) other = values.push({ kind: 'load', site: null, format: 'fp64', place }) - 1;
    operations.push({
      ...{ id: `kernel#${count + 1}`, kind: count % 2 ? 'mul' : 'add', symbol: '+', function: 0, place, at: place },
      ...{ format: 'fp64', value: values.length, loop: null, loopDepth: 0, block: 0, implicit: false },
    });
    made.push(values.push({ kind: 'operation', operation: count, operands: [made.at(-1), other] }) - 1);
    if (count % 11 === 0) values.push({ kind: 'store', site: null, value: made.at(-1), place });
  }
  const kernel = { name: 'kernel', kind: 'kernel', parameters: [], returnSite: null, calls: [], values, blockCount: 1 };
  return {
    isCuda: true,
    files: [],
    functions: [kernel],
    sites: [],
    operations,
    loops: [],
    atomics: [],
    cells: [],
    flows: [],
  };
}
