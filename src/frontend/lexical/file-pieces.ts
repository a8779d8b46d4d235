import { readable } from '../../support/byte-text.js';

/** Preprocessed text by the files it came from, as the preprocessor's line marks tell: `# 12 "file" 1` enters one, 2 returns. */
export interface FilePiece {
  readonly file: string;
  readonly items: (string | FilePiece)[];
}

const LINE_MARK = /^# \d+ "((?:[^"\\]|\\.)*)"((?: \d)*)$/;

/** The file a line mark names: bytes beyond ASCII are written as three octal digits behind a backslash. */
function nameIn(spelling: string): string {
  return readable(
    spelling.replace(/\\([0-7]{3}|.)/g, (_, escaped: string) =>
      escaped.length === 3 ? String.fromCharCode(Number.parseInt(escaped, 8)) : escaped,
    ),
  );
}

/** `folder` holds the user's files; what comes from elsewhere (the command line) is dropped. */
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

/** Headers that more than one unit reads, once each, with the same text of their own: the fullest reading of each. */
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
