/**
 * SSA construction during the walk over the syntax tree, after Braun et al., "Simple and Efficient Construction of Static Single Assignment Form" (CC
 * 2013): definitions per block, φ placed on demand, incomplete φ in blocks whose predecessors are not all known, trivial φ removed. Variables are
 * scalar sites whose address is never taken.
 */
import type { BasicBlock, BlockIndex, LoopIndex, SiteIndex, Value, ValueIndex } from '../../../program/program.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Phi = Mutable<Extract<Value, { kind: 'phi' }>> & { inputs: ValueIndex[] };

interface Block {
  readonly predecessors: BlockIndex[];
  readonly definitions: Map<SiteIndex, ValueIndex>;
  readonly incomplete: Map<SiteIndex, ValueIndex>;
  /** Set for the header of a loop. */
  readonly loop: LoopIndex | null;
  readonly within: LoopIndex | null;
  sealed: boolean;
}

export class SsaBuilder {
  readonly values: Value[] = [];
  /** The loop that contains new blocks. */
  loop: LoopIndex | null = null;
  private readonly valueBlocks: BlockIndex[] = [];
  private readonly blocks: Block[] = [];
  private readonly replacedBy = new Map<ValueIndex, ValueIndex>();
  private readonly phiUsers = new Map<ValueIndex, Set<ValueIndex>>();
  private readonly completing = new Set<ValueIndex>();

  basicBlocks(): BasicBlock[] {
    return this.blocks.map(({ predecessors, within }) => ({ predecessors: [...predecessors], loop: within }));
  }

  add(value: Value, block: BlockIndex): ValueIndex {
    this.values.push(value);
    this.valueBlocks.push(block);
    return this.values.length - 1;
  }

  /** `loop` is set for the header of a loop, whose φ are carried by the loop. */
  newBlock(
    predecessors: readonly BlockIndex[],
    options: { sealed: boolean; loop?: LoopIndex | null; within?: LoopIndex | null },
  ): BlockIndex {
    this.blocks.push({
      predecessors: [...predecessors],
      definitions: new Map(),
      incomplete: new Map(),
      loop: options.loop ?? null,
      within: options.within === undefined ? this.loop : options.within,
      sealed: options.sealed,
    });
    return this.blocks.length - 1;
  }

  addPredecessor(block: BlockIndex, predecessor: BlockIndex): void {
    this.blocks[block]!.predecessors.push(predecessor);
  }

  seal(block: BlockIndex): void {
    const { incomplete } = this.blocks[block]!;
    this.blocks[block]!.sealed = true;
    for (const [site, phi] of incomplete) this.completePhi(block, site, phi);
  }

  write(site: SiteIndex, block: BlockIndex, value: ValueIndex): void {
    this.blocks[block]!.definitions.set(site, value);
  }

  read(site: SiteIndex, block: BlockIndex): ValueIndex {
    const { definitions, predecessors, sealed, incomplete, loop } = this.blocks[block]!;
    const known = definitions.get(site);
    if (known !== undefined) return this.current(known);
    let value: ValueIndex;
    if (!sealed) {
      value = this.add({ kind: 'phi', site, inputs: [], loop }, block);
      incomplete.set(site, value);
    } else if (predecessors.length === 0) {
      value = this.add({ kind: 'undefined', site }, block);
    } else if (predecessors.length === 1) {
      value = this.read(site, predecessors[0]!);
    } else {
      const phi = this.add({ kind: 'phi', site, inputs: [], loop }, block);
      this.write(site, block, phi); // breaks cycles through this block
      value = this.completePhi(block, site, phi);
    }
    this.write(site, block, value);
    return value;
  }

  /** The values without removed φ, with all references renumbered. */
  finish(): { values: Value[]; valueBlocks: BlockIndex[]; renumber: (value: ValueIndex) => ValueIndex } {
    const position = new Map<ValueIndex, ValueIndex>();
    for (let index = 0; index < this.values.length; index++)
      if (!this.replacedBy.has(index)) position.set(index, position.size);
    const renumber = (value: ValueIndex): ValueIndex => position.get(this.current(value))!;
    const values = [...position.keys()].map((index) => renumbered(this.values[index]!, renumber));
    const valueBlocks = [...position.keys()].map((index) => this.valueBlocks[index]!);
    return { values, valueBlocks, renumber };
  }

  private completePhi(block: BlockIndex, site: SiteIndex, phi: ValueIndex): ValueIndex {
    const node = this.values[phi] as Phi;
    this.completing.add(phi); // with half its inputs it would look trivial
    for (const predecessor of this.blocks[block]!.predecessors) {
      const input = this.read(site, predecessor);
      node.inputs.push(input);
      if (this.values[input]!.kind === 'phi')
        this.phiUsers.set(input, (this.phiUsers.get(input) ?? new Set()).add(phi));
    }
    this.completing.delete(phi);
    return this.removeIfTrivial(phi);
  }

  private removeIfTrivial(phi: ValueIndex): ValueIndex {
    const { inputs, site } = this.values[phi] as Phi;
    const others = new Set(inputs.map((input) => this.current(input)).filter((input) => input !== phi));
    if (others.size > 1) return phi;
    const same = others.size === 1 ? [...others][0]! : this.add({ kind: 'undefined', site }, 0);
    this.replacedBy.set(phi, same);
    for (const user of this.phiUsers.get(phi) ?? []) {
      if (this.values[same]!.kind === 'phi') this.phiUsers.set(same, (this.phiUsers.get(same) ?? new Set()).add(user));
      if (user !== phi && !this.replacedBy.has(user) && !this.completing.has(user)) this.removeIfTrivial(user);
    }
    return this.current(same);
  }

  private current(value: ValueIndex): ValueIndex {
    let at = value;
    for (let next = this.replacedBy.get(at); next !== undefined; next = this.replacedBy.get(at)) at = next;
    return at;
  }
}

function renumbered(value: Value, renumber: (value: ValueIndex) => ValueIndex): Value {
  switch (value.kind) {
    case 'store':
    case 'return':
      return { ...value, value: renumber(value.value) };
    case 'operation':
    case 'select':
      return { ...value, operands: value.operands.map(renumber) };
    case 'call':
      return { ...value, arguments: value.arguments.map(renumber) };
    case 'phi':
      return { ...value, inputs: value.inputs.map(renumber) };
    case 'literal':
    case 'integer':
    case 'parameter':
    case 'undefined':
    case 'load':
      return value;
  }
}
