import { type Finding, MantissaError } from '../diagnostics/mantissa-error.js';

/** Reports a construct that neither the CPU port nor the instrumentation supports. */
export class NotPortable extends MantissaError {
  constructor(finding: string | Finding) {
    super('MX4003', finding);
  }
}
