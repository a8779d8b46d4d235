import path from 'node:path';
import { RESOURCES, RUNTIME } from '../../clang/compiler.js';
import { runtimeFolder } from '../../clang/resources.js';

export interface Folders {
  /** clang's unpacked headers and libraries on this machine. */
  readonly resources: string;
  /** The build cache, which contains the sources of current builds. */
  readonly cache: string;
}

/**
 * The host path of a file that clang read, if the cache must track it; null for clang's own headers, which the package version covers, and for
 * sources, which the request covers.
 */
export function hostPath(guest: string, folders: Folders): string | null {
  const file = path.resolve('/', guest);
  if (file.startsWith(`${RESOURCES}/`) || file.startsWith(folders.cache + path.sep)) return null;
  return file.startsWith(`${RUNTIME}/`) ? path.join(runtimeFolder(), file.slice(RUNTIME.length)) : file;
}
