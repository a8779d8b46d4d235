// Checks the rules of the architecture:
// - a folder imports only folders to its left in the line of CONTRIBUTING.md, and imports of values form no cycle;
// - folders that only compute use neither the clock nor the file system;
// - features import src/core.ts and the toolbox, not each other, and only the command line imports features;
// - viewer/ imports only the types of the report's document;
// - kinds of syntax nodes are compared, not matched by regular expressions, which the type checker cannot verify;
// - source text is read by tokens, never as text with blanked comments.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const layers = [
  ['support'],
  ['numerics', 'diagnostics'],
  ['program', 'clang'],
  ['frontend', 'space'],
  ['analysis'],
  ['inspection', 'rewrite', 'search', 'execution'],
  ['workbench'],
  ['journal'],
  ['study'],
  ['report'],
  ['features'],
  ['cli'],
];
/** Imports allowed in features: the toolbox and src/core.ts. */
const TOOLBOX = new Set(['support', 'numerics', 'diagnostics']);
const LETS_OUT = 'core.js';
/** Folders whose results depend on their arguments only. */
const pure = [
  ...['program', 'space', 'search', 'numerics', 'report'],
  ...['features/characterization/report', 'features/gpumixer'],
].map((folder) => path.normalize(`${folder}/`));
const IMPURE =
  /'node:(?:fs|os|child_process|http|net|worker_threads)[^']*'|\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bMath\.random\(|\bprocess\./;
const KINDS_IN_PATTERN = /[=(,&|?:!\s]\/(?!\*)(?:[^/\\\n\s]|\\.)*(?:Expr|Decl|Stmt)\b(?:[^/\\\n\s]|\\.)*\/[a-z]*[.;,)]/;
/** `.replace(/\S/g, ' ')`, `(comment) => ' '.repeat(comment.length)`, a pattern for comments, a function that is named for it. */
const BLANKED =
  /\.replace(?:All)?\(\/(?:\\S|\.|\[\^\\[nrs]+\])\+?\/[a-z]*, ' '\)|=>\s*' '\.repeat\(\w+\.length\)|\/\\\/\\\*\[\\s\\S\]\*\?|\b(?:const|function) (?:without|strip|blank)\w*(?:Comments|Strings|Literals)\b|\bcodeText\b/;
/** Texts without a lexer: lists of CMake, where a comment begins with another sign. */
const UNREAD = new Set([path.join('frontend', 'discovery', 'cmake-lists.ts'), path.join('support', 'tokens.ts')]);
const rank = new Map(layers.flatMap((names, index) => names.map((name) => [name, index])));
/** The folder of the program; tests pass another one. */
const root = path.resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const source = path.join(root, 'src');
const faults = [];
/** File → the files whose values it imports. */
const needs = new Map();
/** Names that features import from src/core.ts. */
const usedOfCore = new Set();

for (const entry of readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
  const text = readFileSync(path.join(source, entry), 'utf8');
  needs.set(entry, valueImports(text, entry));
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) => target);
  const from = entry.split(path.sep)[0];
  if (from === entry) {
    // src/index.ts is the public library and may import everything
    if (entry === LETS_OUT.replace('.js', '.ts') && targets.some((target) => target.startsWith('./features/')))
      faults.push(`src/${entry}: features do not use one another`);
    continue;
  }
  if (!rank.has(from)) faults.push(`src/${entry}: folder '${from}' is not a layer`);
  const feature = featureOf(entry);
  if (feature !== null) for (const name of namesOf(text, 'import', `/${LETS_OUT}`)) usedOfCore.add(name);
  for (const target of targets) {
    const file = path.relative(source, path.resolve(source, path.dirname(entry), target));
    const to = file.split(path.sep)[0];
    if (feature !== null) {
      if (!TOOLBOX.has(to) && file !== LETS_OUT && featureOf(file) !== feature)
        faults.push(`src/${entry}: the feature ${feature} imports the rest of the program by src/core.ts (${target})`);
    } else if (to !== from && !(rank.get(to) < rank.get(from)))
      faults.push(`src/${entry}: ${from} must not import ${to} (${target})`);
  }
  if (pure.some((folder) => entry.startsWith(folder)) && IMPURE.test(text))
    faults.push(`src/${entry}: ${from} only computes: ${IMPURE.exec(text)[0]} does not belong there`);
  if (KINDS_IN_PATTERN.test(text))
    faults.push(
      `src/${entry}: a regular expression over kinds of nodes: use the sets of frontend/ast/kinds.ts or ofKind`,
    );
  if (BLANKED.test(text) && !UNREAD.has(entry))
    faults.push(`src/${entry}: a text with blanks for its comments (${BLANKED.exec(text)[0]}): ask support/tokens.ts`);
  if (from !== 'cli' && /process\.(stdout|exit)\b|console\.log/.test(text))
    faults.push(`src/${entry}: only cli writes to stdout or exits`);
  if (/node:child_process|'execa'/.test(text) && entry !== path.join('execution', 'spawn.ts'))
    faults.push(`src/${entry}: only execution/spawn.ts starts processes`);
}

