import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
/** It looks at the layers and nothing else, and `npm run check` runs it. */
const RUN_BY_CHECK = 'scripts/check-layers.mjs';
const files = ['scripts', 'bench', 'experiments']
  .flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name)),
  )
  .filter((file) => file.endsWith('.mjs') && file !== RUN_BY_CHECK);

describe('our own scripts', () => {
  test.each(files)('%s loads, does nothing where only asked for help, and says what it is for', (file) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, '--help'], { cwd: root, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    const isModule = /^export /m.test(text) && !/^await alone\(/m.test(text);
    if (!isModule) expect(stdout.length, 'the comment at its head').toBeGreaterThan(20);
  });

  test('import what they need of the program through the library or its one back door', () => {
    const deep = files.filter((file) =>
      /(?:from|import)\s*\(?\s*'[^']*\bdist\/(?!(?:index|internal)\.js')|\bload\('/.test(
        fs.readFileSync(path.join(root, file), 'utf8'),
      ),
    );
    expect(deep).toEqual([]);
  });
});
