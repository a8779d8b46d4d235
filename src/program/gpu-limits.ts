/** Limits of the CUDA architecture that several parts of the program compute with. */

/**
 * Registers that a thread can have.
 * Source: CUDA C++ Programming Guide, table of technical specifications per compute capability: 255 from 3.5 on; fewer on 2.x and 3.0, which are
 * not modelled.
 */
export const MAX_REGISTERS_PER_THREAD = 255;
