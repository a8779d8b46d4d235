/** The program with uses of the user's macros replaced by what they stand for. */
import path from 'node:path';
import type { EmbeddedClang } from '../../clang/compiler.js';
import { readSyntax } from '../../frontend/read-program.js';
import type { Range } from '../../program/place.js';
import { PartedText } from '../../support/parted-tokens.js';
import { copyProject } from '../copy-project.js';
import type { ExpandedPart } from '../replaced-text.js';
import type { ReadText } from './derived-program.js';
import { expansionsOf } from './macro-expansions.js';

export interface ExpandedText extends ReadText {
  /** What became of the original text, in its order. */
  readonly parts: readonly ExpandedPart[];
}

/** `uses`: those to replace; all in functions and declarations if absent. `folder` receives the text. */
export async function expandMacros(
  clang: EmbeddedClang,
  original: ReadText,
  folder: string,
  uses?: readonly Range[],
): Promise<ExpandedText> {
  const { program } = original.syntax;
  const expansions = [...(await expansionsOf(clang, original, path.join(folder, 'macro-uses'), uses)).values()];
  const texts = new Map<string, string>();
  const moved: { kind: ExpandedPart['kind']; original: Range; path: string; begin: number; end: number }[] = [];
  program.files.forEach((file, index) => {
    const own = expansions.filter(({ use }) => use.file === index).sort((a, b) => a.use.begin - b.use.begin);
    const text = new PartedText();
    const append = (kind: ExpandedPart['kind'], begin: number, end: number, part: string): void => {
      text.append(part);
      const range = { file: index, begin, end };
      moved.push({ kind, original: range, path: file.path, begin: text.length - part.length, end: text.length });
    };
    let at = 0;
    for (const { use, text: expansion } of own) {
      if (use.begin < at) continue; // in the argument of another
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
