// Lists the benches, or runs those named and prints which limits are met: node bench/run.mjs [name…|all]
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { headOf, helpIfAsked } from '../scripts/help.mjs';
import { Limits, printFindings } from './limits.mjs';

helpIfAsked(import.meta);
const here = new URL('.', import.meta.url);
const names = readdirSync(fileURLToPath(here))
  .filter((name) => name.endsWith('.mjs') && !/^(?:run|limits)\.mjs$/.test(name))
  .map((name) => name.slice(0, -'.mjs'.length));
const asked = process.argv.slice(2);
const wanted = asked.includes('all') ? names : asked;
const unknown = wanted.filter((name) => !names.includes(name));

if (unknown.length > 0) {
  console.error(`no bench named ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}
if (wanted.length === 0) {
  const lines = names.map((name) => `  ${name.padEnd(20)}${headOf({ url: fileOf(name) }).split('\n')[0]}`);
  console.log(`benches, run with npm run bench -- <name>, or all:\n${lines.join('\n')}`);
  process.exit(0);
}
const findings = [];
const failed = [];
for (const name of wanted) {
  console.log(`\n${name}`);
  const limits = new Limits(name);
  try {
    await (await import(fileOf(name))).bench(limits, []);
  } catch (error) {
    failed.push(name);
    console.error(error);
  }
  findings.push(...limits.findings);
}
printFindings(findings);
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);

function fileOf(name) {
  return new URL(`${name}.mjs`, here).href;
}
