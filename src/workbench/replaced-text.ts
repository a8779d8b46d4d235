/**
 * Edits of a text with macros expanded, as replacements in the text as it is written: a use of a macro that is edited inside is replaced
 * as a whole, everything else where it stands.
 */

import { rangeKey } from '../frontend/lower/places.js';
import type { Range } from '../program/place.js';
import type { Replacement } from '../rewrite/nested-edits.js';
import type { SourceEdits } from '../rewrite/source-edits.js';

/** A part of a file as it is written, and where it is in the expanded text: text that is the same in both, or a use and what it stands for. */
export interface ExpandedPart {
  readonly kind: 'same' | 'use';
  readonly original: Range;
  readonly expanded: Range;
}

interface Span {
  readonly begin: number;
  readonly end: number;
}

/** `edits` are of the expanded text; `parts` are those of one file, in their order; `expandedUses` the uses that do not stay. */
export function replacementsAsWritten(
  edits: SourceEdits,
  parts: readonly ExpandedPart[],
  expandedUses: ReadonlySet<string>,
  textAsWritten: string,
): Replacement[] {
  const [first] = parts;
  if (!first) return [];
  const { file } = first.expanded;
  const uses = parts.filter(({ kind }) => kind === 'use');
  const given = uses.filter(({ original }) => expandedUses.has(rangeKey(original))).map(({ expanded }) => expanded);
  const spans = [...edits.replacements(file), ...given].map((span) => aroundUses(span, uses));
  return merged(spans).flatMap((span) => {
    const [begin, end] = [asWritten(parts, span.begin, 'begin'), asWritten(parts, span.end, 'end')];
    const text = edits.edited({ file, ...span });
    return textAsWritten.slice(begin, end) === text ? [] : [{ begin, end, text }];
  });
}

/** What reaches into a use covers all of it. */
function aroundUses({ begin, end }: Span, uses: readonly ExpandedPart[]): Span {
  const touched = uses.filter(({ expanded }) => expanded.begin < end && begin < expanded.end);
  return {
    begin: Math.min(begin, ...touched.map(({ expanded }) => expanded.begin)),
    end: Math.max(end, ...touched.map(({ expanded }) => expanded.end)),
  };
}

/** Spans that overlap become one, and so does an insertion with what begins or ends there. */
function merged(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    const last = found.at(-1);
    const isPoint = span.begin === span.end || last?.begin === last?.end;
    if (last && (span.begin < last.end || (isPoint && span.begin === last.end)))
      found[found.length - 1] = { begin: last.begin, end: Math.max(last.end, span.end) };
    else found.push({ begin: span.begin, end: span.end });
  }
  return found;
}

/** Where a place of the expanded text, which is inside no use, is in the text as it is written. */
function asWritten(parts: readonly ExpandedPart[], at: number, side: 'begin' | 'end'): number {
  const use = parts.find(({ kind, expanded }) => kind === 'use' && expanded[side] === at);
  if (use) return use.original[side];
  const part = parts.find(({ kind, expanded }) => kind === 'same' && expanded.begin <= at && at <= expanded.end);
  if (!part) throw new RangeError(`no text as it is written for ${at} of the expanded text`);
  return part.original.begin + at - part.expanded.begin;
}
