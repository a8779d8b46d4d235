// Builds viewer/ into dist/viewer/report.html: one file with its script and styles, and placeholders for the data of a report.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('..', import.meta.url));
const viewer = path.join(root, 'viewer');
const output = path.join(root, 'dist/viewer/report.html');
const stamp = path.join(root, 'dist/viewer/built-from');

const inputs = [
  ...readdirSync(viewer, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort(),
  path.join(root, 'package-lock.json'),
  fileURLToPath(import.meta.url),
];
const hash = createHash('sha256');
for (const file of inputs) hash.update(path.relative(root, file)).update(readFileSync(file));
const digest = hash.digest('hex');
if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) process.exit(0);

const { build } = await import('vite'); // slow to load, so only if there is something to build
const built = await build({
  root: viewer,
  configFile: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    write: false,
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    rollupOptions: { input: path.join(viewer, 'main.tsx'), output: { format: 'iife' } },
  },
});
const parts = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
const script = parts.filter((one) => one.type === 'chunk').map((one) => one.code);
const style = parts.filter((one) => one.fileName.endsWith('.css')).map((one) => one.source);
if (script.length !== 1 || style.length !== 1)
  throw new Error(`the viewer came out as ${parts.map((one) => one.fileName)}`);

// an end tag inside a source would end the script early
const inline = (text) => text.trim().replaceAll('</script', '<\\/script');
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<!--report-policy-->
<meta name="viewport" content="width=device-width, initial-scale=1">
<!--report-title-->
<link rel="icon" href="data:,">
<style>${style[0].trim()}</style>
</head>
<body>
<div id="app"></div>
<noscript>This report is drawn by a script inside this file; nothing is loaded from anywhere.</noscript>
<!--report-data-->
<script>${inline(script[0])}</script>
</body>
</html>
`;
mkdirSync(path.dirname(output), { recursive: true });
writeFileSync(output, page);
writeFileSync(stamp, digest);
