import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as sharedOptions from '../../src/cli/options/shared-options.js';
import { ChangedCopy } from '../support/changed-copy.js';
import { sourcesThatSay } from '../support/source-files.js';

const page = readFileSync(path.join(import.meta.dirname, '../../docs/adding/a-command.md'), 'utf8');
/** The page's blocks, each of which begins with its file. */
const [declaration, action, list] = [...page.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, file, text]) => ({
  file: file!,
  text: text!,
}));

describe('a command that counts, added as docs/adding/a-command.md has it', () => {
  const copy = new ChangedCopy();
  let named: string[];
  beforeAll(() => {
    for (const { file, text } of [declaration!, action!]) copy.write(file, text);
    copy.patch(list!.file, list!.text);
    named = copy.compile(['.']);
  });
  afterAll(() => copy.remove());

  it('leaves the compiler nothing to name', () => {
    expect(named).toEqual([]);
  });

  it('is in the help, and has one', () => {
    expect(copy.run('help')).toMatch(/ {2}count \[options\] \[program\.\.\.\] +count what is in a program\n/);
    expect(copy.run('count', '--help')).toMatch(/--what <kind> +what is counted \(choices: "sites", "loops"/);
  });

  it('is completed, and in the reference', () => {
    expect(copy.run('completion', 'bash')).toContain("'count --what') values='sites loops'");
    const { commands } = JSON.parse(copy.run('commands'));
    const count = commands.find(({ name }: { name: string }) => name === 'count');
    expect(count.usage).toBe('mantissa count [options] [program...]');
    expect(count.options).toContainEqual({
      ...{ flags: '--what <kind>', summary: 'what is counted' },
      ...{ choices: ['sites', 'loops'], default: 'sites', repeatable: false },
    });
  });

  it('runs', () => {
    copy.write('sum.c', 'int main(void) { double sum = 0; for (int i = 0; i < 3; i++) sum += i; return sum > 2; }\n');
    expect(copy.run('count', copy.path('sum.c'))).toBe('1\n');
    expect(JSON.parse(copy.run('count', copy.path('sum.c'), '--what', 'loops', '--json'))).toMatchObject({ loops: 1 });
  });

  it('has its options checked by the compiler', () => {
    copy.patch(
      action!.file,
      '-  const found = program[options.what].length;\n+  const found = program[options.which].length;',
    );
    expect(copy.compile(['.'])).toEqual([action!.file]);
  });
});

it('an option that several commands take is declared once', () => {
  const shared = Object.values(sharedOptions).flat();
  expect(shared.length).toBeGreaterThan(30);
  for (const { flags } of shared) {
    const declaration = new RegExp(`\\(\\s*'${flags.replace(/[[\]]/g, '\\$&')}',`);
    // verify takes the study's engine where none is named, and no auto
    const others = flags === '--engine <name>' ? ['src/cli/commands/verify.ts'] : [];
    const declaring = sourcesThatSay(declaration).filter((file) => file.startsWith('src/cli/'));
    expect(declaring, flags).toEqual([...others, 'src/cli/options/shared-options.ts']);
  }
});
