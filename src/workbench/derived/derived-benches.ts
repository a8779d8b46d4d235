/** Benches of derived programs, each opened on first use. */
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

/** A derived program's bench, and the configuration translated to it. */
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

  /** The sums whose summation method can change, and the reasons for the others. */
  get sums(): Accumulators {
    return this.programs.accumulators.sums();
  }

  /** The sizes of thread blocks, free and frozen. */
  get blockSizes(): BlockSizes {
    return this.programs.blocks.sizes();
  }

  /** Whether the source marks its inputs with MANTISSA_INPUT, and builds use the marks. */
  get marksInputs(): boolean {
    return this.tools.engine.input !== 'project' && marksInputs(this.original.syntax);
  }

  /** The values copied to the device by name: those that can be perturbed, and those that cannot. */
  get copiedInputs(): CopiedInputs {
    return this.tools.engine.input === 'project' ? { perturbed: [], notPerturbed: [] } : this.copied();
  }

  /** The bench of the derived program for a configuration's other changes; null if it changes formats only. */
  async of(configuration: Configuration): Promise<DerivedBench | Infeasible | null> {
    const made = await this.programs.of(configuration);
    return made?.kind === 'derivation' ? this.opened(made) : made;
  }

  /** The bench of the program with a configuration's summation methods, and the configuration's formats there. */
  async withSums(configuration: Configuration): Promise<DerivedBench | Infeasible> {
    const made = await this.programs.by(this.programs.accumulators, configuration);
    return made.kind === 'derivation' ? this.opened(made) : made;
  }

  /** The program with its copies to the device marked as inputs; a string says why there is none. */
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
