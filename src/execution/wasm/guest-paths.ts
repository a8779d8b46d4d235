import path from 'node:path';
import { RESOURCES, RUNTIME } from '../../clang/compiler.js';
import { runtimeFolder } from '../../clang/resources.js';

export interface Folders {
  /** clang's unpacked headers and libraries on this machine. */
  readonly resources: string;
  /** The build cache, where sources under way lie. */
  readonly cache: string;
}

/**
 * A file clang read, on this machine, if its contents belong into a cache key of their own: clang's own headers are covered by the
 * package's version, the sources by the request.
 */
export function hostPath(guest: string, folders: Folders): string | null {
  const file = path.resolve('/', guest);
  if (file.startsWith(`${RESOURCES}/`) || file.startsWith(folders.cache + path.sep)) return null;
  return file.startsWith(`${RUNTIME}/`) ? path.join(runtimeFolder(), file.slice(RUNTIME.length)) : file;
}
