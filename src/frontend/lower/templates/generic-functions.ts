/**
 * Calls of the program's functions become joins here, after all bodies are known. A function that only passes memory on, independently of its type
 * (`void *allocate(size_t bytes)`, `template <class T> void upload(T *to, T *from, int n)`), would join the arguments of all its calls. Instead its
 * effect on its parameters is repeated for each call with separate cells.
 */
import type { CellIndex, FunctionIndex, Transfer } from '../../../program/program.js';
import { groupedBy } from '../../../support/grouped-by.js';
import { GrowingIndex } from '../../../support/growing-index.js';
import { retain } from '../../../support/retain.js';
import type { ProgramBuilder } from '../builder.js';
import { FunctionSummaries, type Summary } from '../calls/function-summaries.js';
import type { CallLink, OwnCall } from '../drafts.js';

export function instantiateCalls(builder: ProgramBuilder): void {
  new CallInstantiation(builder).run();
}

/** The builder's facts, by cell. */
class FactsOfCells {
  readonly flowsFrom;
  readonly frozenCarriers;
  readonly sizeFacts;
  readonly ratios;
  readonly printedCounts;
  readonly cellSpaces;
  readonly dynamicShared;
  /** By the enclosing function. */
  readonly transfers;

  constructor(builder: ProgramBuilder) {
    const byCell = <Fact extends { readonly cell: CellIndex }>(facts: readonly Fact[]): GrowingIndex<Fact, CellIndex> =>
      new GrowingIndex(facts, ({ cell }) => [cell]);
    this.flowsFrom = new GrowingIndex(builder.flows, ({ a }) => [a]);
    this.frozenCarriers = byCell(builder.frozenCarriers);
    this.sizeFacts = byCell(builder.sizeFacts);
    this.ratios = new GrowingIndex(builder.ratios, ({ a, b }) => [a, b]);
    this.printedCounts = byCell(builder.printedCounts);
    this.cellSpaces = byCell(builder.cellSpaces);
    this.dynamicShared = byCell(builder.dynamicShared);
    this.transfers = new GrowingIndex(builder.transfers, (transfer) => [transfer.function]);
  }
}

class CallInstantiation {
  private readonly callsBy: ReadonlyMap<FunctionIndex | null, readonly OwnCall[]>;
  private readonly summaries = new Map<FunctionIndex, Summary>();
  private readonly started = new Set<FunctionIndex>();
  private readonly summarise: FunctionSummaries;
  private readonly facts: FactsOfCells;
  /** Quotients in generic functions, which are replaced by those of their calls. */
  private readonly repeatedRatios = new Set<ProgramBuilder['ratios'][number]>();
  /** Copies inside generic functions that are replaced by copies for each call. */
  private readonly repeatedTransfers = new Set<Transfer>();

  constructor(private readonly builder: ProgramBuilder) {
    this.summarise = new FunctionSummaries(builder);
    this.facts = new FactsOfCells(builder);
    this.callsBy = groupedBy(builder.ownCalls, ({ caller }) => caller);
  }

  run(): void {
    for (const caller of [...this.callsBy.keys()]) this.visit(caller);
    const { transfers, ratios } = this.builder;
    retain(transfers, (transfer) => !this.repeatedTransfers.has(transfer));
    retain(ratios, (ratio) => !this.repeatedRatios.has(ratio));
  }

  /** Visits callees first, so that their effects are part of the caller's summary. */
  private visit(index: FunctionIndex | null): void {
    if (index !== null) {
      if (this.started.has(index)) return;
      this.started.add(index);
    }
    for (const call of this.callsBy.get(index) ?? []) {
      this.visit(call.callee);
      this.instantiate(call);
    }
    if (index !== null) this.summaries.set(index, this.summarise.of(index));
  }

