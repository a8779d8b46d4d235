import { expect, it } from 'vitest';
import { Turns } from '../../src/support/turns.js';

/** Tasks that run until they are ended; `begun` lists those that have started. */
function crowd(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (way: 'take' | 'beside' | 'alone', name: string) =>
    turns[way](async () => {
      begun.push(name);
      await new Promise<void>((go) => ends.set(name, go));
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise(setImmediate);
    return begun.join(' ');
  };
  return { begun, start, end };
}

it('a limited number run at a time, in order of arrival; work that needs no place does not wait', async () => {
  const { begun, start, end } = crowd(new Turns(2));
  for (const name of ['a', 'b', 'c', 'd']) void start('take', name);
  void start('beside', 'e');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'b', 'e']);
  expect(await end('b')).toBe('a b e c');
  expect(await end('a')).toBe('a b e c d');
});

it.each([2, Number.POSITIVE_INFINITY])(
  'who must be alone of %d waits for all, and all that came later for it',
  async (places) => {
    const { begun, start, end } = crowd(new Turns(places));
    void start('take', 'a');
    void start('beside', 'b');
    void start('alone', 'c');
    void start('alone', 'd');
    void start('beside', 'e');
    void start('take', 'f');
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b']);
    expect(await end('a')).toBe('a b');
    expect(await end('b')).toBe('a b c');
    expect(await end('c')).toBe('a b c d');
    expect(await end('d')).toBe('a b c d e f');
  },
);

it('a failed task releases its place', async () => {
  const turns = new Turns(1);
  await expect(turns.alone(() => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed');
  await expect(turns.take(() => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed');
  await expect(turns.take(async () => 'done')).resolves.toBe('done');
});
