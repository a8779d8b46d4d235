/** Computes the result of `make` at the first call and returns it again later. */
export function once<Made>(make: () => Made): () => Made {
  const made = onceEach(make);
  return () => made(undefined);
}

/** Computes the result of `make` once for each argument. */
export function onceEach<Asked, Made>(make: (asked: Asked) => Made): (asked: Asked) => Made {
  const known = new Map<Asked, Made>();
  return (asked) => {
    if (!known.has(asked)) known.set(asked, make(asked));
    return known.get(asked)!;
  };
}
