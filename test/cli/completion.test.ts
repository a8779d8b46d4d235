import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectNamed } from '../support/naming.js';

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

const script = async (shell: string) => {
  const { stdout, exitCode } = await mantissa(['completion', shell]);
  expect(exitCode).toBe(0);
  return stdout;
};

/** What a shell offers for the last of these words. */
const LINES: readonly (readonly [line: string, offered: string])[] = [
  ['t', 'trials tune'],
  ['tune --metr', '--metric'],
  ['tune --metric max', 'max-absolute max-relative'],
  ['tune --strategy gen', 'genetic'],
  ['tune --scope ', 'all kernels'],
  ['completion ', 'bash fish zsh'],
  ['inspect wav', 'wave.c'],
  ['tune wave.c --trials ', ''],
  ['tune -o fold', 'folder of studies'],
  ['run wave.c -- wav', 'wave.c'],
];

describe('mantissa completion', () => {
  it.skipIf(!has('bash'))('completes commands, options, choices and files in bash', async () => {
    using scratch = new Scratch({ 'wave.c': '', 'folder of studies/x': '' });
    const tries = LINES.map(([line]) => {
      const words = ['mantissa', ...line.split(' ')].map((one) => `'${one}'`);
      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; COMPREPLY=(); _mantissa; sorted "\${COMPREPLY[@]}"`;
    });
    const text = `${await script('bash')}
sorted() { printf '%s\\n' "$@" | sort | tr '\\n' ' '; echo; }
${tries.join('\n')}
complete -p mantissa
`;
    const { stdout, stderr } = spawnSync('bash', ['--norc'], { cwd: scratch.folder, input: text, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([...LINES.map(([, offered]) => offered), 'complete -F _mantissa mantissa']);
  });

  it.skipIf(!has('fish'))('completes the same in fish', async () => {
    const source = await script('fish');
    const offered = (line: string) =>
      spawnSync('fish', ['--no-config', '-c', `${source}\ncomplete -C 'mantissa ${line}'`], { encoding: 'utf8' })
        .stdout.split('\n')
        .map((one) => one.split('\t')[0])
        .filter(Boolean)
        .sort()
        .join(' ');
    expect(offered('tune --metric max')).toBe('max-absolute max-relative');
    expect(offered('completion ')).toBe('bash fish zsh');
    expect(offered('comp')).toBe('compare completion');
  });

  it.skipIf(!has('zsh'))('is a text that zsh reads', async () => {
    const { stderr, status } = spawnSync('zsh', ['-f', '-n'], { input: await script('zsh'), encoding: 'utf8' });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  });

  it('knows every command of the help, in each shell', async () => {
    const help = (await mantissa(['--help'])).stdout;
    const commands = [...help.slice(help.indexOf('Commands:')).matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name!);
    expect(commands.length).toBeGreaterThan(15);
    for (const shell of ['bash', 'zsh', 'fish']) {
      const text = await script(shell);
      for (const name of commands)
        if (name !== 'help') expect(text, `${shell}: ${name}`).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  it('is refused for an unknown shell', async () => {
    const { exitCode, stderr } = await mantissa(['completion', 'tcsh']);
    expect(exitCode).toBe(2);
    expectNamed(stderr, 'bash', 'zsh', 'fish');
  });
});

for (const shell of ['bash', 'zsh', 'fish'])
  if (!has(shell)) console.warn(`SKIPPED: no ${shell} on the PATH, so its completions are not tried`);

describe('mantissa tune --help', () => {
  it('has a line for each strategy', async () => {
    const { stdout } = await mantissa(['tune', '--help']);
    expect(stdout).toMatch(/\nStrategies:\n {2}auto +predict error and time/);
    expect(stdout).toMatch(/\n {2}delta-debugging +bisect the set of groups/);
  });
});
