/**
 * Determines which byte counts follow the type of the memory that they measure. Such a count joins its `sizeof` with the memory. Memory that is
 * measured in any other way cannot change its size: its contents are frozen, and so is anything else the count would follow.
 */
import type { Place } from '../../../program/place.js';
import { type CellIndex, type Flow, isOneMemory } from '../../../program/program.js';
import { SparseSets } from '../../../support/sparse-sets.js';
import type { ProgramBuilder } from '../builder.js';
import { type Element, FIXED } from './byte-counts.js';

export function settleSizes(builder: ProgramBuilder): void {
  const counts = new Counts(builder);
  const memories = new Memories(builder);
  freezeViewedAsIntegers(builder);
  memories.freezeRecords();
  for (const { a, b, place } of builder.ratios) settleRatio(builder, counts, a, b, place);
  for (const { cell, place } of builder.printedCounts)
    freezeContents(
      builder,
      cell,
      counts.of(cell).filter((element) => element.kind === 'record' && element.record.changesSize()),
      place,
    );
  const flows = builder.flows.map((flow, index) => ({ flow, owner: builder.flowOwners[index]! }));
  builder.flows.length = 0;
  builder.flowOwners.length = 0;
  const keep = (flow: Flow, owner: number | null) => {
    builder.flows.push(flow);
    builder.flowOwners.push(owner);
  };
  const measured: typeof flows = [];
  for (const { flow, owner } of flows) {
    if (flow.kind === 'measures') measured.push({ flow, owner });
    else if (flow.kind !== 'byte-count' && flow.kind !== 'factor') keep(flow, owner);
    // a count of elements with a fixed size joins nothing
    else if (counts.of(flow.a).some(isVaried)) keep({ ...flow, kind: 'byte-count' }, owner);
  }
  const sameFormat = new SparseSets();
  for (const { a, b } of builder.flows) sameFormat.union(a, b);
  const withNumbers = new Set(builder.sites.map((_, site) => sameFormat.find(site)));
  for (const { flow, owner } of measured) {
    const counted = counts.of(flow.a);
    const known = memories.elementsOf(flow.b);
    const contents = known.length === 0 && withNumbers.has(sameFormat.find(flow.b)) ? [SOME_NUMBERS] : known;
    const fit = fits(builder, counted, contents, flow, sameFormat);
    if (fit === 'tied') keep({ ...flow, kind: 'byte-count' }, owner);
    if (fit !== 'unfit') continue;
    pin(builder, flow.a, counted, flow.place);
    freezeContents(builder, flow.b, contents, flow.place);
  }
}

/** Numbers whose memory is accessed as integers through an untyped pointer: a checksum computed word by word. */
function freezeViewedAsIntegers(builder: ProgramBuilder): void {
  const views = builder.sizeFacts.filter(({ asIntegers }) => asIntegers !== undefined);
  if (views.length === 0) return;
  const memory = new SparseSets();
  for (const flow of builder.flows) if (isOneMemory(flow)) memory.union(flow.a, flow.b);
  const viewed = new Map(views.map(({ cell, asIntegers }) => [memory.find(cell), asIntegers!]));
  builder.sites.forEach((_, site) => {
    const how = viewed.get(memory.find(site));
    if (how !== undefined) builder.freeze(site, 'reinterpreted', how);
  });
  for (const { cell, asIntegers } of views) builder.freezeCell(cell, 'reinterpreted', asIntegers!);
}

const SOME_NUMBERS: Element = { kind: 'numbers', format: null };

type Fit = 'tied' | 'apart' | 'unfit';

