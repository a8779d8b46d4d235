import path from 'node:path';
import { canonicalPath, hasDotDot } from './canonical-path.js';

const ENOENT = 44; // as WASI numbers it
const PAGE_BYTES = 65_536;

type Import = (...parameters: never[]) => number;

/**
 * Makes paths with `..` mean what they mean to the kernel. The WASI library takes `/a/b/c/../d` for `/a/d` (it looks for
 * the first slash where it should look for the last), so it is handed paths without `..`: below the root folder as the
 * kernel resolves them, symbolic links included; below the other folders, which hold no links, by the text alone.
 */
export function withoutDotDot(
  imports: Record<string, unknown>,
  rootDescriptor: number,
  memory: () => WebAssembly.Memory,
): void {
  // a page of the module's memory that its own allocator did not ask for and so never uses
  let scratch: number | null = null;
  // which parameter is the path; its length follows it
  for (const [name, index] of [
    ['path_open', 2],
    ['path_filestat_get', 2],
    ['path_readlink', 1],
  ] as const) {
    const original = imports[name] as Import;
    imports[name] = (...parameters: (number | bigint)[]): number => {
      const written = textAt(memory(), Number(parameters[index]), Number(parameters[index + 1]));
      if (!hasDotDot(written)) return original(...(parameters as never[]));
      const resolved =
        parameters[0] === rootDescriptor ? canonicalPath(`/${written}`)?.slice(1) : path.posix.normalize(written);
      if (resolved === undefined) return ENOENT;
      const bytes = Buffer.from(resolved === '' ? '.' : resolved);
      scratch ??= memory().grow(1) * PAGE_BYTES;
      if (bytes.length > PAGE_BYTES) return ENOENT;
      new Uint8Array(memory().buffer).set(bytes, scratch);
      parameters[index] = scratch;
      parameters[index + 1] = bytes.length;
      return original(...(parameters as never[]));
    };
  }
}

function textAt(memory: WebAssembly.Memory, start: number, length: number): string {
  return Buffer.from(memory.buffer, start, length).toString('utf8');
}
