/**
 * The lines of a file with marks for sites and operations. A site is marked at its declaration; a variable or parameter also at its uses in
 * its function, unless the name belongs to a member or to several sites of that function.
 */
import type { ReportSource } from '../../src/report/document.js';
import { type Token, tokenize } from './tokens.js';

export interface Segment {
  readonly text: string;
  readonly kind: Token['kind'] | 'blank';
  readonly site: number | null;
  readonly operation: number | null;
  readonly isDeclaration: boolean;
}

export interface MarkedFile {
  readonly count: number;
  segments(line: number): readonly Segment[];
}

export function markFile(source: ReportSource, file: number): MarkedFile {
  const { lines } = source.files[file]!;
  const tokens = tokenize(lines);
  const declared = byLine(source.sites, file);
  const operations = byLine(source.operations, file);
  const names = namesInFunctions(source);
  const functions = source.functions.filter((one) => one.file === file);
  const known = new Map<number, readonly Segment[]>();
  const segments = (line: number): readonly Segment[] => {
    const text = lines[line - 1] ?? '';
    const inside = functions.filter(({ from, to }) => from <= line && line <= to).at(-1);
    const local = inside && names.get(inside.name);
    const out: Segment[] = [];
    let at = 0;
    const push = (to: number, kind: Segment['kind'], rest: Partial<Segment> = {}) => {
      if (to > at)
        out.push({ text: text.slice(at, to), kind, site: null, operation: null, isDeclaration: false, ...rest });
      at = Math.max(at, to);
    };
    const marks = [
      ...(declared.get(line) ?? []).map((site) => ({ ...source.sites[site]!, site, operation: null })),
      ...(operations.get(line) ?? []).map((operation) => ({ ...source.operations[operation]!, site: null, operation })),
    ];
    for (const token of tokens[line - 1] ?? []) {
      if (token.from < at) continue;
      push(token.from, 'blank');
      const mark = marks.find(({ column }) => column === token.from);
      if (mark) {
        push(Math.min(text.length, Math.max(token.to, mark.column + mark.length)), token.kind, {
          site: mark.site,
          operation: mark.operation,
          isDeclaration: mark.site !== null,
        });
        continue;
      }
      const isMember = /(?:\.|->)\s*$/.test(text.slice(0, token.from));
      const used = token.kind === 'name' && !isMember ? local?.get(text.slice(token.from, token.to)) : undefined;
      push(token.to, token.kind, used == null ? {} : { site: used });
    }
    push(text.length, 'blank');
    return out;
  };
  return {
    count: lines.length,
    segments: (line) => {
      const found = known.get(line) ?? segments(line);
      known.set(line, found);
      return found;
    },
  };
}

function byLine(
  marks: readonly { readonly file: number; readonly line: number }[],
  file: number,
): Map<number, number[]> {
  const found = new Map<number, number[]>();
  marks.forEach((mark, index) => {
    if (mark.file !== file) return;
    if (!found.has(mark.line)) found.set(mark.line, []);
    found.get(mark.line)!.push(index);
  });
  return found;
}

/** Function → name → its only site; null if several sites have the name. */
function namesInFunctions({ sites }: ReportSource): Map<string, Map<string, number | null>> {
  const found = new Map<string, Map<string, number | null>>();
  sites.forEach((site, index) => {
    if (site.function === null || site.kind === 'return' || site.kind === 'field') return;
    if (!found.has(site.function)) found.set(site.function, new Map());
    const names = found.get(site.function)!;
    names.set(site.name, names.has(site.name) ? null : index);
  });
  return found;
}
