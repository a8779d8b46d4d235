/**
 * The effect of a function on its memory arguments, for its calls. A cell of a function is generic if its type is untyped (`void *`, a byte count) or
 * a type parameter of a template, and the function does no arithmetic in that type. A set of joined cells is generic if all of them are generic cells
 * of the function. `memories` are its subsets that are the same memory, and `ties` relate these to each other.
 */
import {
  type CellIndex,
  type Flow,
  type FlowKind,
  type FunctionIndex,
  isOneMemory,
  type Value,
} from '../../../program/program.js';
import { groupedBy } from '../../../support/grouped-by.js';
import { GrowingIndex } from '../../../support/growing-index.js';
import { SparseSets } from '../../../support/sparse-sets.js';
import type { ProgramBuilder } from '../builder.js';
import type { OwnCall } from '../drafts.js';
import { typeParameterIn } from '../templates/template-parameters.js';

interface Tie {
  readonly a: CellIndex;
  readonly b: CellIndex;
  readonly kind: FlowKind;
}

export interface Summary {
  isGeneric(cell: CellIndex): boolean;
  /** A representative of the cells that are the same memory. */
  memoryOf(cell: CellIndex): CellIndex;
  memoriesWith(cell: CellIndex): CellIndex[];
  /** Whether all cells of this memory are `void *`. */
  isUntypedPointer(memory: CellIndex): boolean;
  tiesWith(cell: CellIndex): Tie[];
  readonly byTypeParameter: ReadonlyMap<string, CellIndex>;
  /** The generic cells of the function. */
  readonly cells: readonly CellIndex[];
  /** The generic cells that are sites. */
  readonly sites: readonly CellIndex[];
  /** Generic cells whose type is written out: byte counts of this type's numbers. */
  readonly typed: readonly CellIndex[];
}

/** A value that is rounded when it is stored, because it may have more precision; small constants are exact in all formats. */
function isRoundedWhenStored(value: Value | undefined): boolean {
  if (value?.kind === 'literal')
    return Math.abs(Number.parseFloat(value.text)) !== 1 && Number.parseFloat(value.text) !== 0;
  return value?.kind === 'parameter' || value?.kind === 'call';
}

export class FunctionSummaries {
  /** Cells that the body of another function uses, such as captures of a lambda. */
  private readonly shared = new Set<CellIndex>();
  private readonly cellsOf = new Map<FunctionIndex, CellIndex[]>();
  private readonly computes: Set<FunctionIndex>;
  private readonly flowsOf: GrowingIndex<Flow, FunctionIndex | null>;
  private readonly callsOf: ReadonlyMap<FunctionIndex, readonly OwnCall[]>;

  constructor(private readonly builder: ProgramBuilder) {
    this.flowsOf = new GrowingIndex(builder.flows, (_, position) => [builder.flowOwners[position]!]);
    this.callsOf = groupedBy(builder.ownCalls, ({ callee }) => callee);
    this.computes = new Set(builder.operations.map((operation) => operation.function));
    builder.functions.forEach(({ values }, index) => {
      // functions it calls compute for it: `v = op(v, a[i])`; a value from elsewhere is rounded when stored: `a[i] = 0.1`
      const handlesNumbers = values.some((value) => {
        if (value.kind === 'store') return isRoundedWhenStored(values[value.value]);
        return (
          value.kind === 'call' && value.function !== null && (value.arguments.length > 0 || value.format !== null)
        );
      });
      if (handlesNumbers) this.computes.add(index);
    });
    builder.flows.forEach((flow, index) => {
      const owner = builder.flowOwners[index]!;
      for (const cell of [flow.a, flow.b]) if (this.ownerOf(cell) !== owner) this.shared.add(cell);
    });
    for (const index of builder.sites.keys()) this.own(index);
    for (const index of builder.carrierOrigins.keys()) this.own(-index - 1);
  }

  private own(cell: CellIndex): void {
    const owner = this.ownerOf(cell);
    if (owner === null) return;
    const cells = this.cellsOf.get(owner);
    if (cells) cells.push(cell);
    else this.cellsOf.set(owner, [cell]);
  }

