/** Expands uses of the user's macros in a program. */
import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang } from '../../clang/compiler.js';
import { rangeKey } from '../../frontend/lower/places.js';
import { type ProgramSyntax, readSyntax } from '../../frontend/read-program.js';
import { flattenUnit } from '../../frontend/units/flatten.js';
import type { Range } from '../../program/place.js';
import { applyNestedEdits } from '../../rewrite/nested-edits.js';
import { SourceEdits } from '../../rewrite/source-edits.js';
import { SeparatedText } from '../../support/token-separation.js';
import { copyProject } from '../copy-project.js';
import type { ExpandedPart } from '../replaced-text.js';
import type { ReadText } from './derived-program.js';

export interface ExpandedText extends ReadText {
  /** The parts of the original text, in order. */
  readonly parts: readonly ExpandedPart[];
}

/** `uses`: the macro uses to expand; by default all in functions and declarations. `folder`: for the expanded source. */
export async function expandMacros(
  clang: EmbeddedClang,
  original: ReadText,
  folder: string,
  uses?: readonly Range[],
): Promise<ExpandedText> {
  const { program } = original.syntax;
  const expansions = await expansionsOf(clang, original, path.join(folder, 'macro-uses'), uses);
  const texts = new Map<string, string>();
  const moved: { kind: ExpandedPart['kind']; original: Range; path: string; begin: number; end: number }[] = [];
  program.files.forEach((file, index) => {
    const own = expansions.filter(({ use }) => use.file === index).sort((a, b) => a.use.begin - b.use.begin);
    const text = new SeparatedText();
    const append = (kind: ExpandedPart['kind'], begin: number, end: number, part: string): void => {
      text.append(part);
      const range = { file: index, begin, end };
      moved.push({ kind, original: range, path: file.path, begin: text.length - part.length, end: text.length });
    };
    let at = 0;
    for (const { use, text: expansion } of own) {
      if (use.begin < at) continue; // inside the argument of another use
      append('same', at, use.begin, file.source.text.slice(at, use.begin));
      append('use', use.begin, use.end, expansion);
      at = use.end;
    }
    append('same', at, file.source.text.length, file.source.text.slice(at));
    if (own.length > 0) texts.set(file.path, text.toString());
  });
  const project = copyProject(original.project, original.syntax, texts, path.join(folder, 'expanded'));
  const syntax = await readSyntax(clang, project, undefined, [], program);
  const fileOf = new Map(syntax.program.files.map((file, index) => [file.path, index]));
  return {
    project,
    syntax,
    parts: moved.map(({ kind, original, path: name, begin, end }) => ({
      kind,
      original,
      expanded: { file: fileOf.get(name)!, begin, end },
    })),
  };
}

/**
 * The expansions of macro uses, taken from the preprocessor's output between marks around each use. System macros are not expanded.
 */
async function expansionsOf(
  clang: EmbeddedClang,
  { project, syntax }: ReadText,
  folder: string,
  asked: readonly Range[] = usesIn(syntax),
): Promise<{ readonly use: Range; readonly text: string }[]> {
  const uses = new Map(asked.map((use) => [rangeKey(use), use]));
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
  return [...meanings].flatMap(([key, texts]) => {
    const use = uses.get(key)!;
    const [text = ''] = texts;
    const isWritten = text === syntax.program.files[use.file]!.source.text.slice(use.begin, use.end);
    // in a file that is included repeatedly the expansions may differ
    return texts.size > 1 || isWritten ? [] : [{ use, text }];
  });
}

function usesIn(syntax: ProgramSyntax): Range[] {
  const declared = syntax.scopes.flatMap(({ others }) => [...others.values()]);
  return [...new SourceEdits(syntax).nodes(), ...declared].flatMap((node) => syntax.places.macroUses(node));
}