const core = path.join(source, LETS_OUT.replace('.js', '.ts'));
for (const name of namesOf(readFileSync(core, 'utf8'), 'export'))
  if (!usedOfCore.has(name)) faults.push(`src/core.ts: no feature uses ${name}`);

// one wrong import closes many cycles: the shortest one explains it best
const [circle] = circles(needs).sort((a, b) => a.length - b.length);
if (circle) faults.push(`src: files need each other's values: ${circle.join(' → ')}`);

// the viewer draws a document: it imports the document's types, not the code that builds it
const viewer = path.join(root, 'viewer');
for (const entry of readdirSync(viewer, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))) {
  const text = readFileSync(path.join(viewer, entry), 'utf8');
  for (const [statement, target] of text.matchAll(/^(?:import|export)\b[^;]*?from\s+'([^']+)'/gm)) {
    if (!target.startsWith('.')) {
      if (!/^preact(?:\/|$)/.test(target)) faults.push(`viewer/${entry}: ${target} does not belong into a page`);
      continue;
    }
    const to = path.relative(viewer, path.resolve(viewer, path.dirname(entry), target));
    if (!to.startsWith('..')) continue;
    if (to !== path.join('..', 'src', 'report', 'document.js') || !/^import type\b/.test(statement))
      faults.push(`viewer/${entry}: a page imports nothing but types of src/report/document.ts (${target})`);
  }
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

/** The name of the feature that a file is part of; null for other files, and for the list of features. */
function featureOf(file) {
  const [folder, feature, ...rest] = file.split(path.sep);
  return folder === 'features' && rest.length > 0 ? feature : null;
}

/** The names that a file imports or exports from files whose path ends so. */
function namesOf(text, direction, from = '') {
  return [...text.matchAll(/^(import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'([^']+)'/gm)]
    .filter(([, word, , target]) => word === direction && target.endsWith(from))
    .flatMap(([, , names]) => names.split(','))
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '');
}

/** The values that a file imports, as names below src/. Dynamic imports close no cycle. */
function valueImports(text, entry) {
  const found = [];
  for (const [, names, target] of text.matchAll(/^(?:import|export)\s+(?!type\b)([^;']*?)from\s+'(\.[^']+)'/gm)) {
    const listed = /^\{([^}]*)\}/
      .exec(names.trim())?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '');
    if (listed?.every((name) => name.trim().startsWith('type '))) continue;
    found.push(path.join(path.dirname(entry), target).replace(/\.js$/, '.ts'));
  }
  return found;
}

/** The cycles of the import graph, each once. */
function circles(edges) {
  const found = [];
  const done = new Set();
  const walk = (file, trail) => {
    const at = trail.indexOf(file);
    if (at >= 0) {
      found.push([...trail.slice(at), file]);
      return;
    }
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) walk(next, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) walk(file, []);
  return found;
}
