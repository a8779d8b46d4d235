import type { IrBlock } from './llvm-ir/module.js';

/** The paths through the blocks of one iteration. */
export class LoopPaths {
  private readonly dominators = new Map<IrBlock, readonly IrBlock[]>();

  constructor(private readonly blocks: readonly IrBlock[]) {}

  block(label: string): IrBlock {
    return this.blocks.find((one) => one.label === label)!;
  }

  before({ label }: IrBlock): IrBlock[] {
    return this.blocks.filter(({ instructions }) => instructions.at(-1)?.extra.includes(label));
  }

  /** Number of blocks that every path to this one passes. */
  depth(block: IrBlock): number {
    return this.dominatorsOf(block).length;
  }

  /** The last block that every path to these blocks passes. */
  commonDominator(blocks: readonly IrBlock[]): IrBlock {
    const [first, ...others] = blocks.map((one) => this.dominatorsOf(one)) as [IrBlock[], ...IrBlock[][]];
    return first.find((one) => others.every((chain) => chain.includes(one))) ?? this.blocks[0]!;
  }

  /** The blocks that every path to this one passes, from itself up to the header. */
  private dominatorsOf(block: IrBlock): readonly IrBlock[] {
    const known = this.dominators.get(block);
    if (known) return known;
    const before = block === this.blocks[0] ? [] : this.before(block);
    const found = [block, ...(before.length > 0 ? this.dominatorsOf(this.commonDominator(before)) : [])];
    this.dominators.set(block, found);
    return found;
  }
}
