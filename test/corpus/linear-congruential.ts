/** The generator the corpus programs draw from: 32 bits, state · 1664525 + 1013904223. */
export function linearCongruential(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
}
