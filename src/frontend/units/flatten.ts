/**
 * Flattening: one unit as one file with the user's own headers in place and the user's own macros expanded, while the system's
 * headers stay `#include`s and the system's macros stay names. What is ported or instrumented is this text: it has no macro
 * bodies to edit, and it still compiles against whichever C library its engine has.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang } from '../../clang/compiler.js';
import { compilerError } from '../../clang/compiler-messages.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { byteString, readable } from '../../support/byte-text.js';
import { isBelow } from '../../support/inside-folder.js';
import { isName, Tokens } from '../../support/tokens.js';
import {
  type FilePiece,
  readPieces,
  sharedHeaders,
  splitDifferingHeaders,
  writePieces,
} from '../lexical/file-pieces.js';
import { includedBy, resolveInclude, scanIncludes } from '../lexical/includes.js';
import { movedIn, type TranslationUnit } from '../project/project.js';
import { languageArguments } from './invocation.js';
import { runOnUnit, runRemembered } from './run-on-unit.js';

const MARK = 'mantissa_include';

/** Writes the flattened unit into `folder` and returns the unit that reads it. */
export async function flattenUnit(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  root: string,
  folder: string,
): Promise<TranslationUnit> {
  return writeFlattened(unit, root, folder, await preprocess(clang, unit, root, folder, ['-P']));
}

/**
 * Flattens the units of a program. A header that several of them read, and that says the same to all, stays a file of its own: what
 * it declares is one thing, not one in each unit.
 */
export async function flattenUnits(
  clang: EmbeddedClang,
  units: readonly TranslationUnit[],
  root: string,
  folder: string,
): Promise<TranslationUnit[]> {
  const [only] = units;
  if (only && units.length === 1) return [await flattenUnit(clang, only, root, folder)];
  const read: FilePiece[] = [];
  for (const unit of units) read.push(readPieces(await preprocess(clang, unit, root, folder, []), mirrorOf(folder)));
  const pieces = splitDifferingHeaders(read);
  const shared = sharedHeaders(pieces);
  const placed = path.join(folder, 'shared');
  const include = (file: string) =>
    `#include "${byteString(path.join(placed, path.relative(mirrorOf(folder), file)))}"`;
  for (const [file, piece] of shared) {
    const target = path.join(placed, path.relative(mirrorOf(folder), file));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, `#pragma once\n${writePieces(piece, shared, include)}`, 'latin1');
  }
  return units.map((unit, index) => writeFlattened(unit, root, folder, writePieces(pieces[index]!, shared, include)));
}

/** The user's files whose text is read more than once by a unit, or is another one for another unit. */
export async function filesReadAgain(
  clang: EmbeddedClang,
  units: readonly TranslationUnit[],
  root: string,
  folder: string,
): Promise<ReadonlySet<string>> {
  const read: FilePiece[] = [];
  for (const unit of units) read.push(readPieces(await preprocess(clang, unit, root, folder, []), mirrorOf(folder)));
  const shared = sharedHeaders(read);
  const seen = new Set<string>();
  const again = new Set<string>();
  const visit = ({ file, items }: FilePiece): void => {
    if (items.length > 0 && seen.has(file) && !shared.has(file)) again.add(ownFile(file, root, folder));
    if (items.length > 0) seen.add(file);
    for (const item of items) if (typeof item !== 'string') visit(item);
  };
  for (const piece of read) visit(piece);
  return again;
}

/** The file that was copied here. */
function ownFile(file: string, root: string, folder: string): string {
  const inRoot = path.relative(mirrorOf(folder), file);
  return inRoot.startsWith(`outside${path.sep}`) ? inRoot.slice('outside'.length) : path.join(root, inRoot);
}

const mirrorOf = (folder: string): string => path.join(folder, 'mirror');

