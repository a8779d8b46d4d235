// Writes the generated pages: docs/reference/*.md, the headings and remedies of docs/errors.md, and the findings in docs/characterize.md.
// Run it after a build. With --check it writes nothing and fails if a page is out of date.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { catalogue, findingsOf, projectFileJsonSchema, strategies } from '../dist/internal.js';
import { helpIfAsked } from './help.mjs';
import { characterizePage } from './reference/characterize-page.mjs';
import { commandsPage } from './reference/commands-page.mjs';
import { errorsPage } from './reference/errors-page.mjs';
import { projectFilePage } from './reference/project-file-page.mjs';
import { strategiesPage } from './reference/strategies-page.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '');
const { commands } = JSON.parse(
  execFileSync(process.execPath, [path.join(root, 'bin/mantissa'), 'commands'], { encoding: 'utf8' }),
);
const errors = errorsPage({ ...bootstrapCodes(), ...catalogue }, read('docs/errors.md'));
const pages = {
  'docs/reference/commands.md': commandsPage(commands),
  'docs/reference/project-file.md': projectFilePage(projectFileJsonSchema()),
  'docs/reference/strategies.md': strategiesPage(
    strategies.map((one) => ({
      ...one,
      options: z.toJSONSchema(one.options, { io: 'input', unrepresentable: 'any' }),
    })),
  ),
  'docs/errors.md': errors.text,
  'docs/characterize.md': characterizePage(
    findingsOf(JSON.parse(read('results/nvidia-h200/characterize/record.json'))),
    read('docs/characterize.md'),
  ),
};

const faults = errors.missing.map((code) => `docs/errors.md: ${code} has no words and example yet`);
for (const [file, text] of Object.entries(pages)) {
  if (read(file) === text) continue;
  if (process.argv.includes('--check')) {
    faults.push(`${file} is not what the program says; run node scripts/write-reference.mjs`);
    continue;
  }
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
  console.log(file);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

/** The one code that bin/mantissa has before anything is built. */
function bootstrapCodes() {
  return {
    MX1001: {
      summary: 'mantissa is not built yet in this clone',
      remedy: 'npm run build; where a package is missing, npm install',
    },
  };
}
