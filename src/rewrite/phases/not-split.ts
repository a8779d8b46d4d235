import { MantissaError } from '../../diagnostics/mantissa-error.js';

/** The phases of this loop cannot be written as a patch. */
export class NotSplit extends MantissaError {
  constructor(reason: string) {
    super('MX4006', `no patch for these phases: ${reason}`);
  }
}
