import { describe, expect, it } from 'vitest';
import { repeatedCommand } from '../../src/cli/repeated-command.js';
import { reportOf, started, trial } from '../support/recorded-study.js';

const words = (line: string) => line.split(' ');

describe('a command line repeated for a subcommand', () => {
  it.each([
    [
      'all shared options, in any spelling, with the program first',
      'mantissa phases -DN=8 -I inc --metric=max-absolute a.cu --max-error 1e-3 --flag -fcommon --scope kernels --input x b.cu',
      'tune',
      'mantissa tune a.cu b.cu -DN=8 -I inc --metric=max-absolute --max-error 1e-3 --flag -fcommon --scope kernels --input x',
    ],
    [
      'options of one command alone are left out, with their values',
      'mantissa phases a.cu --low fp16 --patch p --gpu h200 --json',
      'tune',
      'mantissa tune a.cu --gpu h200',
    ],
    [
      'the same command',
      'mantissa phases a.cu --low fp16 --engine wasm',
      'phases',
      'mantissa phases a.cu --low fp16 --engine wasm',
    ],
    [
      'arguments of the program are not options',
      'mantissa tune a.c -q -- --gpu 3 -x',
      'advise',
      'mantissa advise a.c -- --gpu 3 -x',
    ],
    ['no arguments of the program, but --', 'mantissa tune a.c --', 'advise', 'mantissa advise a.c --'],
    ['a value that looks like --', 'mantissa tune --flag=-- a.c', 'advise', 'mantissa advise a.c --flag=--'],
    [
      'values that the other command does not take',
      'mantissa tune a.c --metric command',
      'advise',
      'mantissa advise a.c',
    ],
    ['switches in one word', 'mantissa tune -qv a.c --lower-unseen', 'tune', 'mantissa tune a.c -q -v --lower-unseen'],
  ])('repeats %s', (_, typed, to, expected) => {
    expect(repeatedCommand(words(typed), to)).toBe(expected);
  });

  it('adds, replaces and removes options before the arguments of the program', () => {
    const typed = words('mantissa tune a.c --max-error=1e-6 --study s --fresh -- 4');
    const changes = { '--max-error': '1e-3', '-o': 't', '--fresh': null, '--tune-blocks': true } as const;
    expect(repeatedCommand(typed, 'tune', changes)).toBe(
      'mantissa tune a.c --max-error 1e-3 --study t --tune-blocks -- 4',
    );
  });

  it('quotes words for a shell', () => {
    expect(repeatedCommand(['mantissa', 'tune', 'a b.c', '--', 'c d'], 'check')).toBe(
      "mantissa check 'a b.c' -- 'c d'",
    );
  });
});

it('a report suggests advise for the program as the user named it, with its flags and arguments', () => {
  const command = words('mantissa tune k.cu --max-error 1e-6 -DN=4 --gpu a100 -o s -- 8 x');
  const records = [{ ...started, command }, trial(1, { x: 'fp32' }, { speedup: 1 })];
  const { verdict } = reportOf([...records, { kind: 'study-ended', reason: 'finished', best: null }]);
  expect(verdict.actions.at(-1)!.command).toBe('mantissa advise k.cu --max-error 1e-6 -DN=4 --gpu a100 -- 8 x');
});
