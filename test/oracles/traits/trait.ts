/** What a generated program may have because a real one had it and was got wrong once. */
import type { Language } from '../expression-generator.js';
import type { Part } from '../generate-program.js';

export interface Trait {
  readonly languages: readonly Language[];
  readonly part: Part;
  /** It throws exceptions, which the embedded engine cannot catch. */
  readonly throws?: boolean;
}
