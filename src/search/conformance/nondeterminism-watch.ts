/** The nondeterministic functions (random numbers, clocks) called while `work` ran. */
export function watchNondeterminism(work: () => void): string[] {
  const used = new Set<string>();
  const { random } = Math;
  const { now } = Date;
  const elapsed = performance.now;
  Math.random = () => {
    used.add('Math.random');
    return random();
  };
  Date.now = () => {
    used.add('Date.now');
    return now();
  };
  performance.now = () => {
    used.add('performance.now');
    return elapsed.call(performance);
  };
  try {
    work();
  } finally {
    Math.random = random;
    Date.now = now;
    performance.now = elapsed;
  }
  return [...used];
}
