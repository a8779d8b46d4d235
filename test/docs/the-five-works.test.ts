import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isInSuite } from '../suites.js';
import { mantissa, Scratch } from '../support/command-line.js';

const root = path.resolve(import.meta.dirname, '../..');
const page = fs.readFileSync(path.join(root, 'docs/the-five-works.md'), 'utf8');

interface Row {
  readonly work: string;
  readonly command: string;
  readonly needsGpu: boolean;
  readonly difference: string;
}

/** The rows of the page's tables. */
const rows: Row[] = page.split('\n').flatMap((line) => {
  const cells = line.split('|').map((one) => one.trim());
  if (cells.length !== 6 || cells[1] === '---' || cells[2] === 'command here') return [];
  const [, work, command, , difference] = cells as [string, string, string, string, string];
  const [, words = ''] = /^`([^`]*)`/.exec(command) ?? [];
  return [{ work, command: words, needsGpu: command.includes('(GPU)'), difference }];
});
const commands = rows.flatMap(({ command, needsGpu }) => (command === '' || needsGpu ? [] : [command]));

test('every row of the page has a command, or says what is missing', () => {
  expect(rows.length).toBeGreaterThan(35);
  for (const { work, command, difference } of rows)
    expect(command !== '' || difference.includes('**missing**'), work).toBe(true);
});

test('scripts on the page exist', () => {
  for (const { command, needsGpu } of rows) {
    if (command === '' || command.startsWith('mantissa ')) continue;
    expect(needsGpu, command).toBe(true);
    expect(fs.existsSync(path.join(root, command)), command).toBe(true);
  }
});

/** In the order of the page: `show` and `verify` need the studies of the rows before them. */
describe.runIf(isInSuite('docs: the commands of the five works'))('the commands without a GPU', () => {
  const scratch = new Scratch({});
  afterAll(() => scratch[Symbol.dispose]());
  for (const name of fs.readdirSync(path.join(root, 'corpus')))
    fs.cpSync(path.join(root, 'corpus', name), scratch.path(`corpus/${name}`), { recursive: true });

  test.each(commands)('%s', async (command) => {
    const [program, ...words] = command.split(' ');
    expect(program).toBe('mantissa');
    const { exitCode, stdout, stderr } = await mantissa(words, { cwd: scratch.folder });
    expect(exitCode, stderr).toBe(0);
    expect(`${stdout}${stderr}`.length).toBeGreaterThan(0);
  });
});
