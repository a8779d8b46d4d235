/**
 * Loads and stores of arrays with their executions. Accesses that a compiler merges count once: repeated reads of the same text in a block, and
 * reads of an element in a loop that neither writes memory nor changes the variables in its index.
 */
import type {
  FunctionIndex,
  LoopIndex,
  MemorySpace,
  Program,
  SiteIndex,
  SiteShape,
  ValueIndex,
} from '../../program/program.js';
import { findMemorySpaces } from '../memory-spaces.js';
import type { BlockExecutions } from './block-executions.js';

export interface MemoryAccess {
  readonly function: FunctionIndex;
  readonly site: SiteIndex;
  readonly executions: number;
  readonly space: 'global' | 'shared' | 'host';
  /** Executed repeatedly by a thread, as far as the text shows. */
  readonly inLoop: boolean;
  /** All threads of a warp read one element: its index consists of loop counters that begin with a constant. */
  readonly isUniform: boolean;
}

const HOLDS_SEVERAL: ReadonlySet<SiteShape> = new Set(['pointer', 'array', 'container']);

export interface MemoryUse {
  readonly accesses: readonly MemoryAccess[];
  /** Function → value → its block; for a load, the block where the value is read. */
  readonly valueBlocks: readonly (readonly number[])[];
  /** Function → loads that repeat an earlier load of the same block. */
  readonly repeated: readonly ReadonlySet<ValueIndex>[];
}

/** The memory to count: the GPU's, which has a price, or the host's as well. */
export type Memories = 'device' | 'every';

export function findMemoryUse(
  program: Program,
  functions: ReadonlySet<FunctionIndex>,
  executions: BlockExecutions,
  memories: Memories,
): MemoryUse {
  const spaces = findMemorySpaces(program);
  const valueBlocks = program.functions.map((owner) => [...owner.valueBlocks]);
  const repeated = program.functions.map(() => new Set<ValueIndex>());
  const accesses = [...functions].flatMap((index) =>
    new Accesses(program, index, spaces, memories, executions[index]!, valueBlocks[index]!, repeated[index]!).find(),
  );
  return { accesses, valueBlocks, repeated };
}

class Accesses {
  private readonly loopsThatStore = new Set<LoopIndex>();

  constructor(
    private readonly program: Program,
    private readonly index: FunctionIndex,
    private readonly spaces: readonly MemorySpace[],
    private readonly memories: Memories,
    private readonly executions: readonly number[],
    private readonly hoistedBlocks: number[],
    private readonly repeated: Set<ValueIndex>,
  ) {
    const { values, valueBlocks } = program.functions[index]!;
    values.forEach((value, at) => {
      const stores = value.kind === 'store' && this.spaceOf(value.site, value.place.range) !== null;
      const calls = value.kind === 'call' && value.function !== null;
      if (stores || calls) for (const loop of this.loopsAround(valueBlocks[at]!)) this.loopsThatStore.add(loop);
    });
  }

  find(): MemoryAccess[] {
    const { values, valueBlocks, blocks } = this.program.functions[this.index]!;
    const found: MemoryAccess[] = [];
    const read = new Set<string>();
    values.forEach((value, at) => {
      if (value.kind !== 'load' && value.kind !== 'store') return;
      const space = this.spaceOf(value.site, value.place.range);
      if (space === null) return;
      let block = valueBlocks[at]!;
      if (value.kind === 'load') {
        const text = this.textOf(value.place.range);
        block = this.hoisted(block, text);
        this.hoistedBlocks[at] = block;
        const key = `${block} ${value.site} ${text}`;
        if (read.has(key)) {
          this.repeated.add(at);
          return;
        }
        read.add(key);
      } else read.clear(); // any element read so far may have changed
      found.push({
        function: this.index,
        site: value.site!,
        executions: this.executions[block]!,
        space,
        inLoop: blocks[block]!.loop !== null,
        isUniform: value.kind === 'load' && this.isUniform(block, this.textOf(value.place.range)),
      });
    });
    return found;
  }

  private spaceOf(
    site: SiteIndex | null,
    range: { file: number; begin: number; end: number },
  ): MemoryAccess['space'] | null {
    if (site === null) return null;
    const space = this.spaces[site]!;
    if (space === 'global' || space === 'shared') return space;
    const { kind, shape } = this.program.sites[site]!;
    // a field is in the memory of its object; one reached through a pointer or an index is assumed to be in device memory
    if (kind === 'field' && (/->|\[/.test(this.textOf(range)) || this.isCopied(this.textOf(range)))) return 'global';
    return this.memories === 'every' && space === 'host' && HOLDS_SEVERAL.has(shape) ? 'host' : null;
  }

  /** `p.x` after `Point p = points[i]`: only the fields that are read are copied. */
  private isCopied(text: string): boolean {
    const object = /^\s*(\w+)\s*\./.exec(text)?.[1];
    const { body } = this.program.functions[this.index]!;
    if (!object || !body) return false;
    return new RegExp(`\\b${object}\\s*=\\s*(?:\\*|[\\w.>-]+\\s*\\[)`).test(this.textOf(body));
  }

  /** The block before the outermost loop in which the text cannot refer to another element. */
  private hoisted(block: number, text: string): number {
    const { blocks } = this.program.functions[this.index]!;
    let at = block;
    for (const loop of this.loopsAround(block)) {
      if (this.loopsThatStore.has(loop) || this.changes(loop, text)) break;
      const header = blocks.findIndex((one) => one.loop === loop);
      at = blocks[header]?.predecessors[0] ?? at;
    }
    return at;
  }

  /** True if the loop's text assigns or declares a name that occurs in `text`. */
  private changes(loop: LoopIndex, text: string): boolean {
    const body = this.textOf(this.program.loops[loop]!.place.range);
    const names = new Set(text.match(/[A-Za-z_]\w*/g));
    return [...names].some((name) =>
      new RegExp(`\\b${name}\\b\\s*(?:\\+\\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))|(?:\\+\\+|--)\\s*${name}\\b`).test(body),
    );
  }

  private isUniform(block: number, text: string): boolean {
    const index = /\[(.*)\]\s*$/s.exec(text)?.[1];
    const names = new Set(index?.match(/\b[A-Za-z_]\w*\b/g));
    if (names.size === 0) return false;
    const heads = this.loopsAround(block).map((loop) => this.textOf(this.program.loops[loop]!.place.range));
    return [...names].every((name) =>
      heads.some((head) => new RegExp(`^for\\s*\\([\\w\\s]*\\b${name}\\s*=\\s*\\d+\\s*;`).test(head)),
    );
  }

  private loopsAround(block: number): LoopIndex[] {
    const found: LoopIndex[] = [];
    for (
      let at = this.program.functions[this.index]!.blocks[block]!.loop;
      at !== null;
      at = this.program.loops[at]!.parent
    )
      found.push(at);
    return found;
  }

  private textOf({ file, begin, end }: { file: number; begin: number; end: number }): string {
    return this.program.files[file]?.source.text.slice(begin, end) ?? '';
  }
}
