// Checks that numbers which decide something state their origin. In the folders below, the comment above each numeric module-level constant and above
// each default of a strategy's option must contain "Source: …" (a paper, a measurement in results/, a vendor's document) or "Chosen: …" with the
// alternatives tried. Files in results/ that these comments name must exist. Functions contain no numbers except 0, 1, 2 and powers of ten.
//   node scripts/check-constants.mjs [root]
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
const CHECKED = [
  'src/search/auto.ts',
  'src/search/auto',
  'src/search/by-clock.ts',
  'src/search/ladders.ts',
  'src/analysis/error-model.ts',
  'src/analysis/performance-model.ts',
  'src/analysis/performance',
  'src/analysis/devices',
  'src/study/facts',
  'src/study/influence',
  'src/study/timing',
  'src/study/stages',
  'src/numerics/bootstrap.ts',
  'src/numerics/speed-verdict.ts',
];
const NUMBER = /(?<![\w$.#])(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?(?![\w$])/g;
/** A module-level constant up to its semicolon, and where the options of a strategy begin. */
const CONSTANT = /^(?:export )?const ([\w$]+|\[[^\]]*\])[^=]*= ([\s\S]*?);$/gm;
const OPTION = /^ {2}('?[\w-]+'?): /gm;

const faults = CHECKED.flatMap(filesIn).flatMap((file) => faultsOf(file, readFileSync(path.join(root, file), 'utf8')));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

/** @param {string} entry */
function filesIn(entry) {
  const place = path.join(root, entry);
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [entry];
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return names.sort().map((name) => path.posix.join(entry, name));
}

/** @param {string} file @param {string} text */
function faultsOf(file, text) {
  const code = withoutTexts(text);
  const found = [];
  const report = (/** @type {number} */ at, /** @type {string} */ what) =>
    found.push(`${file}:${text.slice(0, at).split('\n').length}: ${what}`);
  const covered = [];
  for (const constant of code.matchAll(CONSTANT)) {
    const [whole, name, value] = constant;
    if (value.includes('=>')) continue;
    covered.push([constant.index, constant.index + whole.length]);
    if (/^z\.strictObject\(/.test(value)) {
      const start = constant.index + whole.indexOf(value);
      const options = [...text.slice(start, start + value.length).matchAll(OPTION)];
      options.forEach((option, at) => {
        const own = value.slice(option.index, options[at + 1]?.index);
        if (/\.default\(\d/.test(own)) missing(start + option.index, `option ${option[1]}`);
      });
    } else if (isNumber(value) || deciding(value).length > 0) missing(constant.index, name);
  }
  for (const number of code.matchAll(NUMBER))
    if (!isPlain(number[0]) && !covered.some(([from, to]) => number.index >= from && number.index < to))
      report(number.index, `give ${number[0]} a name and a source`);
  for (const named of text.matchAll(/\bresults\/[\w./-]*\w/g))
    if (!existsSync(path.join(root, named[0]))) report(named.index, `${named[0]} does not exist`);
  return found;

  /** @param {number} at @param {string} name */
  function missing(at, name) {
    const comment = commentAbove(text.slice(0, at), code.slice(0, at));
    if (!/\b(?:Source|Chosen)\b[^:]*:/.test(comment))
      report(at, `${name}: the comment above says neither "Source: …" nor "Chosen: …"`);
    else if (/\bChosen\b/.test(comment) && !/\btried\b/i.test(comment))
      report(at, `${name}: "Chosen" does not say what else was tried`);
  }
}

/** The comment that ends where a declaration begins; declarations without a blank line between them share one. */
function commentAbove(/** @type {string} */ text, /** @type {string} */ code) {
  const block = text.slice(text.lastIndexOf('\n\n') + 1);
  const statements = code.slice(code.length - block.length);
  const last = /[\s\S]*\*\/|(?:^ *\/\/.*\n?)+/gm;
  const comments = [...block.matchAll(last)].map(([comment]) => comment);
  // only other constants may separate the comment and the declaration
  const between = statements.slice(block.lastIndexOf(comments.at(-1) ?? '') + (comments.at(-1)?.length ?? 0));
  return /^\s*(?:(?:export )?const [^;]*;\s*)*$/.test(between) ? lastComment(comments.at(-1) ?? '') : '';
}

function lastComment(/** @type {string} */ text) {
  return text.includes('/**') ? text.slice(text.lastIndexOf('/**')) : text;
}

function isNumber(/** @type {string} */ value) {
  return /^[-\d.][-\s\d._e+*/()]*$/.test(value);
}

function deciding(/** @type {string} */ value) {
  return (value.match(NUMBER) ?? []).filter((number) => !isPlain(number));
}

/** 0, 1, 2, and powers of ten and of 1,024, which are units or percentages. */
function isPlain(/** @type {string} */ number) {
  const value = Number(number.replaceAll('_', ''));
  if (value <= 2) return Number.isInteger(value);
  return Number.isInteger(Math.log10(value)) || Number.isInteger(Math.log2(value) / 10);
}

/** The same length, with blanks for comments, strings, regular expressions, types of numbers and places in a record (`prices[at + 3]`). */
function withoutTexts(/** @type {string} */ text) {
  const pattern =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[=(,:!&|?]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*|(?<=\| )\d+|(?<=\[\w+ \+ )\d+(?=\])/g;
  return text.replace(pattern, (match) => match.replace(/[^\n]/g, ' '));
}
