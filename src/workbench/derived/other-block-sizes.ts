/** Writes other thread-block sizes into the source. The derived program has the same sites. */
import { whyTooLarge } from '../../analysis/launches/block-sizes.js';
import { findBlockSizes, unknownSize } from '../../analysis/launches/find-block-sizes.js';
import { whyLargerShared } from '../../analysis/shared-memory-limit.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Program } from '../../program/program.js';
import { resizeBlocks } from '../../rewrite/resize-blocks.js';
import type { SourceEdits } from '../../rewrite/source-edits.js';
import type { Configuration } from '../../space/resolve.js';
import { once } from '../../support/once.js';
import type { Infeasible } from '../attempts.js';
import { fileAndLineOf, type ReadText } from './derived-program.js';
import type { KindOfChange, TextChange } from './derived-programs.js';

/** Thread-block sizes by id. */
type Blocks = ReadonlyMap<string, number>;

export class OtherBlockSizes implements KindOfChange {
  readonly name = 'other thread blocks';
  /** The sizes of the program's thread blocks, free and frozen. */
  readonly sizes = once(() =>
    findBlockSizes(this.original.syntax, new Set(this.original.project.settings?.freeBlocks)),
  );

  constructor(private readonly original: ReadText) {}

  keyOf({ blocks }: Configuration): string | null {
    return blocks?.size ? JSON.stringify([...blocks].sort()) : null;
  }

  namesOf({ sites }: Program): string[] {
    return sites.map(({ id }) => id);
  }

  change(edits: SourceEdits, { blocks = new Map() }: Configuration): TextChange | Infeasible {
    const refused = this.whyNot(blocks);
    if (refused) return { kind: 'infeasible', message: refused };
    resizeBlocks(edits, this.sizes().sizes, blocks);
    return {
      kind: 'changed',
      added: new Set(),
      translate: ({ blocks: sizes, ...rest }, made) => {
        const crowded = whyLargerShared(this.original.syntax.program, made.program);
        if (crowded === null) return { kind: 'translated', configuration: rest, folded: new Set() };
        const named = [...sizes!.keys()].join(', ');
        return { kind: 'infeasible', message: new MantissaError('MX2055', `${named}: ${crowded}`) };
      },
    };
  }

  private whyNot(blocks: Blocks): MantissaError | null {
    const { sizes } = this.sizes();
    for (const [id, wanted] of blocks) {
      const size = sizes.find((one) => one.id === id);
      if (!size)
        return unknownSize(
          id,
          sizes.map((one) => one.id),
        );
      const { frozen, value } = size;
      if (frozen && wanted !== value)
        return new MantissaError('MX2055', {
          text: `${id}: ${frozen.reason}`,
          place: fileAndLineOf(this.original.syntax, frozen.place),
        });
    }
    const large = whyTooLarge(this.sizes(), blocks);
    const [id] = blocks.keys();
    return large === null ? null : new MantissaError('MX2055', `${id}: ${large}`);
  }
}
