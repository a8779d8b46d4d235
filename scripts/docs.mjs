// Builds the documentation as a static site in site/build/html, with VitePress, which it installs into site/node_modules.
//   node scripts/docs.mjs [--fresh] [--preview]
// The site shows the report of scripts/demo.mjs: --fresh makes it again. --preview serves the site on this machine.
// SITE_BASE is the path below which the site will be served (default: /). Links to source files need GITHUB_REPOSITORY, as workflows set it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { helpIfAsked } from './help.mjs';
import { sitePages } from './site/pages.mjs';

helpIfAsked(import.meta);
const { values } = parseArgs({
  options: { fresh: { type: 'boolean', default: false }, preview: { type: 'boolean', default: false } },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const site = path.join(root, 'site');
const build = path.join(site, 'build');

run('scripts/ensure-installed.mjs', 'site');
const report = path.join(root, 'demo/report.html');
if (values.fresh || !existsSync(report)) run('scripts/demo.mjs');

rmSync(build, { recursive: true, force: true });
const { pages, navigation } = sitePages(root);
for (const [file, text] of pages) write(path.join(build, 'pages', file), text);
write(path.join(build, 'navigation.json'), JSON.stringify(navigation));
cpSync(path.join(root, 'docs/pictures'), path.join(build, 'pages/pictures'), { recursive: true });
mkdirSync(path.join(build, 'pages/public'));
cpSync(path.join(site, 'icon.svg'), path.join(build, 'pages/public/icon.svg'));
cpSync(report, path.join(build, 'pages/public/nbody-report.html'));

run('site/node_modules/vitepress/bin/vitepress.js', 'build', site);
console.log(path.join(build, 'html'));
if (values.preview) run('site/node_modules/vitepress/bin/vitepress.js', 'preview', site);

/** @param {string} script @param {string[]} words */
function run(script, ...words) {
  const { status } = spawnSync(process.execPath, [path.join(root, script), ...words], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
