/**
 * Determines which copies between host and device convert formats. Flows that could convert (`mayConvert`) are not joined at first. With the frozen
 * memories known:
 * - a copy converts if its host side is frozen and its device side is not, so that the device memory can change;
 * - any other copy joins its sides, unless every copy may convert;
 * - a byte count is joined with the first memory it measures; for others it can be converted to their bytes.
 */
import type { Format } from '../../../numerics/format.js';
import type { CellIndex, Program, Transfer } from '../../../program/program.js';
import { retain } from '../../../support/retain.js';
import { SparseSets } from '../../../support/sparse-sets.js';
import type { Project } from '../../project/project.js';
import type { ProgramBuilder } from '../builder.js';
import { placeKey } from '../places.js';

/** Which copies convert: those that free device memory, all that can, or those that convert in another reading of the program. */
export type ConvertingTransfers = NonNullable<Project['convertingTransfers']> | Program;

export function settleTransfers(builder: ProgramBuilder, which: ConvertingTransfers): void {
  if (!builder.flows.some(({ mayConvert }) => mayConvert)) return;
  dropUnknownCounts(builder);
  const memories = new Memories(builder);
  builder.measures.forEach((measure, index) => {
    builder.measures[index] = { ...measure, format: measure.format ?? memories.formatOf(measure.memory) };
  });
  if (typeof which === 'string') decide(builder, memories, which);
  else repeat(builder, memories, which);
  const flows = builder.flows.map((flow, index) => ({ flow, owner: builder.flowOwners[index]! }));
  builder.flows.length = 0;
  builder.flowOwners.length = 0;
  for (const { flow, owner } of flows) {
    if (flow.mayConvert && !memories.areOne(flow.a, flow.b)) continue;
    builder.flows.push(flow);
    builder.flowOwners.push(owner);
  }
}

/**
 * A count of records, or of unknown meaning, cannot be converted to other bytes, and a copy with it does not convert. Nor does an asynchronous copy
 * that a CUDA graph may capture, because the host must wait for a converting copy.
 */
function dropUnknownCounts(builder: ProgramBuilder): void {
  const tied = new Set(builder.flows.flatMap(({ a, b, mayConvert }) => (mayConvert ? [`${a} ${b}`] : [])));
  const [understood, unknown] = [new Set<string>(), new Set<string>()];
  retain(builder.measures, ({ call, count, memory }) => {
    const isTied = count === memory || tied.has(`${count} ${memory}`);
    (isTied ? understood : unknown).add(placeKey(call));
    return isTied;
  });
  const captures = builder.places.files.some(({ source }) =>
    source.tokens.list.some(({ text }) => text.startsWith('cudaStreamBeginCapture')),
  );
  builder.transfers.forEach((transfer, index) => {
    const key = placeKey(transfer.place);
    if (transfer.sides.kind === 'joined') return;
    const isUnderstood = understood.has(key) && !unknown.has(key);
    if (isUnderstood && !(captures && /Async$/.test(transfer.call))) return;
    const why = isUnderstood
      ? 'the program captures CUDA graphs, where the host cannot wait for a copy'
      : 'its byte count does not follow from the type of the numbers';
    builder.transfers[index] = { ...transfer, sides: { kind: 'joined', why } };
  });
}

function decide(builder: ProgramBuilder, memories: Memories, which: 'freeing' | 'all'): void {
  for (const { sides, destination, source } of builder.transfers)
    if (sides.kind === 'joined' && destination !== null && source !== null) memories.join(destination, source);
  const possible = builder.transfers.flatMap(sidesOf);
  joinFrozenDevices(memories, possible);
  const apart = new Set<string>();
  const pairs: Sides[] = [];
  for (const sides of possible) {
    const { index, transfer, host, device } = sides;
    const frees = memories.isFrozen(host) && !memories.isFrozen(device);
    if (!memories.areOne(host, device) && (frees || which === 'all')) {
      apart.add(placeKey(transfer.place));
      pairs.push(sides);
    } else {
      const why = memories.isFrozen(device) ? 'neither side can change' : 'both sides can change together';
      builder.transfers[index] = { ...transfer, sides: { kind: 'joined', why } };
      memories.join(host, device);
    }
  }
  builder.measures.forEach((measure, index) => {
    const { call, count, memory } = measure;
    const hasReason =
      apart.has(placeKey(call)) ||
      memories.isFrozen(count) !== memories.isFrozen(memory) ||
      memories.followsOther(count, memory) ||
      pairs.some(({ host, device }) => memories.wouldBeOne(host, device, count, memory));
    if (hasReason && measure.format !== null && memories.isDeclaredAs(count, measure.format)) return;
    builder.measures[index] = { ...measure, sides: 'joined' };
    memories.join(count, memory);
  });
}