  of(index: FunctionIndex): Summary {
    const flows = this.flowsOf.withAny([index]);
    const cells = [...new Set([...(this.cellsOf.get(index) ?? []), ...flows.flatMap(({ a, b }) => [a, b])])];
    const together = new SparseSets();
    const memories = new SparseSets();
    const ties: Tie[] = [];
    for (const flow of flows) {
      together.union(flow.a, flow.b);
      if (isOneMemory(flow)) memories.union(flow.a, flow.b);
      else ties.push(flow);
    }
    const byTypeParameter = new Map<string, CellIndex>();
    const isGenericCell = new Map(cells.map((cell) => [cell, this.isGenericCell(cell, index)]));
    for (const cell of cells) {
      const name = isGenericCell.get(cell) ? this.typeParameterOf(cell, index) : null;
      if (name === null) continue;
      const known = byTypeParameter.get(name);
      if (known === undefined) byTypeParameter.set(name, cell);
      else if (together.find(known) !== together.find(cell)) {
        ties.push({ a: known, b: cell, kind: 'typed-alike' }); // cells of one type parameter have one type
        together.union(known, cell);
      }
    }
    const concrete = new Set(cells.filter((cell) => !isGenericCell.get(cell)).map((cell) => together.find(cell)));
    const isGeneric = (cell: CellIndex) => isGenericCell.has(cell) && !concrete.has(together.find(cell));
    const generic = cells.filter(isGeneric);
    const sites = generic.filter((cell) => cell >= 0);
    for (const cell of sites) this.leaveToCalls(cell, index);
    return {
      isGeneric,
      memoryOf: (cell) => memories.find(cell),
      memoriesWith: (cell) => [
        ...new Set(
          cells.filter((other) => together.find(other) === together.find(cell)).map((other) => memories.find(other)),
        ),
      ],
      isUntypedPointer: (memory) =>
        cells.every((cell) => memories.find(cell) !== memory || this.builder.untypedPointers.has(cell)),
      tiesWith: (cell) =>
        ties
          .filter(({ a }) => together.find(a) === together.find(cell))
          .map(({ a, b, kind }) => ({ a: memories.find(a), b: memories.find(b), kind })),
      byTypeParameter,
      cells: generic,
      sites,
      typed: generic.filter((cell) => cell >= 0 || this.builder.carriers[-cell - 1]!.what === 'type-mention'),
    };
  }

  /** A generic site has no format of its own to change: it follows the calls. */
  private leaveToCalls(cell: CellIndex, index: FunctionIndex): void {
    const site = this.builder.sites[cell]!;
    site.frozen = site.frozen.filter(({ code }) => code !== 'several-formats');
    this.builder.freeze(cell, 'generic', this.typeParameterOf(cell, index) ?? '');
  }

  private isGenericCell(cell: CellIndex, index: FunctionIndex): boolean {
    if (this.ownerOf(cell) !== index || this.shared.has(cell)) return false;
    const draft = this.builder.functions[index]!;
    if (draft.body === null || draft.addressTaken) return false;
    if (cell < 0 && this.builder.carrierOrigins[-cell - 1]!.typeParameter === null)
      return this.builder.carriers[-cell - 1]!.format === null;
    const name = this.typeParameterOf(cell, index);
    if (name === null || draft.decidedByType !== null || !this.isExplicitInCalls(name, index)) return false;
    return !this.computes.has(index) && !this.takesNumber(name, index);
  }

  /** `Pool<double>::get(n)` names the class parameter explicitly; other member calls take it from the declaration of the object. */
  private isExplicitInCalls(name: string, index: FunctionIndex): boolean {
    if (this.builder.functions[index]!.templateParameters.includes(name)) return true;
    return (this.callsOf.get(index) ?? []).every(({ links }) => links.some(({ parameter }) => parameter === name));
  }

  /** A type parameter that is also the type of a number passed by value is deduced from that number too. */
  private takesNumber(name: string, index: FunctionIndex): boolean {
    return this.builder.functions[index]!.parameters.some((parameter) => {
      if (parameter === null) return false;
      const { shape } = this.builder.sites[parameter]!;
      return (shape === 'scalar' || shape === 'vector') && this.typeParameterOf(parameter, index) === name;
    });
  }

  private typeParameterOf(cell: CellIndex, index: FunctionIndex): string | null {
    if (cell < 0) return this.builder.carrierOrigins[-cell - 1]!.typeParameter;
    return typeParameterIn(this.builder, this.builder.functions[index]!, this.builder.sites[cell]!.declaration);
  }

  private ownerOf(cell: CellIndex): FunctionIndex | null {
    return cell >= 0 ? this.builder.sites[cell]!.function : this.builder.carrierOrigins[-cell - 1]!.owner;
  }
}
