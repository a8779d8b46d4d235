import path from 'node:path';
import { canonicalPath, hasDotDot } from './canonical-path.js';

const ENOENT = 44; // the number in WASI
const PAGE_BYTES = 65_536;

type Import = (...parameters: never[]) => number;

/**
 * Gives paths with `..` the meaning that they have for the kernel. The WASI library resolves `/a/b/c/../d` to `/a/d` (it searches for the first slash
 * instead of the last), so it only gets paths without `..`: below the root folder resolved like the kernel, with symbolic links; below the other
 * folders, which have no links, textually.
 */
export function withoutDotDot(
  imports: Record<string, unknown>,
  rootDescriptor: number,
  memory: () => WebAssembly.Memory,
): void {
  // a page of the module's memory that its allocator does not know
  let scratch: number | null = null;
  // the index of the path parameter, which its length follows
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