function repeat(builder: ProgramBuilder, memories: Memories, before: Program): void {
  builder.transfers.forEach((transfer, index) => {
    const { sides } = before.transfers[index] ?? transfer;
    builder.transfers[index] = { ...transfer, sides };
    if (sides.kind === 'joined' && transfer.destination !== null && transfer.source !== null)
      memories.join(transfer.destination, transfer.source);
  });
  builder.measures.forEach((measure, index) => {
    const { sides } = before.measures[index] ?? measure;
    builder.measures[index] = { ...measure, sides };
    if (sides === 'joined') memories.join(measure.count, measure.memory);
  });
}

interface Sides {
  readonly index: number;
  readonly transfer: Transfer;
  readonly host: CellIndex;
  readonly device: CellIndex;
}

function sidesOf(transfer: Transfer, index: number): Sides[] {
  const { sides, direction, destination, source } = transfer;
  if (sides.kind === 'joined' || destination === null || source === null) return [];
  return direction === 'host-to-device'
    ? [{ index, transfer, host: source, device: destination }]
    : [{ index, transfer, host: destination, device: source }];
}

/** Frozen device memory keeps the host arrays copied to and from it, which may allow other copies to convert. */
function joinFrozenDevices(memories: Memories, possible: readonly Sides[]): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const { host, device } of possible) {
      if (!memories.isFrozen(device) || memories.isFrozen(host)) continue;
      memories.join(host, device);
      changed = true;
    }
  }
}

/** Cells that must have one format whichever copies convert. */
class Memories {
  private readonly sets = new SparseSets();
  private readonly frozen = new Set<CellIndex>();
  private readonly formats = new Map<CellIndex, Format>();
  private readonly declaredFormats = new Map<CellIndex, Format | 'several'>();

  constructor(builder: ProgramBuilder) {
    for (const { a, b, mayConvert } of builder.flows) if (!mayConvert) this.sets.union(a, b);
    builder.sites.forEach(({ frozen, format }, site) => {
      const root = this.sets.find(site);
      if (frozen.length > 0 || (this.formats.get(root) ?? format) !== format) this.frozen.add(root);
      this.formats.set(root, format);
    });
    for (const { cell } of builder.frozenCarriers) this.frozen.add(this.sets.find(cell));
    for (const [root, format] of this.formats) this.spell(root, format);
    builder.carriers.forEach(({ format }, index) => format !== null && this.spell(this.sets.find(-index - 1), format));
  }

  private spell(root: CellIndex, format: Format | 'several'): void {
    this.declaredFormats.set(root, (this.declaredFormats.get(root) ?? format) === format ? format : 'several');
  }

  areOne(a: CellIndex, b: CellIndex): boolean {
    return this.sets.find(a) === this.sets.find(b);
  }

  /** Whether joining c and d would also join a and b. */
  wouldBeOne(a: CellIndex, b: CellIndex, c: CellIndex, d: CellIndex): boolean {
    return (this.areOne(a, c) && this.areOne(b, d)) || (this.areOne(a, d) && this.areOne(b, c));
  }

  /** The declared format of the variables that share this cell's format; null if there are none. */
  formatOf(cell: CellIndex): Format | null {
    return this.formats.get(this.sets.find(cell)) ?? null;
  }

  /** A count that already follows another array can be converted to bytes for this one. */
  followsOther(count: CellIndex, memory: CellIndex): boolean {
    return this.formatOf(count) !== null && !this.areOne(count, memory);
  }

  /** Whether all types in the expressions of a count have this format. */
  isDeclaredAs(count: CellIndex, format: Format): boolean {
    return (this.declaredFormats.get(this.sets.find(count)) ?? format) === format;
  }

  isFrozen(cell: CellIndex): boolean {
    return this.frozen.has(this.sets.find(cell));
  }

  join(a: CellIndex, b: CellIndex): void {
    const isFrozen = this.isFrozen(a) || this.isFrozen(b);
    const format = this.formatOf(a) ?? this.formatOf(b);
    const declaredFormats = [a, b].flatMap((cell) => this.declaredFormats.get(this.sets.find(cell)) ?? []);
    this.sets.union(a, b);
    const root = this.sets.find(a);
    if (format !== null) this.formats.set(root, format);
    for (const one of declaredFormats) this.spell(root, one);
    if (isFrozen) this.frozen.add(this.sets.find(a));
  }
}
