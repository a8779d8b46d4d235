/** A seeded generator (mulberry32), so that all machines bench the same programs. */
export function seededRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (low, high) => low + Math.floor(next() * (high - low + 1));
  return { next, integer, pick: (list) => list[integer(0, list.length - 1)] };
}
