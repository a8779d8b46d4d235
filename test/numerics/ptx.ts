// Parses PTX (NVIDIA, "PTX ISA") as far as needed to find registers that are read and never written.

const withoutResult = /^(st|bra|red|bar|barrier|ret|call|membar|fence|trap|exit|prefetch)\b/;

/** Registers that are read but that no instruction writes, by function: the compiler considered them undefined. */
export function registersNeverWritten(ptx: string): string[] {
  const found: string[] = [];
  for (const body of ptx.split(/^(?=.*\.(?:entry|func)\b)/m)) {
    const name = /(?:entry|func)\s+(?:\([^)]*\)\s*)?([\w$]+)/.exec(body)?.[1] ?? '?';
    const [read, written] = [new Set<string>(), new Set<string>()];
    // statements end in semicolons; inline assembly wraps them in braces
    for (const statement of body.split(/;|\n\s*\n/)) {
      const line = statement
        .replace(/\/\/.*/g, '')
        .trimEnd()
        .split('\n')
        .at(-1)!;
      const text = line.replace(/^[\s{}]*(\$\w+:\s*)*[\s{}]*(@!?%p\d+\s+)?/, '');
      for (const register of /@!?(%p\d+)/.exec(line)?.slice(1) ?? []) read.add(register);
      if (!/^[a-z]/.test(text)) continue;
      const operands = text.replace(/^\S+\s*/, '');
      // one destination, several in braces, or a predicate and its complement
      const destinations = withoutResult.test(text) ? '' : (/^(\{[^}]*\}|[^,]*)/.exec(operands)?.[0] ?? '');
      for (const [register] of destinations.matchAll(/%[a-z]+\d+/g)) written.add(register);
      for (const [register] of operands.slice(destinations.length).matchAll(/%[a-z]+\d+/g)) read.add(register);
      // the results of a call are among its operands
      if (/^call/.test(text)) for (const [register] of operands.matchAll(/%[a-z]+\d+/g)) written.add(register);
    }
    for (const register of read) if (!written.has(register)) found.push(`${name}: ${register}`);
  }
  return found;
}
