/** Writes one copy of a function per call, beside the original, and makes each call name its copy. */
import type { CallCopies, CopiedFunction } from '../analysis/call-copies/find-call-copies.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { MadePart } from '../support/derived-text.js';

/** The parts of every changed file, by file index. */
export function copyPerCall(syntax: ProgramSyntax, { copied }: CallCopies): ReadonlyMap<number, readonly MadePart[]> {
  return new Map(
    [...new Set(copied.map(({ definition }) => definition.file))].map((file) => [
      file,
      new CopiedFile(
        syntax.places.files[file]!.source.text,
        copied.filter(({ definition }) => definition.file === file),
      ).parts(),
    ]),
  );
}

interface Renamed {
  readonly begin: number;
  readonly end: number;
  readonly name: string;
}

/** The rest of a line that contains at most a comment. */
const COMMENT_BEHIND = /^(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=\r?\n|$))?/;

class CopiedFile {
  private readonly lineEnd: string;

  constructor(
    private readonly text: string,
    private readonly functions: readonly CopiedFunction[],
  ) {
    this.lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
  }

  parts(): MadePart[] {
    const parts: MadePart[] = [];
    let at = 0;
    const copies = this.functions.flatMap((one) => [
      { of: one, text: one.definition, end: one.definition.end, gap: this.lineEnd.repeat(2) },
      ...one.declarations.map((text) => ({
        ...{ of: one, text, gap: this.lineEnd },
        end: this.text.indexOf(';', text.end) + 1,
      })),
    ]);
    for (const { of, text, end, gap } of copies.sort((a, b) => a.end - b.end)) {
      const next = end + COMMENT_BEHIND.exec(this.text.slice(end))![0].length;
      parts.push(...this.renamed(at, next, null));
      at = next;
      for (const { name } of of.copies.slice(1)) {
        parts.push({ text: `${gap}${text.isStatic ? '' : 'static '}`, from: text.begin, length: 0 });
        parts.push(...this.renamed(text.begin, end, { ...text.name, name }));
      }
    }
    return [...parts, ...this.renamed(at, this.text.length, null)];
  }

  /** A range of the original text, or of a function as the text of one of its copies. */
  private renamed(begin: number, end: number, copy: Renamed | null): MadePart[] {
    const named = copy ? [copy] : [];
    const renames = [...named, ...this.calls(begin, end, copy?.name ?? null)].sort((a, b) => a.begin - b.begin);
    const parts: MadePart[] = [];
    let at = begin;
    const pushUnchanged = (to: number) => parts.push({ text: this.text.slice(at, to), from: at, length: to - at });
    for (const { begin: from, end: to, name } of renames) {
      pushUnchanged(from);
      parts.push({ text: name, from, length: to - from });
      at = to;
    }
    pushUnchanged(end);
    return parts.filter(({ text }) => text !== '');
  }

  /** The calls in a range. In the original text these are the calls of the first copy, which keeps the function's name. */
  private calls(begin: number, end: number, copy: string | null): Renamed[] {
    const first = new Set(this.functions.map(({ name }) => name));
    return this.functions.flatMap(({ copies }) =>
      copies.flatMap(({ name, call, caller }) => {
        const isOwn = copy === null ? caller === null || first.has(caller) : caller === copy;
        return isOwn && call.begin >= begin && call.end <= end ? [{ begin: call.begin, end: call.end, name }] : [];
      }),
    );
  }
}
