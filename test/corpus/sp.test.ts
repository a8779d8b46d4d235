import { expect, it } from 'vitest';
import { describeProgram } from './corpus-program.js';

const VARIABLES = 5;
const first = (norms: readonly number[]) => norms.slice(0, VARIABLES);
const last = (norms: readonly number[]) => norms.slice(VARIABLES);

describeProgram('sp', (run) => {
  it('lowers the residual of every variable, ever further', async () => {
    let before = first((await run('12', '0')).residual!);
    for (const iterations of ['15', '30', '60']) {
      const residual = last((await run('12', iterations)).residual!);
      for (const [m, norm] of residual.entries()) expect(norm).toBeLessThan(0.2 * before[m]!);
      before = residual;
    }
  });

  it('ends at the solution its forcing was made for, to rounding', async () => {
    const { residual, error, sample } = await run('10', '400');
    for (const norm of error!) expect(norm).toBeLessThan(2e-15);
    for (const norm of last(residual!)) expect(norm).toBeLessThan(1e-13);
    // the passive scalar of that solution is 1 + xyz; the samples lie on the diagonal, at points 1, 3, 5 and 7 of 0 … 9
    for (const [s, point] of [1, 3, 5, 7].entries())
      expect(sample![s * VARIABLES + 4]).toBeCloseTo(1 + (point / 9) ** 3, 13);
  });

  it('converges on finer grids too', async () => {
    const { residual } = await run('20', '100');
    for (const [m, norm] of last(residual!).entries()) expect(norm).toBeLessThan(1e-6 * residual![m]!);
  });
});
