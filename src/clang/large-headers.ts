/**
 * Headers that include most of the C++ library, the largest first. The first that is parsed takes five seconds; after it, another one takes a tenth of
 * the time that it takes alone. So the largest is precompiled, and programs share it.
 */
const LARGE = ['vector', 'algorithm', 'iostream', 'string', 'map', 'functional', 'memory', 'sstream', 'numeric'];

export function largestHeader(headers: readonly string[]): string | undefined {
  return LARGE.find((name) => headers.includes(name));
}