/** Whether a count matches the contents of memory: both change with one type, or neither changes. */
function fits(
  builder: ProgramBuilder,
  counted: readonly Element[],
  contents: readonly Element[],
  flow: Flow,
  sameFormat: SparseSets,
): Fit {
  const together = (element: Element, format: Element): boolean => {
    if (element.kind !== 'record' || format.kind !== 'numbers') return false;
    return element.record.format !== null && (format.format === null || element.record.format === format.format);
  };
  const tie = (element: Element, cell: CellIndex) => {
    for (const site of element.kind === 'record' ? element.record.values : [])
      builder.join(cell, site, 'viewed', flow.place);
  };
  let fit: Fit = 'apart';
  for (const element of contents) {
    for (const count of counted) {
      if (element.kind === 'fixed' && count.kind === 'fixed') continue;
      if (element.kind === 'record' && count.kind === 'record' && element.record.name === count.record.name) continue;
      if (element.kind === 'record' && element.record.values.length === 0 && !isVaried(count)) continue;
      if (element.kind === 'numbers' && count.kind === 'numbers' && sameOrUnknown(element.format, count.format))
        fit = 'tied';
      else if (together(element, count)) {
        tie(element, flow.a);
      } else if (together(count, element) && count.kind === 'record') {
        // `n * sizeof(struct point)` measures numbers that are fields of the points
        if (!count.record.values.every((site) => sameFormat.find(site) === sameFormat.find(flow.b))) return 'unfit';
      } else return 'unfit';
    }
  }
  return fit;
}

function sameOrUnknown<T>(a: T | null, b: T | null): boolean {
  return a === null || b === null || a === b;
}

/** A record of pointers and integers only has a fixed size. */
function isVaried(element: Element): boolean {
  return element.kind === 'numbers' || (element.kind === 'record' && element.record.values.length > 0);
}

/** Freezes everything that a count follows. */
function pin(builder: ProgramBuilder, cell: CellIndex, counted: readonly Element[], place: Place): void {
  const evidence = `at ${builder.at(place)}`;
  if (counted.some(({ kind }) => kind === 'numbers')) builder.freezeCell(cell, 'unsized', evidence);
  for (const element of counted)
    for (const site of element.kind === 'record' ? element.record.values : [])
      builder.freeze(site, 'unsized', evidence);
}

function freezeContents(builder: ProgramBuilder, memory: CellIndex, contents: readonly Element[], place: Place): void {
  const evidence = `at ${builder.at(place)}`;
  if (contents.some(({ kind }) => kind === 'numbers')) builder.freezeCell(memory, 'unsized', evidence);
  for (const element of contents)
    for (const site of element.kind === 'record' ? element.record.values : [])
      builder.freeze(site, 'unsized', evidence);
}

function settleRatio(
  builder: ProgramBuilder,
  counts: Counts,
  a: CellIndex | null,
  b: CellIndex | null,
  place: Place,
): void {
  const [above, below] = [a, b].map((cell) => (cell === null ? [FIXED] : counts.of(cell)));
  if (!above!.some(isVaried) && !below!.some(isVaried)) return;
  const alike = above!.every((x) =>
    below!.every(
      (y) =>
        (x.kind === 'numbers' && y.kind === 'numbers' && sameOrUnknown(x.format, y.format)) ||
        (x.kind === 'record' && y.kind === 'record' && x.record.name === y.record.name),
    ),
  );
  if (alike) return builder.join(a, b, 'byte-count', place);
  if (a !== null) pin(builder, a, above!, place);
  if (b !== null) pin(builder, b, below!, place);
}

/** The elements of each count, through assignments and products. */
class Counts {
  private readonly facts = new Map<CellIndex, Element[]>();
  private readonly sources = new Map<CellIndex, CellIndex[]>();
  private readonly factors = new Map<CellIndex, CellIndex[]>();
  private readonly known = new Map<CellIndex, readonly Element[]>();

  constructor(private readonly builder: ProgramBuilder) {
    for (const { cell, role, element } of builder.sizeFacts) if (role === 'counts') add(this.facts, cell, element);
    for (const { a, b, kind } of builder.flows) {
      if (kind === 'byte-count') add(this.sources, b, a);
      if (kind === 'factor') add(this.factors, b, a);
    }
  }

