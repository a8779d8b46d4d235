/** The header that every generated source includes (runtime/vectorize). */
import path from 'node:path';
import { runtimeFolder } from '../../core.js';

export const LIBRARY = 'mantissa_vector.h';

export function libraryFolder(): string {
  return path.join(runtimeFolder(), 'vectorize');
}
