import { expect, it } from 'vitest';
import { describeProgram } from './corpus-program.js';

const DENSITY = 0.8442;
const TEMPERATURE = 0.72;
const CUTOFF = 2.5;

/** Energy and virial of one atom in a perfect face-centred cubic crystal, by adding up its shells. */
function latticeSums(): { energy: number; virial: number } {
  const spacing = Math.cbrt(4 / DENSITY);
  const lennardJones = (r2: number) => 4 * (r2 ** -6 - r2 ** -3);
  let energy = 0;
  let virial = 0;
  for (let i = -4; i <= 4; i++)
    for (let j = -4; j <= 4; j++)
      for (let k = -4; k <= 4; k++) {
        const r2 = (spacing / 2) ** 2 * (i * i + j * j + k * k);
        if ((i + j + k) % 2 !== 0 || r2 === 0 || r2 > CUTOFF ** 2) continue;
        energy += (lennardJones(r2) - lennardJones(CUTOFF ** 2)) / 2;
        virial += (48 * r2 ** -6 - 24 * r2 ** -3) / 2;
      }
  return { energy, virial };
}

describeProgram('ljmd', (run) => {
  it('starts with the energy and the pressure of a crystal at its temperature', async () => {
    const { kinetic, potential, pressure } = await run('5', '0');
    const { energy, virial } = latticeSums();
    expect(kinetic![0]).toBeCloseTo(1.5 * TEMPERATURE, 12);
    expect(potential![0]).toBeCloseTo(energy, 12);
    expect(pressure![0]).toBeCloseTo(DENSITY * (TEMPERATURE + virial / 3), 11);
  });

  it('conserves energy while kinetic turns into potential', async () => {
    const { kinetic, total } = await run('5', '100');
    expect(Math.abs(kinetic![1]! - kinetic![0]!)).toBeGreaterThan(0.2);
    expect(Math.abs(total![1]! - total![0]!)).toBeLessThan(1e-4);
  });

  it('leaves no atom outside the box', async () => {
    const { position } = await run('6', '20');
    for (const coordinate of position!) {
      expect(coordinate).toBeGreaterThanOrEqual(0);
      expect(coordinate).toBeLessThan(6 * Math.cbrt(4 / DENSITY));
    }
  });
});
