/** Capabilities of an engine. Decisions depend on them, never on the engine's name. A study's journal records both. */
export interface EngineCapabilities {
  /**
   * The meaning of its times. `modelled`: they are not representative, and speedups come from the performance model. `cpu`, `gpu`: times of the
   * program on that device. `either`: times of the program wherever the project's own command runs it.
   */
  readonly timing: 'modelled' | 'cpu' | 'gpu' | 'either';
  /** Whether every run reports the time of each kernel. */
  readonly timesKernels: boolean;
  /** Whether a built program prints bit for bit what its emulation prints: without contraction and reordering. */
  readonly isExact: boolean;
  /** Whether runs may overlap: true for CPU programs, false for a GPU and for a project's own build tree. */
  readonly sharesMachine: boolean;
  /** Whether building a configuration may be cheaper than emulating it; trials then use the cheaper way. */
  readonly rebuildsCheaply: boolean;
  /** `own`: inputs have their real size. `stand-in`: inputs are small enough for a CPU, and represent larger ones for a GPU. */
  readonly inputs: 'own' | 'stand-in';
}
