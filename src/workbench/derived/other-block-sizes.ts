/** Thread blocks of other sizes, written into the text. Its sites are those of the original, one by one: formats mean the same. */
import path from 'node:path';
import { type BlockSizes, whyTooLarge } from '../../analysis/launches/block-sizes.js';
import { findBlockSizes, unknownSize } from '../../analysis/launches/find-block-sizes.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Place } from '../../program/place.js';
import type { Program } from '../../program/program.js';
import { resizeBlocks } from '../../rewrite/resize-blocks.js';
import type { SourceEdits } from '../../rewrite/source-edits.js';
import type { Configuration } from '../../space/resolve.js';
import type { Infeasible } from '../attempts.js';
import type { ReadText } from './derived-program.js';
import type { KindOfChange, TextChange } from './derived-programs.js';

/** Sizes of thread blocks by their ids. */
type Blocks = ReadonlyMap<string, number>;

export class OtherBlockSizes implements KindOfChange {
  readonly folder = 'blocks';
  readonly what = 'other thread blocks';
  private found: BlockSizes | null = null;

  constructor(private readonly original: ReadText) {}

  /** The sizes of the program's thread blocks, free and frozen. */
  get sizes(): BlockSizes {
    const { project, syntax } = this.original;
    this.found ??= findBlockSizes(syntax, new Set(project.settings?.freeBlocks));
    return this.found;
  }

  keyOf({ blocks }: Configuration): string | null {
    return blocks?.size ? JSON.stringify([...blocks].sort()) : null;
  }

  namesOf({ sites }: Program): string[] {
    return sites.map(({ id }) => id);
  }

  change(edits: SourceEdits, { blocks = new Map() }: Configuration): TextChange | Infeasible {
    const refused = this.whyNot(blocks);
    if (refused) return { kind: 'infeasible', message: refused };
    resizeBlocks(edits, this.sizes.sizes, blocks);
    return {
      kind: 'changed',
      added: new Set(),
      translate: ({ blocks, ...rest }) => ({ kind: 'translated', configuration: rest, folded: new Set() }),
    };
  }

  private whyNot(blocks: Blocks): MantissaError | null {
    const { sizes } = this.sizes;
    for (const [id, wanted] of blocks) {
      const size = sizes.find((one) => one.id === id);
      if (!size)
        return unknownSize(
          id,
          sizes.map((one) => one.id),
        );
      const { frozen, value } = size;
      if (frozen && wanted !== value)
        return new MantissaError('MX2055', { text: `${id}: ${frozen.reason}`, place: this.whereIs(frozen.place) });
    }
    const large = whyTooLarge(this.sizes, blocks);
    const [id] = blocks.keys();
    return large === null ? null : new MantissaError('MX2055', `${id}: ${large}`);
  }

  private whereIs({ range }: Place): { file: string; line: number } {
    const { places, program } = this.original.syntax;
    const { absolutePath, source } = places.files[range.file]!;
    return { file: path.relative(program.root, absolutePath), line: source.position(range.begin).line };
  }
}
