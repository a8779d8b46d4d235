/** What an engine is like, for whoever decides by it: nobody asks for its name. A study's journal keeps them beside the name. */
export interface EngineCapabilities {
  /**
   * What its times are worth. `modelled`: nothing about any other machine, so that speedups are the performance model's. `cpu` and `gpu`:
   * they are the program's own there. `either`: they are, wherever the project's own command runs it.
   */
  readonly timing: 'modelled' | 'cpu' | 'gpu' | 'either';
  /** Whether every run tells how long each of its kernels took. */
  readonly timesKernels: boolean;
  /** Whether a built program prints bit for bit what was emulated: contraction is off, and nothing is reordered. */
  readonly isExact: boolean;
  /** Whether runs at the same time leave one another alone: programs on a CPU do; a GPU and a project's own tree are for one at a time. */
  readonly sharesMachine: boolean;
  /** Whether to build a configuration may cost less than to emulate it; a trial then goes the way that has cost less of late. */
  readonly rebuildsCheaply: boolean;
  /** `own`: an input is what it is. `stand-in`: it is small enough for a CPU, and stands for one that is worth a GPU. */
  readonly inputs: 'own' | 'stand-in';
}
