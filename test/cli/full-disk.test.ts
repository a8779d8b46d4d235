import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { locateClangPackage, unpackResources } from '../../src/clang/resources.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { kernel, mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

/** A file system of that many megabytes at the folder; false where this user may not mount one. */
function mountSmall(folder: string, megabytes: number): boolean {
  fs.mkdirSync(folder);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0;
}

test('a disk that fills up while unpacking or precompiling ends with one message, and works again with room', async (context) => {
  using scratch = new Scratch({ 'k.cu': kernel('a * 2.0') });
  const disk = scratch.path('disk');
  if (!mountSmall(disk, 8)) {
    console.warn('skipped: mounting a small file system is not allowed here, so a full disk is not tested');
    return context.skip();
  }
  try {
    const inspect = () => mantissa(['inspect', 'k.cu'], { cwd: scratch.folder, env: { XDG_CACHE_HOME: disk } });
    const expectFull = async () => {
      const { exitCode, stdout, stderr } = await inspect();
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expectDiagnostic(stderr, 'MX1002', { names: ['ENOSPC'] });
      expect(stderr.split('\n')).toHaveLength(3);
    };
    await expectFull();
    expect(fs.readdirSync(path.join(disk, 'mantissa'))).toEqual([]);

    // room for the resources, none for a precompiled header
    spawnSync('mount', ['-o', 'remount,size=1024m', disk]);
    const unpacked = unpackResources(locateClangPackage(), cacheFolder());
    fs.cpSync(unpacked, path.join(disk, 'mantissa', path.basename(unpacked)), { recursive: true });
    const usedMb = Math.ceil(
      ((fs.statfsSync(disk).blocks - fs.statfsSync(disk).bfree) * fs.statfsSync(disk).bsize) / 2 ** 20,
    );
    spawnSync('mount', ['-o', `remount,size=${usedMb + 1}m`, disk]);
    await expectFull();
    expect(fs.readdirSync(path.join(disk, 'mantissa/headers')).filter((name) => !name.endsWith('.h'))).toEqual([]);

    spawnSync('mount', ['-o', 'remount,size=1024m', disk]);
    expect((await inspect()).exitCode).toBe(0);
  } finally {
    spawnSync('umount', [disk]);
  }
});
