import { expect, it } from 'vitest';
import { describeProgram } from './corpus-program.js';
import { linearCongruential } from './linear-congruential.js';

const HIDDEN = 16;
const TARGET = 0.9;
const squash = (x: number) => 1 / (1 + Math.exp(-x));

interface Network {
  readonly input: readonly number[];
  readonly weights: number[];
  readonly outputWeights: readonly number[];
}

function initialNetwork(inputs: number): Network {
  const next = linearCongruential(19860533);
  const uniform = () => (next() >>> 8) / 2 ** 24;
  const spread = Math.fround(4 / Math.fround(Math.sqrt(inputs)));
  const input = Array.from({ length: inputs }, uniform);
  const weights = Array.from({ length: inputs * HIDDEN }, () => Math.fround(spread * (uniform() - 0.5)));
  return { input, weights, outputWeights: Array.from({ length: HIDDEN }, () => uniform() - 0.5) };
}

function output({ input, weights, outputWeights }: Network): number {
  const hidden = outputWeights.map((_, j) =>
    squash(input.reduce((sum, value, i) => sum + value * weights[i * HIDDEN + j]!, 0)),
  );
  return squash(hidden.reduce((sum, value, j) => sum + value * outputWeights[j]!, 0));
}

/** Central difference of ½(target − output)² by one weight. */
function slope(network: Network, weight: number): number {
  const error = (shift: number) => {
    const weights = network.weights.with(weight, network.weights[weight]! + shift);
    return (TARGET - output({ ...network, weights })) ** 2 / 2;
  };
  return (error(1e-4) - error(-1e-4)) / 2e-4;
}

describeProgram('backprop', (run) => {
  it('moves every weight down the slope of the error', async () => {
    const inputs = 24;
    const printed = await run(`${inputs}`, '1', 'all');
    const network = initialNetwork(inputs);
    expect(printed.weight).toHaveLength(inputs * HIDDEN);
    expect(printed.output![0]).toBeCloseTo(output(network), 6);
    const steps = network.weights.map((before, weight) => [
      printed.weight![weight]! - before,
      (-8 / inputs) * slope(network, weight),
    ]);
    for (const [taken, expected] of steps) expect(Math.abs(taken! - expected!)).toBeLessThan(1e-7);
    expect(Math.max(...steps.map(([taken]) => Math.abs(taken!)))).toBeGreaterThan(1e-3);
  });

  it.each([1, 100, 1024])('comes closer to the target every epoch, with %d inputs', async (inputs) => {
    const outputs = (await run(`${inputs}`, '8')).output!;
    expect(outputs).toHaveLength(8);
    for (let epoch = 1; epoch < 8; epoch++)
      expect(Math.abs(TARGET - outputs[epoch]!)).toBeLessThan(Math.abs(TARGET - outputs[epoch - 1]!));
  });
});
