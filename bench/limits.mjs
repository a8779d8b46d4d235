// Records what a bench measured and the limits for it, and prints a table at the end.
import { realpathSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from '../scripts/help.mjs';

/** @typedef {{ bench: string, what: string, value: string, limit: string, isMet: boolean }} Finding */
/** @typedef {(limits: Limits, args: readonly string[]) => Promise<void>} Bench */

export class Limits {
  /** @type {Finding[]} */
  findings = [];

  /** @param {string} bench the bench of these limits */
  constructor(bench) {
    this.bench = bench;
  }

  /**
   * @param {string} what
   * @param {number} value
   * @param {number} limit
   * @param {string} unit
   */
  atMost(what, value, limit, unit) {
    return this.#add(what, value, `≤ ${figure(limit, unit)}`, unit, value <= limit);
  }

  /**
   * @param {string} what
   * @param {number} value
   * @param {number} limit
   * @param {string} unit
   */
  atLeast(what, value, limit, unit) {
    return this.#add(what, value, `≥ ${figure(limit, unit)}`, unit, value >= limit);
  }

  #add(what, value, limit, unit, isMet) {
    this.findings.push({ bench: this.bench, what, value: figure(value, unit), limit, isMet });
    return isMet;
  }
}

/**
 * Runs a bench if its file was started directly, not imported.
 * @param {ImportMeta} meta
 * @param {Bench} bench
 */
export async function alone(meta, bench) {
  const file = fileURLToPath(meta.url);
  if (!process.argv[1] || realpathSync(process.argv[1]) !== realpathSync(file)) return;
  helpIfAsked(meta);
  const limits = new Limits(/** @type {string} */ (/([^/\\]+)\.mjs$/.exec(file)?.[1]));
  await bench(limits, process.argv.slice(2));
  printFindings(limits.findings);
  process.exit(0); // anything still running has been measured
}

/** @param {readonly Finding[]} findings */
export function printFindings(findings) {
  if (findings.length === 0) return console.log('\nno limit was looked at');
  const rows = findings.map((one) => [one.bench, one.what, one.value, one.limit, one.isMet ? 'met' : 'OVER']);
  const table = [['bench', 'what', 'measured', 'limit', ''], ...rows];
  const widths = ['bench', 'what', 'measured', 'limit', ''].map((_, at) =>
    Math.max(...table.map((row) => row[at].length)),
  );
  const met = findings.filter(({ isMet }) => isMet).length;
  console.log(
    `\n${table
      .map((row) =>
        row
          .map((cell, at) => cell.padEnd(widths[at]))
          .join('  ')
          .trimEnd(),
      )
      .join('\n')}`,
  );
  const [load] = os.loadavg();
  const busy =
    load > os.availableParallelism()
      ? `, with a load of ${load.toFixed(1)} on ${os.availableParallelism()} processors`
      : '';
  console.log(`${met} of ${findings.length} limits met${busy}`);
}

function figure(value, unit) {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 2 : 4;
  const text = Number.isInteger(value) ? String(value) : value.toFixed(digits);
  return unit === '' ? text : `${text}${unit === '×' ? '' : ' '}${unit}`;
}
