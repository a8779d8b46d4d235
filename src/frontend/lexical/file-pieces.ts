import { createHash } from 'node:crypto';
import { readable } from '../../support/byte-text.js';
import { type Token, Tokens } from '../../support/tokens.js';

/** Preprocessed text split by source file according to line marks: `# 12 "file" 1` enters a file, 2 returns to it. */
export interface FilePiece {
  readonly file: string;
  readonly items: (string | FilePiece)[];
}

const LINE_MARK = /^# \d+ "((?:[^"\\]|\\.)*)"((?: \d)*)$/;

/** The file name in a line mark; bytes beyond ASCII are written as backslash and three octal digits. */
function nameIn(spelling: string): string {
  return readable(
    spelling.replace(/\\([0-7]{3}|.)/g, (_, escaped: string) =>
      escaped.length === 3 ? String.fromCharCode(Number.parseInt(escaped, 8)) : escaped,
    ),
  );
}

/** `folder` contains the user's files; text from elsewhere (the command line) is dropped. */
export function readPieces(text: string, folder: string): FilePiece {
  const open: FilePiece[] = [];
  let unit: FilePiece | null = null;
  for (const line of text.split('\n')) {
    const mark = LINE_MARK.exec(line);
    if (!mark) {
      if (line.trim() !== '' && open.at(-1)?.file.startsWith(folder)) open.at(-1)!.items.push(line);
      continue;
    }
    const [, spelling, flags] = mark as unknown as [string, string, string];
    const file = nameIn(spelling);
    if (flags.includes('1') || open.length === 0) {
      const piece = { file, items: [] };
      if (file.startsWith(folder))
        (open.findLast((one) => one.file.startsWith(folder)) ?? piece).items.push(...(unit ? [piece] : []));
      if (!unit && file.startsWith(folder)) unit = piece;
      open.push(piece);
    } else if (flags.includes('2')) open.pop();
  }
  return unit ?? { file: '', items: [] };
}

/**
 * A header whose expansion differs between units (`EXT double level;` with EXT empty in one of them) is split into its declarations; those that are
 * equal in several units are shared.
 */
export function splitDifferingHeaders(units: readonly FilePiece[]): FilePiece[] {
  const shared = sharedHeaders(units);
  const readers = new Map<string, number>();
  for (const unit of units) for (const file of filesIn(unit)) readers.set(file, (readers.get(file) ?? 0) + 1);
  const differs = ({ file }: FilePiece): boolean => !shared.has(file) && (readers.get(file) ?? 0) > 1;
  const split = (piece: FilePiece): FilePiece => ({
    file: piece.file,
    items: piece.items.flatMap((item, index): (string | FilePiece)[] => {
      if (typeof item !== 'string') return differs(item) ? split(item).items : [split(item)];
      const isFirst = index === 0 || typeof piece.items[index - 1] !== 'string';
      if (!differs(piece)) return [item];
      if (!isFirst) return [];
      const next = piece.items.findIndex((one, at) => at > index && typeof one !== 'string');
      const lines = piece.items.slice(index, next < 0 ? undefined : next) as string[];
      return declarationsIn(lines).map((one) => ({ file: `${piece.file}-${nameOf(one)}`, items: one }));
    }),
  });
  return units.map(split);
}

function filesIn(piece: FilePiece): Set<string> {
  const inner = piece.items.filter((item) => typeof item !== 'string');
  return new Set(inner.flatMap((item) => [item.file, ...filesIn(item)]));
}

const nameOf = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);

/** Lines grouped by declaration; the declarations inside a namespace or `extern "C"` are separate groups. */
function declarationsIn(lines: readonly string[]): string[][] {
  const groups: string[][] = [];
  let open: string[] = [];
  let depth = 0;
  for (const line of lines) {
    const { list } = new Tokens(line);
    const [first, last] = [list[0]?.text, list.at(-1)?.text];
    const opensScope = depth === 0 && last === '{' && isScope(list);
    const closesScope = depth === 0 && first === '}' && list.every(({ text }) => text === '}' || text === ';');
    open.push(line);
    if (!opensScope && !closesScope)
      for (const { kind, text } of list)
        if (kind === 'sign') depth += Number('{(['.includes(text)) - Number('})]'.includes(text));
    if (opensScope || closesScope || (depth <= 0 && (last === ';' || last === '}' || first === '#'))) {
      groups.push(open);
      open = [];
      depth = 0;
    }
  }
  if (open.length > 0) groups.push(open);
  return groups;
}

/** `namespace a {`, `extern "C" {`. */
function isScope(list: readonly Token[]): boolean {
  const [first, second] = list;
  if (first?.text === 'extern') return second?.kind === 'string' && list.length === 3;
  const isNamespace = first?.text === 'namespace' || (first?.text === 'inline' && second?.text === 'namespace');
  return isNamespace && !list.slice(0, -1).some(({ text }) => text === ';' || text === '{' || text === '}');
}

/** The headers that several units include with the same own text, in their most complete reading. */
export function sharedHeaders(units: readonly FilePiece[]): Map<string, FilePiece> {
  const readings = new Map<string, FilePiece[][]>();
  for (const unit of units) {
    const here = new Map<string, FilePiece[]>();
    const visit = (piece: FilePiece): void => {
      for (const item of piece.items) {
        if (typeof item === 'string') continue;
        if (item.items.length > 0) here.set(item.file, [...(here.get(item.file) ?? []), item]);
        visit(item);
      }
    };
    visit(unit);
    for (const [file, pieces] of here) readings.set(file, [...(readings.get(file) ?? []), pieces]);
  }
  const own = ({ items }: FilePiece): string => items.filter((item) => typeof item === 'string').join('\n');
  const shared = new Map<string, FilePiece>();
  for (const [file, byUnit] of readings) {
    const pieces = byUnit.flat();
    if (byUnit.length < 2 || pieces.length > byUnit.length || new Set(pieces.map(own)).size > 1) continue;
    shared.set(
      file,
      pieces.reduce((a, b) => (b.items.length > a.items.length ? b : a)), // a header it includes may have been read before
    );
  }
  return shared;
}

export function writePieces(
  piece: FilePiece,
  shared: ReadonlyMap<string, FilePiece>,
  include: (file: string) => string,
): string {
  const lines = piece.items.map((item) => {
    if (typeof item === 'string') return `${item}\n`;
    return shared.has(item.file) ? `${include(item.file)}\n` : writePieces(item, shared, include);
  });
  return lines.join('');
}
