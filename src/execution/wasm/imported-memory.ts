const IMPORT_SECTION = 2;
const [FUNCTION, TABLE, MEMORY, GLOBAL] = [0, 1, 2, 3];
const HAS_MAXIMUM = 1;

/** Pages a module asks its imported memory to start with (its static data and stack), read from its import section. */
export function initialPagesOf(module: Uint8Array): number {
  let at = 8; // behind the magic number and version
  const unsigned = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const skipName = () => {
    const length = unsigned();
    at += length;
  };
  while (at < module.length) {
    const section = module[at++];
    const size = unsigned();
    if (section !== IMPORT_SECTION) {
      at += size;
      continue;
    }
    for (let left = unsigned(); left > 0; left--) {
      skipName(); // of the module
      skipName(); // of the import
      const kind = module[at++];
      if (kind === FUNCTION) unsigned();
      else if (kind === GLOBAL) at += 2;
      else if (kind === TABLE || kind === MEMORY) {
        if (kind === TABLE) at++;
        const flags = module[at++]!;
        const minimum = unsigned();
        if (flags & HAS_MAXIMUM) unsigned();
        if (kind === MEMORY) return minimum;
      } else throw new Error(`import of kind ${kind} in a module we linked ourselves`);
    }
  }
  throw new Error('the module imports no memory');
}
