/**
 * Converts edits of a macro-expanded text to replacements in the original text. A macro use with an edit inside is replaced as a whole; other
 * edits keep their place.
 */

import { rangeKey } from '../frontend/lower/places.js';
import type { Range } from '../program/place.js';
import type { Replacement } from '../rewrite/nested-edits.js';
import type { SourceEdits } from '../rewrite/source-edits.js';

/** A part of a file in the original and the expanded text: identical text, or a macro use and its expansion. */
export interface ExpandedPart {
  readonly kind: 'same' | 'use';
  readonly original: Range;
  readonly expanded: Range;
}

interface Span {
  readonly begin: number;
  readonly end: number;
}

/** `edits`: of the expanded text; `parts`: of one file, in order; `expandedUses`: macro uses that are replaced even if no edit is in them. */
export function originalReplacements(
  edits: SourceEdits,
  parts: readonly ExpandedPart[],
  expandedUses: ReadonlySet<string>,
  originalText: string,
): Replacement[] {
  const [first] = parts;
  if (!first) return [];
  const { file } = first.expanded;
  const uses = parts.filter(({ kind }) => kind === 'use');
  const given = uses.filter(({ original }) => expandedUses.has(rangeKey(original))).map(({ expanded }) => expanded);
  const spans = [...edits.replacements(file), ...given].map((span) => aroundUses(span, uses));
  return merged(spans).flatMap((span) => {
    const [begin, end] = [originalOffset(parts, span.begin, 'begin'), originalOffset(parts, span.end, 'end')];
    const text = edits.edited({ file, ...span });
    return originalText.slice(begin, end) === text ? [] : [{ begin, end, text }];
  });
}

/** Extends a span that overlaps a macro use to the whole use. */
function aroundUses({ begin, end }: Span, uses: readonly ExpandedPart[]): Span {
  const touched = uses.filter(({ expanded }) => expanded.begin < end && begin < expanded.end);
  return {
    begin: Math.min(begin, ...touched.map(({ expanded }) => expanded.begin)),
    end: Math.max(end, ...touched.map(({ expanded }) => expanded.end)),
  };
}

/** Merges overlapping spans, and insertions with spans that begin or end there. */
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

/** The offset in the original text of an offset in the expanded text that is not inside a macro use. */
function originalOffset(parts: readonly ExpandedPart[], at: number, side: 'begin' | 'end'): number {
  const use = parts.find(({ kind, expanded }) => kind === 'use' && expanded[side] === at);
  if (use) return use.original[side];
  const part = parts.find(({ kind, expanded }) => kind === 'same' && expanded.begin <= at && at <= expanded.end);
  if (!part) throw new RangeError(`offset ${at} of the expanded text has no original offset`);
  return part.original.begin + at - part.expanded.begin;
}