  private instantiate(call: OwnCall): void {
    const { builder } = this;
    const summary = this.summaries.get(call.callee); // missing if the callee is being visited, that is, recursive
    const copies = new Map<CellIndex, CellIndex>();
    const copyOf = (cell: CellIndex, link: CallLink): CellIndex => {
      const known = copies.get(summary!.memoryOf(cell));
      if (known !== undefined) return known;
      const { name } = builder.functions[call.callee]!;
      for (const memory of summary!.memoriesWith(cell)) {
        const copy = builder.newCarrier('void-pointer', name, null, null, call.caller);
        copies.set(memory, copy);
        if (summary!.isUntypedPointer(memory)) builder.untypedPointers.add(copy);
      }
      for (const { a, b, kind } of summary!.tiesWith(cell))
        builder.join(copies.get(a)!, copies.get(b)!, kind, call.place ?? link.place, call.caller);
      return copies.get(summary!.memoryOf(cell))!;
    };
    for (const link of call.links) {
      const { cell, parameter, kind, place } = link;
      const target = typeof parameter === 'string' ? summary?.byTypeParameter.get(parameter) : parameter;
      if (target === undefined) continue;
      if (cell === null && !this.isUsed(target)) continue;
      const joined = summary?.isGeneric(target) ? copyOf(target, link) : target;
      if (cell === null) builder.countPlain(joined);
      else if (link.isResult) builder.join(joined, cell, kind, place, call.caller);
      else builder.join(cell, joined, kind, place, call.caller);
    }
    if (copies.size > 0) this.repeatFacts(call, summary!, copies);
  }

  /** An integer that measures no memory is ignored. */
  private isUsed(parameter: CellIndex): boolean {
    return this.facts.flowsFrom.has(parameter) || this.facts.ratios.has(parameter);
  }

  /** Repeats the function's freeze reasons, memory spaces and transfers for the arguments of the call. */
  private repeatFacts(call: OwnCall, summary: Summary, copies: ReadonlyMap<CellIndex, CellIndex>): void {
    const { builder, facts } = this;
    const copyOf = (cell: CellIndex | null): CellIndex | null =>
      cell !== null && summary.isGeneric(cell) ? (copies.get(summary.memoryOf(cell)) ?? null) : null;
    for (const { cell, frozen } of facts.frozenCarriers.withAny(summary.cells)) {
      const copy = copyOf(cell);
      if (copy !== null) builder.frozenCarriers.push({ cell: copy, frozen });
    }
    for (const cell of summary.sites) {
      const copy = copyOf(cell);
      for (const frozen of copy === null ? [] : builder.sites[cell]!.frozen)
        if (frozen.code !== 'generic') builder.frozenCarriers.push({ cell: copy!, frozen });
    }
    for (const { element, ...fact } of facts.sizeFacts.withAny(summary.cells)) {
      const copy = copyOf(fact.cell);
      // numbers in a template have the format of each call
      const isTemplate = builder.functions[call.callee]!.templateParameters.length > 0;
      if (copy !== null)
        builder.sizeFacts.push({
          ...fact,
          cell: copy,
          element: element.kind === 'numbers' && isTemplate ? { kind: 'numbers', format: null } : element,
        });
    }
    for (const cell of summary.typed) {
      const copy = copyOf(cell);
      if (copy !== null)
        builder.sizeFacts.push({ cell: copy, role: 'counts', element: { kind: 'numbers', format: null } });
    }
    for (const ratio of facts.ratios.withAny(summary.cells)) {
      const [a, b] = [copyOf(ratio.a), copyOf(ratio.b)];
      if (a === null && b === null) continue;
      this.repeatedRatios.add(ratio);
      builder.ratios.push({ a: a ?? ratio.a, b: b ?? ratio.b, place: ratio.place });
    }
    for (const { cell, place } of facts.printedCounts.withAny(summary.cells)) {
      const copy = copyOf(cell);
      if (copy !== null) builder.printedCounts.push({ cell: copy, place });
    }
    for (const cell of summary.cells) {
      const copy = builder.traversed.has(cell) ? copyOf(cell) : null;
      if (copy !== null) builder.traversed.add(copy);
    }
    for (const { cell, space } of facts.cellSpaces.withAny(summary.cells)) {
      const copy = copyOf(cell);
      if (copy !== null) builder.cellSpaces.push({ cell: copy, space });
    }
    for (const shared of facts.dynamicShared.withAny(summary.cells)) {
      const copy = shared.function === call.callee ? copyOf(shared.cell) : null;
      if (copy !== null) builder.dynamicShared.push({ function: call.caller, cell: copy });
    }
    const argumentOf = (copy: CellIndex): CellIndex =>
      call.links.find(({ parameter }) => typeof parameter === 'number' && copyOf(parameter) === copy)?.cell ?? copy;
    for (const transfer of facts.transfers.withAny([call.callee])) {
      const [destination, source] = [copyOf(transfer.destination), copyOf(transfer.source)];
      if (destination === null || source === null) continue;
      this.repeatedTransfers.add(transfer);
      builder.transfers.push({ ...transfer, destination: argumentOf(destination), source: argumentOf(source) });
    }
  }
}
