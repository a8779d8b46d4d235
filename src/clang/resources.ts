import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as tar from 'tar';
import { makeFolder } from '../support/make-folder.js';
import { packageRoot } from '../support/package-root.js';
import { cacheFault } from './cache-fault.js';
import { UNPACKING } from './housekeeping.js';

const require = createRequire(import.meta.url);

/** The contents of `@yowasp/clang`: the compiler as one module, its headers and libraries as a tar file. */
export interface ClangPackage {
  readonly version: string;
  readonly modulePath: string;
  readonly resourcesPath: string;
}

export function locateClangPackage(): ClangPackage {
  const folder = path.dirname(require.resolve('@yowasp/clang'));
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, '..', 'package.json'), 'utf8')) as { version: string };
  return {
    version: manifest.version,
    modulePath: path.join(folder, 'llvm.core.wasm'),
    resourcesPath: path.join(folder, 'llvm-resources.tar'),
  };
}

/** Mantissa's own C++ and CUDA headers, installed beside `dist/`. */
export function runtimeFolder(): string {
  return path.join(packageRoot, 'runtime');
}

/** Its subfolders on the include path of programs. */
export function headerFolders(): string[] {
  return ['mantissa', 'cuda', 'posix'].map((name) => path.join(runtimeFolder(), name));
}

/**
 * Unpacks clang's resources into the cache, once per version. The folder appears by an atomic rename, so that a killed process leaves only a
 * temporary folder, and concurrent processes agree on one.
 */
export function unpackResources(clang: ClangPackage, cache: string): string {
  const folder = path.join(cache, `clang-${clang.version}`);
  const sentinel = path.join(folder, 'include', 'c++', 'v1', 'cmath');
  try {
    if (fs.existsSync(sentinel)) return folder;
    makeFolder(cache);
    const temporary = fs.mkdtempSync(path.join(cache, UNPACKING));
    try {
      // strict: otherwise a file that cannot be written completely (a full disk) is only a warning
      tar.x({ file: clang.resourcesPath, cwd: temporary, sync: true, strict: true });
      if (!fs.existsSync(path.join(temporary, 'include', 'c++', 'v1', 'cmath')))
        throw new Error('the archive is incomplete');
      fs.renameSync(temporary, folder);
    } catch (error) {
      fs.rmSync(temporary, { recursive: true, force: true });
      if (!fs.existsSync(sentinel)) throw error; // otherwise another process was faster: use its folder
    }
    return folder;
  } catch (error) {
    throw cacheFault(cache, error);
  }
}
