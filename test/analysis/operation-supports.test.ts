import { afterAll, expect, test } from 'vitest';
import { operationSupports } from '../../src/analysis/operation-supports.js';
import { ReadPrograms } from '../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

test('an operation is over the dimensions its operands follow from, and over none that a constant of the source keeps wide', async () => {
  const program = await programs.readText(`
    double f(double a, double b, double c, float x) {
      double sum = a + b;
      double scaled = 2 * c;
      double mixed = (sum * c) - b;
      double kept = x * 0.1;
      return mixed + scaled + kept;
    }
    int main() { return (int) f(1, 2, 3, 4); }
  `);
  const named = ['f.a', 'f.b', 'f.c', 'f.sum', 'f.scaled', 'f.mixed', 'f.kept'];
  const dimensions = named.map((id) => ({ sites: [program.sites.findIndex((site) => site.id === id)] }));
  const supports = operationSupports(program, dimensions).map((one) => one.map((at) => named[at]).join(' '));
  expect(supports.sort()).toEqual(
    ['f.a f.b', 'f.c f.sum', 'f.b f.c f.sum', 'f.scaled f.mixed', 'f.scaled f.mixed f.kept']
      .map((one) =>
        one
          .split(' ')
          .sort((a, b) => named.indexOf(a) - named.indexOf(b))
          .join(' '),
      )
      .sort(),
  );
});

test('those with the most executions come first if counts are known', async () => {
  const program = await programs.readText(
    'double f(double a, double b, double c) { double s = a + b; double t = b * c; return s - t; }\nint main() { return (int) f(1, 2, 3); }',
  );
  const dimensions = ['f.a', 'f.b', 'f.c'].map((id) => ({ sites: [program.sites.findIndex((one) => one.id === id)] }));
  const often = (operation: number) => (program.operations[operation]!.kind === 'mul' ? 100 : 1);
  expect(operationSupports(program, dimensions, often)).toEqual([
    [1, 2],
    [0, 1],
  ]);
});
