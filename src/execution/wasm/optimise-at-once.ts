import v8 from 'node:v8';
import { importsOf, ModuleReader, SECTION, type Section, sectionsOf } from './module-sections.js';

const FUNCTION_NAMES = 1;
/** Hint: compile on first call, with the optimising compiler at once. Strategy, baseline tier and top tier have two bits each. */
const LAZY_AND_OPTIMISED = 0b10_10_01;
const NO_HINT = 0;
/** The first function after the program's own: objects are linked in order, and runtime/engines/wasm-support.c follows them. */
const FIRST_SUPPORT_FUNCTION = '__wrap_sbrk';

/** V8's default: the amount of work after which a function is optimised. */
const TIERING_BUDGET = 1_800_000;
/** V8 of Node 20 to 22; later versions replaced this form of the hints. */
const READS_HINTS = /^1[12]\./.test(process.versions.v8);

/**
 * V8 starts a function with its baseline compiler and uses optimised code from the next call on: a hot loop in `main` would run at a half to a
 * third of its speed until its end. A section of compilation hints (which V8 reads with a flag) requests optimised code at once, only for the
 * program's own functions: optimising the C library would cost 0.1 to 0.6 s per program, with little effect.
 */
export function compileProgram(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  // a module uses the budget at its creation; the budget set for the compiler's module would leave libm unoptimised
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

/** Null if the module does not have the expected structure; it then runs without hints. */
function withHints(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const sections = sectionsOf(bytes);
  const code = sections.find((section) => section.id === SECTION.code);
  const functions = sections.find((section) => section.id === SECTION.function);
  if (!code || !functions) return null;
  const declared = new ModuleReader(bytes, functions.body).unsigned();
  const end = indexOfFunction(bytes, sections, FIRST_SUPPORT_FUNCTION);
  const own = end === null ? declared : end - importsOf(bytes, sections).functions;
  const hints = new Uint8Array(declared).fill(NO_HINT).fill(LAZY_AND_OPTIMISED, 0, own);
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
