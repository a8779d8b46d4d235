import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import { GuestFileSystem } from '../../src/clang/guest-file-system.js';

it('ignores files under /proc/self, which differ in the next run', () => {
  const seen = new GuestFileSystem([]);
  for (const name of fs.readdirSync('/proc/self/fd')) {
    try {
      seen.module.readlinkSync(`/proc/self/fd/${name}`);
    } catch {} // a pipe, or closed by now
  }
  expect(() => seen.module.statSync('/nowhere/at/all.h')).toThrow('ENOENT');
  expect([...seen.absent]).toEqual(['/nowhere/at/all.h']);
});
