/** What each command says of itself, as a whole: texts in files, which `npm run test:texts` writes anew. Read the difference before you keep it. */
import { expect, test } from 'vitest';
import { commands } from '../../src/cli/command-list.js';
import { mantissa } from '../support/command-line.js';

const shown = commands.filter(({ isHidden }) => !isHidden).map(({ name }) => name);

test('mantissa --help', async () => {
  const { exitCode, stdout, stderr } = await mantissa(['--help']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  await expect(`${stdout}\n`).toMatchFileSnapshot('help-texts/mantissa.txt');
});

test.each(shown)('mantissa %s --help', async (name) => {
  const { exitCode, stdout, stderr } = await mantissa([name, '--help']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  await expect(`${stdout}\n`).toMatchFileSnapshot(`help-texts/${name}.txt`);
});
