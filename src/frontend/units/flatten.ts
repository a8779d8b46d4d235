/**
 * Flattens a unit: one file with the user's headers inserted and the user's macros expanded, while system headers stay `#include`s and system macros
 * stay names. The port and the instrumenter edit this text: it has no macro bodies, and it still compiles with the C library of any engine.
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
import { runCached, runOnUnit } from './run-on-unit.js';

const MARK = 'mantissa_include';

/** Writes the flattened unit into `folder` and returns the unit that compiles it. */
export async function flattenUnit(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  root: string,
  folder: string,
): Promise<TranslationUnit> {
  return writeFlattened(unit, root, folder, await preprocess(clang, unit, root, folder, ['-P']));
}

/**
 * Flattens the units of a program. A header that several of them include with the same expansion stays a separate file, because its declarations must
 * be the same entities in all units.
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

/** The user's files that a unit reads more than once, or whose text differs between units. */
export async function filesReadAgain(
  clang: EmbeddedClang,
  units: readonly TranslationUnit[],
  root: string,
  folder: string,
): Promise<ReadonlySet<string>> {
  const read: FilePiece[] = [];
  for (const unit of units) read.push(readPieces(await preprocess(clang, unit, root, folder, []), mirrorOf(folder)));
  const shared = sharedHeaders(read);
  const included = new Set<string>();
  const again = new Set<string>();
  const visit = ({ file, items }: FilePiece): void => {
    if (items.length > 0 && included.has(file) && !shared.has(file)) again.add(ownFile(file, root, folder));
    if (items.length > 0) included.add(file);
    for (const item of items) if (typeof item !== 'string') visit(item);
  };
  for (const piece of read) visit(piece);
  return again;
}

/** The original of a copied file. */
function ownFile(file: string, root: string, folder: string): string {
  const inRoot = path.relative(mirrorOf(folder), file);
  return inRoot.startsWith(`outside${path.sep}`) ? inRoot.slice('outside'.length) : path.join(root, inRoot);
}

const mirrorOf = (folder: string): string => path.join(folder, 'mirror');

/** The preprocessed text of the unit. */
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
  // by now every system #include is a pragma, so only __has_include still needs the system's folders
  const asksWhatIsThere = [...userFiles].some((file) => /\b__has_include\b/.test(fs.readFileSync(file, 'latin1')));
  const bare = args.filter(
    (argument, index) =>
      asksWhatIsThere || (argument !== '-internal-isystem' && args[index - 1] !== '-internal-isystem'),
  );
  const forced = unit.forcedIncludes.flatMap((file) => ['-include', mirror(file)]);
  const file = mirror(unit.file);
  const run = [...bare, ...forced, '-E', ...options, file];
  const identity = [clang.package.version, run];
  const { exitCode, stderr, stdout } = await runCached(clang, { file, ...movedIn(folder) }, identity, async () => ({
    reply: await clang.run(run),
  }));
  if (exitCode !== 0) throw compilerError(stderr, root);
  return stdout.toString('latin1').replace(new RegExp(`^#pragma ${MARK} (<[^>]+>).*$`, 'gm'), '#include $1');
}

function writeFlattened(unit: TranslationUnit, root: string, folder: string, text: string): TranslationUnit {
  const flat = text.replaceAll(byteString(`${mirrorOf(folder)}/`), ''); // the value of __FILE__
  const name = path.basename(unit.file);
  const file = path.join(folder, name);
  const defines = [...unit.defines, ...definedFeatures(fs.readFileSync(unit.file, 'latin1'))];
  if (fs.existsSync(file)) throw new MantissaError('MX1005', `two translation units have the name ${name}`);
  fs.writeFileSync(file, flat, 'latin1');
  // the user's headers are part of the text now; without their folders, all programs share precompiled headers
  const includeFolders = unit.includeFolders.filter((one) => one !== root && !isBelow(root, one));
  return { ...unit, file, defines, includeFolders, forcedIncludes: [], ...movedIn(folder) };
}

/** Feature-test macros, which control the declarations of the C library's headers. */
export const FEATURE_MACRO = /^_(?:\w+_SOURCE|FILE_OFFSET_BITS)\b/;

/** The feature-test macros that a source defines, which are missing from the text after its macros are expanded. */
function definedFeatures(text: string): string[] {
  return new Tokens(text).directives.flatMap(({ name, body: [macro, value, ...rest] }) =>
    name === 'define' && macro && FEATURE_MACRO.test(macro.text) && rest.length === 0
      ? [`${macro.text}=${value?.text ?? ''}`]
      : [],
  );
}

/** System macros used in `#if` directives of the user, with their values; only these are expanded. */
async function systemMacrosInConditions(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  systemHeaders: readonly string[],
  userFiles: readonly string[],
): Promise<string[]> {
  const testedMacros = new Set<string>();
  for (const file of userFiles)
    for (const { name, body } of new Tokens(fs.readFileSync(file, 'latin1')).directives)
      if (/^(?:el)?if/.test(name)) for (const { text } of body.filter(isName)) testedMacros.add(text);
  if (testedMacros.size === 0) return [];
  // macros defined by the headers alone are the same for every text that includes them
  const { movable: _, ...bare } = unit;
  const nothing = { ...bare, file: '/dev/null', forcedIncludes: [] };
  const { stdout } = await runOnUnit(clang, nothing, systemHeaders, '-E', '-dM');
  const known: string[] = [];
  for (const [, name, parameters, value] of stdout.toString('latin1').matchAll(/^#define (\w+)(\([^)]*\))? ?(.*)$/gm)) {
    if (testedMacros.has(name!) && !/^__(?:clang|GNUC|STDC|cplusplus|CUDA__|has_)/.test(name!))
      known.push(`${name}${parameters ?? ''}=${value}`);
  }
  return known.filter((define) => !unit.defines.some((own) => own.split('=')[0] === define.split(/[=(]/)[0]));
}
