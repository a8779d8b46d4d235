import { expect, it } from 'vitest';
import { describeProgram } from './corpus-program.js';

const BLAST = 0.851072 / 8;
/** Of all 8³ elements but the one of the blast. */
const AMBIENT = 1e-6 * 1.2 ** 3 * (1 - 8 ** -3);

describeProgram('sedov', (run) => {
  it('keeps the energy of the blast and its symmetry while a third of it starts to move', async () => {
    const { TotalEnergy, KineticEnergy, TotalAbsDiff, MaxAbsDiff } = await run('8', '60');
    expect(Math.abs(TotalEnergy![0]! / (BLAST + AMBIENT) - 1)).toBeLessThan(1e-12);
    expect(KineticEnergy![0]! / BLAST).toBeGreaterThan(0.15);
    expect(KineticEnergy![0]! / BLAST).toBeLessThan(0.45);
    expect(TotalAbsDiff![0]).toBeLessThan(1e-12);
    expect(MaxAbsDiff![0]).toBeLessThanOrEqual(TotalAbsDiff![0]!);
  });

  it('drives the shock outwards as the two fifths power of time, in all directions alike', async () => {
    for (const cycles of ['45', '80']) {
      const { Time, ShockOnAxis, ShockOnDiagonal } = await run('12', cycles);
      const radius = Time![0]! ** 0.4;
      const halfElement = 1.2 / 12 / 2;
      expect(Math.abs(ShockOnAxis![0]! - radius)).toBeLessThan(halfElement);
      expect(Math.abs(ShockOnDiagonal![0]! - radius)).toBeLessThan(halfElement);
    }
  });

  it('leaves the gas ahead of the shock as it was', async () => {
    const { AxisEnergy, DiagonalEnergy } = await run('8', '20');
    expect(AxisEnergy!.at(-2)! / 1e-6).toBeCloseTo(1, 6);
    expect(DiagonalEnergy!.at(-2)! / 1e-6).toBeCloseTo(1, 6);
  });
});
