import { expect, it } from 'vitest';
import { describeProgram } from './corpus-program.js';

const PER_BOX = 128;
const DECAY = 8;
const CUTOFF = 1;

interface Particle {
  readonly at: readonly [number, number, number];
  readonly charge: number;
}

/** The particles the program starts from: its generator is part of what it promises. */
function startingParticles(side: number): Particle[] {
  let state = 20130524n;
  const uniform = () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 11n) / 2 ** 53;
  };
  return Array.from({ length: side ** 3 * PER_BOX }, (_, i) => {
    const box = Math.floor(i / PER_BOX);
    const x = (box % side) + uniform();
    const y = (Math.floor(box / side) % side) + uniform();
    const z = Math.floor(box / side ** 2) + uniform();
    return { at: [x, y, z], charge: 0.1 + 0.9 * uniform() };
  });
}

/** Every pair, without boxes: cut off where the program cuts off. */
function directEnergy(particles: readonly Particle[]): number {
  let energy = 0;
  for (const [i, one] of particles.entries())
    for (const other of particles.slice(0, i)) {
      const square = one.at.reduce((sum, value, axis) => sum + (value - other.at[axis]!) ** 2, 0);
      if (square < CUTOFF ** 2) energy += one.charge * other.charge * Math.exp(-DECAY * square);
    }
  return energy;
}

describeProgram('boxmd', (run) => {
  it('finds the energy that adding up all pairs finds', async () => {
    for (const side of [1, 2]) {
      const { energy } = await run(`${side}`, '0');
      expect(energy![0]! / directEnergy(startingParticles(side))).toBeCloseTo(1, 12);
    }
  });

  it('loses as much energy as friction takes while particles give way', async () => {
    const { energy, force } = await run('2', '1');
    const atRest = await run('2', '0');
    expect(energy![1]).toBeLessThan(energy![0]!);
    // one small step along the forces: their square times the mobility, but for the few particles at a wall
    const friction = 1e-4 * (8 * PER_BOX) * ((force![0]! + atRest.force![0]!) / 2) ** 2;
    expect((energy![0]! - energy![1]!) / friction).toBeGreaterThan(0.95);
    expect((energy![0]! - energy![1]!) / friction).toBeLessThan(1.05);
  });

  it('keeps every particle in its box', async () => {
    const { position } = await run('2', '60');
    const samples = position!.length / 3;
    for (let s = 0; s < samples; s++) {
      const box = Math.floor(((2 * s + 1) * 8) / (2 * samples));
      const corner = [box % 2, Math.floor(box / 2) % 2, Math.floor(box / 4)];
      for (const [axis, lowest] of corner.entries()) {
        expect(position![3 * s + axis]).toBeGreaterThanOrEqual(lowest);
        expect(position![3 * s + axis]).toBeLessThanOrEqual(lowest + 1);
      }
    }
  });
});
