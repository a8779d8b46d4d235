import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../src/support/temporary-folder.js';

const root = path.join(import.meta.dirname, '../../..');
const hasNvcc = spawnSync('nvcc', ['--version']).status === 0;
if (!hasNvcc) console.warn('SKIPPED: no nvcc on the PATH, so the vector library is not compiled for GPUs');

test.skipIf(!hasNvcc)(
  'the vector library compiles for every GPU that nvcc knows, in every format',
  () => {
    const folder = temporaryFolder('mantissa-architectures-');
    const object = path.join(folder.path, 'object.o');
    const flags = ['-std=c++17', '-arch=all', '-I', path.join(root, 'runtime/vectorize'), '-c', '-o', object];
    const sample = path.join(root, 'test/samples/vectorize/every-function.cu');
    const { stderr } = spawnSync('nvcc', [...flags, sample], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(fs.existsSync(object)).toBe(true);
    folder.remove();
  },
  600_000,
);
