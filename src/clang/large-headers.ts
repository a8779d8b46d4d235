/**
 * Headers that include most of the C++ library, the largest first. The first one takes five seconds to parse, each further one a tenth of its own
 * time after that, so one precompiled header with them serves every program that includes any.
 */
const LARGE = ['vector', 'algorithm', 'iostream', 'string', 'map', 'functional', 'memory', 'sstream', 'numeric'];

export function largestHeader(headers: readonly string[]): string | undefined {
  return LARGE.find((name) => headers.includes(name));
}
