/** Computes the result of `make` at the first call and returns it again later. */
export function once<Result>(make: () => Result): () => Result {
  const memoized = onceEach(make);
  return () => memoized(undefined);
}

/** Computes the result of `make` once for each argument. */
export function onceEach<Argument, Result>(make: (argument: Argument) => Result): (argument: Argument) => Result {
  const known = new Map<Argument, Result>();
  return (argument) => {
    if (!known.has(argument)) known.set(argument, make(argument));
    return known.get(argument)!;
  };
}
