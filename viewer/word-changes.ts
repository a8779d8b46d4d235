/** Marks the words in which two lines differ, by their longest common subsequence of words. */
export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

const MOST_WORDS = 400;

export function wordChanges(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  if (a.length > MOST_WORDS || b.length > MOST_WORDS)
    return { before: [{ text: before, isChanged: true }], after: [{ text: after, isChanged: true }] };
  // longest[i][j]: length of the longest common subsequence of a from i and b from j
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i]![j] = a[i] === b[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
  const left: Piece[] = [];
  const right: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add(left, a[i++]!, false);
      add(right, b[j++]!, false);
    } else if (j >= b.length || (i < a.length && longest[i + 1]![j]! >= longest[i]![j + 1]!)) add(left, a[i++]!, true);
    else add(right, b[j++]!, true);
  }
  return { before: left, after: right };
}

function wordsOf(line: string): string[] {
  return line.match(/[\w.]+|\s+|[^\w\s]/g) ?? [];
}

function add(pieces: Piece[], text: string, isChanged: boolean): void {
  const last = pieces.at(-1);
  if (last?.isChanged === isChanged) pieces[pieces.length - 1] = { text: last.text + text, isChanged };
  else pieces.push({ text, isChanged });
}
