import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { canonicalPath } from '../../src/clang/canonical-path.js';
import { Scratch } from '../support/command-line.js';

test('a file has one name, and a .. after a symbolic link leads where the kernel goes', () => {
  using scratch = new Scratch({ 'a/b/file.h': '', 'a/include/x.h': '', 'include/x.h': '' });
  fs.symlinkSync('a/b', scratch.path('link'));
  const at = (name: string) => scratch.path(name);
  expect(canonicalPath(at('a/b/file.h'))).toBe(at('a/b/file.h'));
  expect(canonicalPath(`${scratch.folder}/a/b/../include/x.h`)).toBe(at('a/include/x.h'));
  expect(canonicalPath(`${scratch.folder}/a/b/../../include/x.h`)).toBe(at('include/x.h'));
  expect(canonicalPath(`${scratch.folder}/a/b/../../a/b/../include/x.h`)).toBe(at('a/include/x.h'));
  // textually this would be include/x.h beside the link
  expect(canonicalPath(`${scratch.folder}/link/../include/x.h`)).toBe(fs.realpathSync(at('a/include/x.h')));
  expect(canonicalPath(`${scratch.folder}/absent/../include/x.h`)).toBeUndefined();
  expect(canonicalPath('/a..b/..c/d')).toBe('/a..b/..c/d');
});
