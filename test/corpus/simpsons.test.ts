import { expect, it } from 'vitest';
import { describeProgram } from './corpus-program.js';

const exact = { sine: 2 / Math.PI, decay: 1 - 6 * Math.exp(-5) };

describeProgram('simpsons', (run) => {
  it.each(['sine', 'decay'] as const)(
    'is closer to the integral of %s by 16 with twice the intervals',
    async (name) => {
      const errors = (await run('512'))[name]!.map((value) => Math.abs(value - exact[name]));
      expect(errors).toHaveLength(4);
      for (let level = 1; level < 4; level++)
        expect(Math.abs(errors[level - 1]! / errors[level]! - 16)).toBeLessThan(0.5);
    },
  );

  it('agrees with the closed forms to rounding once the intervals are many', async () => {
    const printed = await run('16000');
    expect(Math.abs(printed.sine!.at(-1)! - exact.sine)).toBeLessThan(1e-13);
    expect(Math.abs(printed.decay!.at(-1)! - exact.decay)).toBeLessThan(1e-12);
  });
});
