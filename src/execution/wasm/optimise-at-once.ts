import v8 from 'node:v8';
import { importsOf, ModuleReader, SECTION, type Section, sectionsOf } from './module-sections.js';

const FUNCTION_NAMES = 1;
/** Compile when first called, with the optimising compiler straight away: strategy, baseline tier and top tier, two bits each. */
const LAZY_AND_OPTIMISED = 0b10_10_01;
const AS_ALWAYS = 0;
/** First function behind the program's own: objects are linked in order, and runtime/engines/wasm-support.c comes right after them. */
const FIRST_OF_OURS = '__wrap_sbrk';

/** V8's own default: the work after which a function is optimised. */
const TIERING_BUDGET = 1_800_000;
/** V8 of Node 20 to 22; later versions replaced this form of the hints. */
const READS_HINTS = /^1[12]\./.test(process.versions.v8);

/**
 * V8 starts a function with its baseline compiler and swaps in optimised code at the next call: a hot loop in `main` would run at a
 * half to a third of its speed to its end. A section of hints (V8 reads it behind a flag) asks for optimised code at once, for the program's
 * own functions only: the C library is fast enough as it is, and optimising it would cost 0.1 to 0.6 s per program.
 */
export function compileProgram(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  // a module takes the budget of the moment it is made; the one set for the compiler's own module would keep libm slow
  v8.setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  const hinted = READS_HINTS ? withHints(bytes) : null;
  if (!hinted) return new WebAssembly.Module(bytes);
  v8.setFlagsFromString('--experimental-wasm-compilation-hints');
  try {
    return new WebAssembly.Module(hinted);
  } finally {
    v8.setFlagsFromString('--no-experimental-wasm-compilation-hints');
  }
}

/** null: the module does not look as we link them; it runs all the same. */
function withHints(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const sections = sectionsOf(bytes);
  const code = sections.find((section) => section.id === SECTION.code);
  const functions = sections.find((section) => section.id === SECTION.function);
  if (!code || !functions) return null;
  const declared = new ModuleReader(bytes, functions.body).unsigned();
  const end = indexOfFunction(bytes, sections, FIRST_OF_OURS);
  const own = end === null ? declared : end - importsOf(bytes, sections).functions;
  const hints = new Uint8Array(declared).fill(AS_ALWAYS).fill(LAZY_AND_OPTIMISED, 0, own);
  const name = Buffer.from('compilationHints', 'latin1');
  const body = Buffer.concat([unsigned(name.length), name, unsigned(declared), hints]);
  const section = Buffer.concat([Uint8Array.of(SECTION.custom), unsigned(body.length), body]);
  return Uint8Array.from(Buffer.concat([bytes.subarray(0, code.start), section, bytes.subarray(code.start)]));
}

function indexOfFunction(bytes: Uint8Array, sections: readonly Section[], wanted: string): number | null {
  for (const section of sections) {
    if (section.id !== SECTION.custom) continue;
    const reader = new ModuleReader(bytes, section.body);
    if (reader.text() !== 'name') continue;
    while (reader.at < section.end) {
      const part = reader.byte();
      const size = reader.unsigned();
      if (part !== FUNCTION_NAMES) {
        reader.at += size;
        continue;
      }
      for (let left = reader.unsigned(); left > 0; left--) {
        const index = reader.unsigned();
        if (reader.text() === wanted) return index;
      }
    }
  }
  return null;
}

function unsigned(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  do {
    bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left >>>= 7;
  } while (left > 0);
  return Uint8Array.from(bytes);
}
