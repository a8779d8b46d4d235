import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang } from '../../clang/compiler.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import { flattenUnit } from '../../frontend/units/flatten.js';
import type { Range } from '../../program/place.js';
import { applyNestedEdits } from '../../rewrite/nested-edits.js';
import { keyOf, SourceEdits } from '../../rewrite/source-edits.js';
import { copyProject } from '../copy-project.js';
import type { ReadText } from './derived-program.js';

/**
 * What uses of the user's macros stand for, all of those in the program's functions and declarations where none are asked for, by the use's place: the preprocessor's own
 * answer, read between marks set around each use. The system's macros stay names.
 */
export async function expansionsOf(
  clang: EmbeddedClang,
  { project, syntax }: ReadText,
  folder: string,
  asked: readonly Range[] = usesIn(syntax),
): Promise<ReadonlyMap<string, { readonly use: Range; readonly text: string }>> {
  const uses = new Map(asked.map((use) => [keyOf(use), use]));
  const keys = [...uses.keys()];
  const marked = new Map<string, string>();
  syntax.program.files.forEach((file, index) => {
    const edits = keys.flatMap((key, number) => {
      const { begin, end, file: at } = uses.get(key)!;
      return at === index
        ? [{ begin, end, render: () => ` mx_use_${number} ${file.source.text.slice(begin, end)} mx_end_${number} ` }]
        : [];
    });
    if (edits.length > 0) marked.set(file.path, applyNestedEdits(file.source.text, edits));
  });
  const copy = copyProject(project, syntax, marked, path.join(folder, 'marked'));
  const meanings = new Map<string, Set<string>>();
  for (const [index, unit] of copy.units.entries()) {
    const flat = await flattenUnit(clang, unit, copy.root, path.join(folder, `unit-${index}`));
    const text = fs.readFileSync(flat.file, 'latin1');
    for (const [, number, expansion] of text.matchAll(/mx_use_(\d+)\b([\s\S]*?)\bmx_end_\1\b/g)) {
      const key = keys[Number(number)]!;
      meanings.set(key, (meanings.get(key) ?? new Set()).add(expansion!.replace(/\s+/g, ' ').trim()));
    }
  }
  fs.rmSync(folder, { recursive: true, force: true });
  return new Map(
    [...meanings].flatMap(([key, texts]) => {
      const use = uses.get(key)!;
      const [text] = texts as Set<string> & Iterable<string>;
      const isWritten = text === syntax.program.files[use.file]!.source.text.slice(use.begin, use.end);
      // in a file that is included again it may stand for something else each time
      return texts.size > 1 || isWritten ? [] : [[key, { use, text: text! }] as const];
    }),
  );
}

function usesIn(syntax: ProgramSyntax): Range[] {
  const declared = syntax.scopes.flatMap(({ others }) => [...others.values()]);
  return [...new SourceEdits(syntax).nodes(), ...declared].flatMap((node) => syntax.places.macroUses(node));
}
