import { type Finding, MantissaError } from '../diagnostics/mantissa-error.js';

/** What a program does that neither the port to a CPU nor the instruments can follow. */
export class NotPortable extends MantissaError {
  constructor(finding: string | Finding) {
    super('MX4003', finding);
  }
}