  of(cell: CellIndex): readonly Element[] {
    const known = this.known.get(cell);
    if (known) return known;
    this.known.set(cell, []); // an assignment to itself adds nothing
    const found = distinct(this.examine(cell));
    this.known.set(cell, found);
    return found;
  }

  private examine(cell: CellIndex): Element[] {
    const carrier = cell < 0 ? this.builder.carriers[-cell - 1]! : null;
    const isType = carrier === null || carrier.what === 'type-mention' || carrier.format !== null;
    if (isType) return [{ kind: 'numbers', format: this.builder.formatOf(cell) }];
    const factors = this.factors.get(cell);
    if (factors) return product(factors.map((factor) => this.of(factor)));
    const facts = this.facts.get(cell) ?? [];
    const sources = this.sources.get(cell) ?? [];
    // without any information it is a plain number of bytes
    return facts.length + sources.length === 0 ? [FIXED] : [...facts, ...sources.flatMap((source) => this.of(source))];
  }
}

function product(factors: readonly (readonly Element[])[]): Element[] {
  const varied = factors.filter((elements) => elements.some(isVaried));
  if (varied.length === 0) return [FIXED];
  return varied.length === 1 ? [...varied[0]!] : [...varied.flat(), FIXED];
}

function distinct(elements: readonly Element[]): Element[] {
  const key = (element: Element) =>
    `${element.kind} ${element.kind === 'record' ? element.record.name : element.kind === 'numbers' ? element.format : ''}`;
  return [...new Map(elements.map((element) => [key(element), element])).values()];
}

/** The contents of unnamed memory, from the types of all pointers to it. */
class Memories {
  private readonly sets = new SparseSets();
  private readonly contents = new Map<CellIndex, Element[]>();

  constructor(private readonly builder: ProgramBuilder) {
    for (const flow of builder.flows)
      if (isOneMemory(flow) && this.isUntyped(flow.a) && this.isUntyped(flow.b)) this.sets.union(flow.a, flow.b);
    for (const { cell, role, element } of builder.sizeFacts)
      if (role === 'holds') add(this.contents, this.sets.find(cell), element);
  }

  private isUntyped(cell: CellIndex): boolean {
    const carrier = cell < 0 ? this.builder.carriers[-cell - 1]! : null;
    return carrier?.what === 'void-pointer' && carrier.format === null;
  }

  elementsOf(cell: CellIndex): readonly Element[] {
    const contents = this.contents.get(this.sets.find(cell)) ?? [];
    const isTyped = cell >= 0 || this.builder.formatOf(cell) !== null;
    return distinct(isTyped ? [...contents, { kind: 'numbers', format: this.builder.formatOf(cell) }] : contents);
  }

  /** Freezes records whose bytes are accessed through untyped pointers and copies. */
  freezeRecords(): void {
    const { builder } = this;
    const bytes = new SparseSets();
    for (const flow of builder.flows)
      if ((isOneMemory(flow) || flow.kind === 'copied') && this.isUntyped(flow.a) && this.isUntyped(flow.b))
        bytes.union(flow.a, flow.b);
    const reasons = new Map<CellIndex, (typeof builder.frozenCarriers)[number]['frozen']>();
    for (const { cell, frozen } of builder.frozenCarriers)
      if (!/^(?:unsized|union)$/.test(frozen.code) && !reasons.has(bytes.find(cell)))
        reasons.set(bytes.find(cell), frozen);
    for (const { cell, role, element } of builder.sizeFacts) {
      const reason = role === 'holds' && element.kind === 'record' ? reasons.get(bytes.find(cell)) : undefined;
      if (!reason || element.kind !== 'record') continue;
      const { values, pointers } = element.record;
      // bytes that are accessed as such contain no valid pointer; external code may follow pointers
      for (const site of reason.code === 'reinterpreted' ? values : [...values, ...pointers])
        if (!builder.sites[site]!.frozen.some(({ code }) => code === reason.code))
          builder.sites[site]!.frozen.push(reason);
    }
  }
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
