/** The part of the WebAssembly binary format needed to inspect Mantissa's own modules. */
export const SECTION = { custom: 0, import: 2, function: 3, code: 10 } as const;

export interface Section {
  readonly id: number;
  /** Offsets of its id, of its contents, and of its end. */
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

export class ModuleReader {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  byte(): number {
    return this.bytes[this.at++]!;
  }

  /** LEB128. */
  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  text(): string {
    const length = this.unsigned();
    this.at += length;
    return Buffer.from(this.bytes.subarray(this.at - length, this.at)).toString('latin1');
  }
}

export function sectionsOf(bytes: Uint8Array): Section[] {
  const sections: Section[] = [];
  const reader = new ModuleReader(bytes, 8); // after the magic number and version
  while (reader.at < bytes.length) {
    const start = reader.at;
    const id = reader.byte();
    const size = reader.unsigned();
    sections.push({ id, start, body: reader.at, end: reader.at + size });
    reader.at += size;
  }
  return sections;
}

const KIND = { function: 0, table: 1, memory: 2, global: 3 } as const;
const HAS_MAXIMUM = 1;

/** The number of imported functions, and the initial pages of the imported memory (static data and stack). */
export function importsOf(
  bytes: Uint8Array,
  sections: readonly Section[],
): { functions: number; initialPages: number } {
  const found = { functions: 0, initialPages: 0 };
  const section = sections.find((one) => one.id === SECTION.import);
  if (!section) return found;
  const reader = new ModuleReader(bytes, section.body);
  for (let left = reader.unsigned(); left > 0; left--) {
    reader.text();
    reader.text();
    const kind = reader.byte();
    if (kind === KIND.function) {
      reader.unsigned();
      found.functions++;
    } else if (kind === KIND.global) reader.at += 2;
    else if (kind === KIND.table || kind === KIND.memory) {
      if (kind === KIND.table) reader.byte();
      const flags = reader.byte();
      const minimum = reader.unsigned();
      if (flags & HAS_MAXIMUM) reader.unsigned();
      if (kind === KIND.memory) found.initialPages = minimum;
    } else throw new Error(`the linked module has an import of unknown kind ${kind}`);
  }
  return found;
}
