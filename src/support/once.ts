/** What `make` returns, made at the first call. */
export function once<Made>(make: () => Made): () => Made {
  const made = onceEach(make);
  return () => made(undefined);
}

/** What `make` returns for each argument, made at the first call with it. */
export function onceEach<Asked, Made>(make: (asked: Asked) => Made): (asked: Asked) => Made {
  const known = new Map<Asked, Made>();
  return (asked) => {
    if (!known.has(asked)) known.set(asked, make(asked));
    return known.get(asked)!;
  };
}
