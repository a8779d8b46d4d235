// The common start of all experiments. They run on a machine with a GPU: from this tree, or with node and the packed program of offline/
// (npm run pack:offline).
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { headOf, helpIfAsked } from '../scripts/help.mjs';

/** @typedef {typeof import('../dist/internal.js')} Mantissa */
/** @typedef {import('../dist/index.js').RunOutcome} RunOutcome */
/** @typedef {Extract<RunOutcome, { kind: 'exited' }>} Exited */

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The folders on the command line and further arguments; without folders, prints the help.
 * @param {ImportMeta} meta
 */
export function begin(meta) {
  helpIfAsked(meta);
  const [app, results, ...wanted] = process.argv.slice(2);
  if (app === undefined || results === undefined) {
    console.error(headOf(meta));
    process.exit(2);
  }
  return { app: path.resolve(app), results: path.resolve(results), wanted };
}

/**
 * The internal interface of the program in a folder with dist/.
 * @param {string} app
 * @returns {Promise<Mantissa>}
 */
export function load(app) {
  return import(pathToFileURL(path.join(app, 'dist/internal.js')).href);
}

/**
 * Default options for opening a project.
 * @param {string} input a folder, or a project file
 */
export function plainRequest(input) {
  return { inputs: [input], includeFolders: [], defines: [], undefines: [], workingFolder: path.dirname(input) };
}

/** @param {readonly string[]} args */
export function limits(args, timeoutMs = 120_000) {
  return { arguments: args, timeoutMs, maxOutputBytes: 2 ** 26, maxMemoryBytes: 2 ** 36 };
}

/**
 * The outcome of a successful run; throws otherwise.
 * @param {RunOutcome} outcome
 * @returns {Exited}
 */
export function ended(outcome) {
  if (outcome.kind === 'exited' && outcome.exitCode === 0) return outcome;
  const { kind, exitCode = '', reason = '', stderr = '' } = /** @type {Record<string, unknown>} */ (outcome);
  throw new Error(`${kind} ${exitCode} ${reason} ${stderr}`);
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return /** @type {number} */ (sorted[values.length >> 1]);
}

/**
 * Processes the items, `width` at a time.
 * @template T
 * @param {number} width
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => Promise<void>} work
 */
export async function inParallel(width, items, work) {
  const queue = [...items.entries()];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await work(next[1], next[0]);
    }),
  );
}
