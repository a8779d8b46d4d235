// Lists the benches, or runs those named: node bench/run.mjs [name…]
import { readdirSync } from 'node:fs';

const here = new URL('.', import.meta.url);
const names = readdirSync(here)
  .filter((name) => name.endsWith('.mjs') && name !== 'run.mjs')
  .map((name) => name.slice(0, -'.mjs'.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));

if (unknown.length > 0) {
  console.error(`no bench named ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}
if (wanted.length === 0) {
  console.log(`benches, run with npm run bench -- <name>:\n${names.map((name) => `  ${name}`).join('\n')}`);
}
for (const name of wanted) {
  console.log(`\n${name}`);
  process.argv.splice(2); // a bench on its own takes arguments, one of several does not
  await import(new URL(`${name}.mjs`, here).href);
}
