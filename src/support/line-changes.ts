/**
 * A line diff in O(n log n): lines that occur exactly once in both texts are matched first (Cohen's patience diff), and Myers's shortest edit script
 * is computed only between two of them. A long stretch without unique lines is matched line by line.
 */
import { diffArrays } from 'diff';

/** Replaced lines, counted from 0; the ends are exclusive, and either side may be empty. */
export interface LineChange {
  readonly before: { readonly begin: number; readonly end: number };
  readonly after: { readonly begin: number; readonly end: number };
}

/** Myers's algorithm is quadratic in the number of differing lines. */
const MYERS_LINES = 1_000;

interface Pair {
  readonly before: number;
  readonly after: number;
}

/** The changes between two texts, given as lines with their line ends. */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const end = { before: before.length, after: after.length };
  const same: Pair[] = [];
  let [from, to] = [0, 0];
  for (const anchor of [...commonOnce(before, after), end]) {
    const between = matchBetween(before.slice(from, anchor.before), after.slice(to, anchor.after));
    for (const pair of between) same.push({ before: from + pair.before, after: to + pair.after });
    same.push(anchor);
    [from, to] = [anchor.before + 1, anchor.after + 1];
  }
  const changes: LineChange[] = [];
  [from, to] = [0, 0];
  for (const pair of same) {
    if (pair.before > from || pair.after > to)
      changes.push({ before: { begin: from, end: pair.before }, after: { begin: to, end: pair.after } });
    [from, to] = [pair.before + 1, pair.after + 1];
  }
  return changes;
}

/** The lines of a text, each with its line end. */
export function linesWithEnds(text: string): string[] {
  const lines = text.split('\n').map((line) => `${line}\n`);
  const last = lines.pop()!.slice(0, -1);
  return last === '' ? lines : [...lines, last];
}

/** The unchanged lines, in ascending order. */
function matchBetween(before: readonly string[], after: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  if (before.length + after.length > MYERS_LINES) {
    if (before.length === after.length)
      before.forEach((line, at) => line === after[at] && pairs.push({ before: at, after: at }));
    return pairs;
  }
  let [from, to] = [0, 0];
  for (const { added, removed, count } of diffArrays([...before], [...after])) {
    if (!added && !removed) for (let at = 0; at < count; at++) pairs.push({ before: from + at, after: to + at });
    if (!added) from += count;
    if (!removed) to += count;
  }
  return pairs;
}

/** The longest sequence of lines that are unique in both texts and in the same order. */
function commonOnce(before: readonly string[], after: readonly string[]): Pair[] {
  const places = placesOfSingleLines(after);
  const pairs = [...placesOfSingleLines(before)].flatMap(([line, at]) => {
    const place = places.get(line);
    return place === undefined ? [] : [{ before: at, after: place }];
  });
  return longestRising(pairs);
}

function placesOfSingleLines(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line);
    places.set(line, at);
  }
  for (const line of repeated) places.delete(line);
  return places;
}

/** The longest subsequence of the pairs, ordered by `before`, in which `after` increases. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = []; // for each length, the pair with the smallest end
  const previous: (number | undefined)[] = [];
  for (const [index, { after }] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]!.after < after) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1]);
    ends[low] = index;
  }
  const longest: Pair[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) longest.push(pairs[at]!);
  return longest.reverse();
}
