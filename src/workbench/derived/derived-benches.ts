/** Benches of the programs that are derived from one, each opened when it is first asked for. */
import path from 'node:path';
import type { Accumulators } from '../../analysis/accumulators/accumulation.js';
import type { BlockSizes } from '../../analysis/launches/block-sizes.js';
import type { CopiedInputs } from '../../rewrite/move-copied-inputs.js';
import type { Configuration } from '../../space/resolve.js';
import { once, onceEach } from '../../support/once.js';
import type { Infeasible } from '../attempts.js';
import type { Tools } from '../flat-program.js';
import type { Workbench } from '../workbench.js';
import type { DerivedProgram, ReadText } from './derived-program.js';
import type { Derivation, DerivedPrograms, Translated } from './derived-programs.js';
import { copiedInputs, markInputs, marksInputs } from './marked-inputs.js';

/** A configuration as one of a derived program. */
export interface DerivedBench extends Omit<Translated, 'kind'> {
  readonly kind: 'derived-bench';
  readonly bench: Workbench;
}

export class DerivedBenches {
  private readonly benches: Workbench[] = [];
  private readonly benchOf = onceEach((program: DerivedProgram) => {
    const folder = path.join(this.tools.folder, `derived-${this.benches.length}`);
    const bench = this.openBench({ ...this.tools, folder }, program);
    this.benches.push(bench);
    return bench;
  });
  private readonly copied = once(() => copiedInputs(this.original.syntax));
  private readonly marked = once(() =>
    markInputs(this.tools.clang, this.original, path.join(this.tools.folder, 'marked')),
  );

  constructor(
    private readonly tools: Tools,
    private readonly original: ReadText,
    private readonly programs: DerivedPrograms,
    private readonly openBench: (tools: Tools, program: DerivedProgram) => Workbench,
  ) {}

  /** The sums whose way of adding can change, and why those of others cannot. */
  get sums(): Accumulators {
    return this.programs.accumulators.sums();
  }

  /** The sizes of thread blocks, free and frozen. */
  get blockSizes(): BlockSizes {
    return this.programs.blocks.sizes();
  }

  /** Whether the text says what the program starts from (MANTISSA_INPUT), and its builds heed that. */
  get marksInputs(): boolean {
    return this.tools.engine.input !== 'project' && marksInputs(this.original.syntax);
  }

  /** What the program copies to the device, by the names of its text: which numbers runs can move, and which they cannot. */
  get copiedInputs(): CopiedInputs {
    return this.tools.engine.input === 'project' ? { moved: [], passedOver: [] } : this.copied();
  }

  /** The bench on which a configuration asks for formats alone, or for less else; null where that is the original's. */
  async of(configuration: Configuration): Promise<DerivedBench | Infeasible | null> {
    const made = await this.programs.of(configuration);
    return made?.kind === 'derivation' ? this.opened(made) : made;
  }

  /** The program that adds up as a configuration says, and what the formats of the configuration are there. */
  async withSums(configuration: Configuration): Promise<DerivedBench | Infeasible> {
    const made = await this.programs.by(this.programs.accumulators, configuration);
    return made.kind === 'derivation' ? this.opened(made) : made;
  }

  /** The program with its copies to the device marked as inputs; in words, why there is none. */
  async withMarkedInputs(): Promise<{ readonly bench: Workbench; readonly inputs: CopiedInputs } | string> {
    const made = await this.marked();
    return typeof made === 'string' ? made : { bench: this.benchOf(made), inputs: made.inputs };
  }

  close(): void {
    for (const bench of this.benches) bench.close();
  }

  private opened({ program, configuration, folded }: Derivation): DerivedBench {
    return { kind: 'derived-bench', bench: this.benchOf(program), configuration, folded };
  }
}