/** The unit's text as the preprocessor leaves it. */
async function preprocess(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  root: string,
  folder: string,
  options: readonly string[],
): Promise<string> {
  const { systemHeaders, userFiles } = scanIncludes(unit, root);
  const mirror = (file: string) =>
    path.join(mirrorOf(folder), file.startsWith(root + path.sep) ? path.relative(root, file) : `outside${file}`);
  for (const file of userFiles) {
    const text = fs.readFileSync(file, 'latin1');
    let output = '';
    let at = 0;
    for (const directive of new Tokens(text).directives) {
      const included = includedBy(directive);
      if (!included) continue;
      const own = resolveInclude(unit, root, file, included.quote, readable(included.name));
      const line = own ? `#include "${byteString(mirror(own))}"` : `#pragma ${MARK} <${included.name}>`;
      output += text.slice(at, directive.begin) + line;
      at = directive.body[0]!.end;
    }
    output += text.slice(at);
    fs.mkdirSync(path.dirname(mirror(file)), { recursive: true });
    fs.writeFileSync(mirror(file), output, 'latin1');
  }
  const macros = await systemMacrosInConditions(clang, unit, systemHeaders, userFiles);
  const args = languageArguments({
    ...unit,
    includeFolders: [],
    systemFolders: [],
    defines: [...unit.defines, ...macros],
    forcedIncludes: [],
  });
  // the system's folders are for those who ask what is there: every #include of the system is a pragma by now
  const asksWhatIsThere = [...userFiles].some((file) => /\b__has_include\b/.test(fs.readFileSync(file, 'latin1')));
  const bare = args.filter(
    (argument, index) =>
      asksWhatIsThere || (argument !== '-internal-isystem' && args[index - 1] !== '-internal-isystem'),
  );
  const forced = unit.forcedIncludes.flatMap((file) => ['-include', mirror(file)]);
  const file = mirror(unit.file);
  const run = [...bare, ...forced, '-E', ...options, file];
  const identity = [clang.package.version, run];
  const { exitCode, stderr, stdout } = await runRemembered(clang, { file, ...movedIn(folder) }, identity, async () => ({
    reply: await clang.run(run),
  }));
  if (exitCode !== 0) throw compilerError(stderr, root);
  return stdout.toString('latin1').replace(new RegExp(`^#pragma ${MARK} (<[^>]+>).*$`, 'gm'), '#include $1');
}

function writeFlattened(unit: TranslationUnit, root: string, folder: string, text: string): TranslationUnit {
  const flat = text.replaceAll(byteString(`${mirrorOf(folder)}/`), ''); // what __FILE__ says
  const name = path.basename(unit.file);
  const file = path.join(folder, name);
  const defines = [...unit.defines, ...definedFeatures(fs.readFileSync(unit.file, 'latin1'))];
  if (fs.existsSync(file)) throw new MantissaError('MX1005', `two translation units have the name ${name}`);
  fs.writeFileSync(file, flat, 'latin1');
  // the user's own headers are in the text now; without their folders all programs share precompiled headers
  const includeFolders = unit.includeFolders.filter((one) => one !== root && !isBelow(root, one));
  return { ...unit, file, defines, includeFolders, forcedIncludes: [], ...movedIn(folder) };
}

/** Macros that say what the C library's headers declare. */
export const FEATURE_MACRO = /^_(?:\w+_SOURCE|FILE_OFFSET_BITS)\b/;

/** Those that a source defines for the headers it includes: the text that is left when its own macros are expanded lacks them. */
function definedFeatures(text: string): string[] {
  return new Tokens(text).directives.flatMap(({ name, body: [macro, value, ...rest] }) =>
    name === 'define' && macro && FEATURE_MACRO.test(macro.text) && rest.length === 0
      ? [`${macro.text}=${value?.text ?? ''}`]
      : [],
  );
}

/** Macros of the system that the user's `#if`s ask about, with their values: those alone are expanded. */
async function systemMacrosInConditions(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  systemHeaders: readonly string[],
  userFiles: readonly string[],
): Promise<string[]> {
  const asked = new Set<string>();
  for (const file of userFiles)
    for (const { name, body } of new Tokens(fs.readFileSync(file, 'latin1')).directives)
      if (/^(?:el)?if/.test(name)) for (const { text } of body.filter(isName)) asked.add(text);
  if (asked.size === 0) return [];
  // what the headers alone define is the same for every text that includes them
  const { movable: _, ...bare } = unit;
  const nothing = { ...bare, file: '/dev/null', forcedIncludes: [] };
  const { stdout } = await runOnUnit(clang, nothing, systemHeaders, '-E', '-dM');
  const known: string[] = [];
  for (const [, name, parameters, value] of stdout.toString('latin1').matchAll(/^#define (\w+)(\([^)]*\))? ?(.*)$/gm)) {
    if (asked.has(name!) && !/^__(?:clang|GNUC|STDC|cplusplus|CUDA__|has_)/.test(name!))
      known.push(`${name}${parameters ?? ''}=${value}`);
  }
  return known.filter((define) => !unit.defines.some((own) => own.split('=')[0] === define.split(/[=(]/)[0]));
}
