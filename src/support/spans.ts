import type { Span } from './tokens.js';

/** A test whether an offset is in one of the spans, which may overlap. */
export function containsOffset(spans: Iterable<Span>): (offset: number) => boolean {
  const apart: { begin: number; end: number }[] = [];
  for (const { begin, end } of [...spans].sort((a, b) => a.begin - b.begin)) {
    const last = apart.at(-1);
    if (last && begin <= last.end) last.end = Math.max(last.end, end);
    else apart.push({ begin, end });
  }
  return (offset) => {
    const at = countWhile(apart, ({ end }) => end <= offset);
    return at < apart.length && apart[at]!.begin <= offset;
  };
}

/** A test whether a span overlaps one of these spans, which may be nested. */
export function reachesInto(spans: Iterable<Span>): (span: Span) => boolean {
  const byBegin = [...spans].sort((a, b) => a.begin - b.begin);
  let furthest = -1;
  const ends = byBegin.map(({ end }) => (furthest = Math.max(furthest, end)));
  return ({ begin, end }) => {
    const before = countWhile(byBegin, (one) => one.begin < end);
    return before > 0 && ends[before - 1]! > begin;
  };
}

/** The number of leading items of a sorted list that satisfy the condition, by binary search. */
function countWhile<Item>(sorted: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
