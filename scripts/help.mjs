// Prints the head comment of a script for --help.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * With --help, prints the head comment of a script and ends the process. All imports have been loaded by then.
 * @param {ImportMeta} meta
 */
export function helpIfAsked(meta) {
  if (!process.argv.slice(2).includes('--help')) return;
  console.log(headOf(meta));
  process.exit(0);
}

/** @param {{ readonly url: string }} meta */
export function headOf(meta) {
  const lines = readFileSync(fileURLToPath(meta.url), 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n');
}
