// Checks that a release names one version everywhere: the tag, package.json, package-lock.json, CITATION.cff and the top entry of CHANGELOG.md.
//   node scripts/check-release.mjs [TAG]
// Without TAG (v1.2.3) only the files are compared.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const read = (file) => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');
const { version } = JSON.parse(read('package.json'));
const lock = JSON.parse(read('package-lock.json'));
const tag = process.argv[2];
const named = {
  ...(tag !== undefined && { 'the tag': tag.replace(/^v/, '') }),
  'package-lock.json': lock.version,
  'the root package of package-lock.json': lock.packages[''].version,
  'CITATION.cff': /^version: (.*)$/m.exec(read('CITATION.cff'))?.[1],
  'the top entry of CHANGELOG.md': /^## (.*)$/m.exec(read('CHANGELOG.md'))?.[1],
};
const others = Object.entries(named).filter(([, found]) => found !== version);
for (const [where, found] of others) console.error(`package.json has version ${version}, but ${where} has ${found}`);
if (others.length > 0) process.exit(1);
console.log(`version ${version}`);
