/**
 * Headers that bring most of the C++ library, largest first. The first one takes five seconds to read, and each of the others a tenth
 * of one after it: precompiled alone, it serves every program that includes it.
 */
const LARGE = ['vector', 'algorithm', 'iostream', 'string', 'map', 'functional', 'memory', 'sstream', 'numeric'];

export function largestHeader(headers: readonly string[]): string | undefined {
  return LARGE.find((name) => headers.includes(name));
}
