/**
 * For engines with 32-bit `long` and pointers: changes a program so that it computes the same as on 64-bit Linux, or refuses it with the places
 * where that is not possible.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { CompilerRefusal } from '../clang/compiler-messages.js';
import { codeFrame } from '../diagnostics/code-frame.js';
import { type Finding, MantissaError } from '../diagnostics/mantissa-error.js';
import type { BuildRequest, Source } from '../execution/engine.js';
import { wideText } from '../execution/wasm/wide-text.js';
import { completeLocations } from '../frontend/ast/locations.js';
import { scanIncludes } from '../frontend/lexical/includes.js';
import { PlaceReader } from '../frontend/lower/places.js';
import { movedIn, type Project } from '../frontend/project/project.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { parseTree, parseUnit } from '../frontend/units/parse-unit.js';
import { NarrowValues } from '../rewrite/data-model/narrow-values.js';
import { type Doubt, mentionsLongAnywhere, widenValues } from '../rewrite/data-model/widen-values.js';
import { SourceEdits } from '../rewrite/source-edits.js';
import { ByteText } from '../support/byte-text.js';
import type { Tools } from './flat-program.js';

const MAX_FINDINGS = 5;
const INCLUDE = '#include <mantissa_wide.h>\n';

/** Widens library values in the flattened files; true if files have changed. */
export function widenFlattened(flat: ProgramSyntax, project: Project): boolean {
  const edits = new SourceEdits(flat);
  const { files } = flat.places;
  refuse(
    widenValues(edits).map((doubt) => ({ ...doubt, source: files[doubt.range.file]!.source.text })),
    project,
  );
  if (edits.isEmpty) return false;
  files.forEach(({ absolutePath, source }, file) => {
    if (edits.apply(file) === source.text) return;
    const start = /^(?:#pragma once\n)?/.exec(source.text)![0].length;
    edits.insert(file, start, 'mx_wide', INCLUDE);
    fs.writeFileSync(absolutePath, edits.apply(file), 'latin1');
  });
  return true;
}

/** Whether `widenFlattened` changed the flattened files; those of every variant must then be changed, too. */
export function isWidened({ places }: ProgramSyntax): boolean {
  return places.files.some(({ source }) => source.text.includes(INCLUDE));
}

/** Reads the program as it will be compiled; throws if a value has 32 bits instead of 64 on Linux. */
export async function checkWidths(
  tools: Tools,
  flat: ProgramSyntax,
  request: BuildRequest,
  project: Project,
): Promise<void> {
  if (!flat.roots.some(mentionsLongAnywhere)) return;
  const check = async (source: Source, index: number): Promise<void> => {
    if (source.dataModel !== 'lp64') return;
    const file = path.join(tools.folder, 'widths', String(index), path.basename(source.name));
    const text = wideText(source.text);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text, 'latin1');
    const root = await treeAsBuilt(tools, file, { ...source, text }, request).catch(doesNotCompile);
    const places = new PlaceReader(
      (name) => name === file,
      () => Buffer.from(text, 'latin1'),
    );
    refuse(
      new NarrowValues(places).in(root).map((doubt) => ({ ...doubt, source: text })),
      project,
    );
  };
  await Promise.all(request.sources.map(check));
}

/** The syntax tree, with the precompiled headers of its build if there are any. */
async function treeAsBuilt({ clang, engine, ...tools }: Tools, file: string, source: Source, request: BuildRequest) {
  const folder = path.join(tools.folder, 'widths');
  const bytes = await engine.tree?.(file, source, request, folder);
  if (bytes) {
    const root = parseTree(bytes, file);
    completeLocations(root);
    return root;
  }
  const { language, standard } = source;
  const { systemFolders, defines } = request;
  const unit = { file, language, standard, systemFolders, defines, includeFolders: [], undefines: [] };
  const placed = { ...unit, forcedIncludes: [], arithmeticFlags: [], ...movedIn(folder) };
  return (await parseUnit(clang, { ...placed, target: 'wasm32' }, folder)).root;
}

/** Converts clang's message about the changed source. */
export function doesNotCompile(error: unknown): never {
  if (!(error instanceof CompilerRefusal) || error.fault !== 'source') throw error;
  const text = `it does not compile with a 64-bit long: ${error.findings[0]?.text ?? ''}`;
  throw new MantissaError('MX4040', text, { cause: error });
}

function refuse(doubts: readonly (Doubt & { source: string })[], project: Project): void {
  if (doubts.length === 0) return;
  const findings = doubts.slice(0, MAX_FINDINGS).map((doubt): Finding => {
    const { source, range } = doubt;
    const begin = source.lastIndexOf('\n', range.begin) + 1;
    const line = /^[^\n]*/.exec(source.slice(begin))![0];
    const place = placeOf(line, project);
    return place ? { text: doubt.text, place } : { text: `${doubt.text}, in '${line.trim()}'` };
  });
  const more = doubts.length - findings.length;
  throw new MantissaError('MX4040', more > 0 ? [...findings, { text: `and ${more} more` }] : findings);
}

/** The user's line from which a line of the flattened text came, if no macro changed it. */
function placeOf(line: string, project: Project): Finding['place'] | null {
  const wanted = bare(line);
  const files = new Set(project.units.flatMap((unit) => scanIncludes(unit, project.root).userFiles));
  for (const file of files) {
    const source = new ByteText(fs.readFileSync(file));
    const lines = new Map<number, string>();
    for (const token of source.tokens.list) {
      const { line } = source.position(token.begin);
      lines.set(line, (lines.get(line) ?? '') + token.text);
    }
    const [line] = [...lines].find(([, text]) => bare(text) === wanted) ?? [];
    if (line === undefined) continue;
    const column = source.line(line).search(/\S/) + 1;
    const { length } = source.line(line).trim();
    return { file: path.relative(project.root, file), line, frame: codeFrame(source, line, column, length) };
  }
  return null;
}

/** A line without the additions of flattening. */
function bare(line: string): string {
  return line
    .replace(/\bmx_wide\b|\btypename\b|[\s()]/g, '')
    .replace(/longlong|mx_long/g, 'long')
    .replace(/(\d)(u?)ll(?!\w)/gi, '$1$2l')
    .toLowerCase();
}
