import { afterAll, expect, it } from 'vitest';
import { expectedExecutions } from '../../src/analysis/performance/expected-executions.js';
import { planByOperations } from '../../src/analysis/tuning-plan/plan-by-operations.js';
import { expectNamed } from '../support/naming.js';
import { ReadPrograms } from '../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

async function planned(text: string) {
  const program = await programs.readText(text);
  const operations = program.operations.flatMap(({ kind }, at) => (kind === 'convert' ? [] : [at]));
  return planByOperations(program, expectedExecutions(program), operations, 'types').map(
    ({ id, reason, operations: own }) => ({
      ...{ id, reason },
      owners: own.map((one) => program.functions[program.operations[one]!.function]!.name),
    }),
  );
}

/** A product by recursion, a loop that accumulates nothing, and arithmetic outside of both. */
const PRODUCT = `double product(int n) { if (n <= 1) return 0.5; return (1.0 + 0.5 / n) * product(n - 1); }
double table[4];
int main() {
  double scale = 3.0, shift = scale / 7.0;
  for (int i = 0; i < 4; i++) table[i] = shift * i;
  return product(30) + table[1] > 1.0;
}`;

it('a recursive product accumulates over its calls, and is lowered after what is outside of loops and after plain loops', async () => {
  const plan = await planned(PRODUCT);
  const at = (name: string, type: string) => {
    const found = plan.findIndex(({ id }) => id.startsWith(name) && id.endsWith(type));
    expect(found, `${name} ${type}: ${plan.map(({ id }) => id).join('; ')}`).toBeGreaterThanOrEqual(0);
    return found;
  };
  const product = at('product', 'multiplications');
  expect(product).toBe(plan.length - 1);
  expect(at('outside', 'divisions')).toBeLessThan(at('main', 'multiplications'));
  expectNamed(plan[product]!.reason, 'recursive', '1 of 1');
  // the factor is computed in each call, and is no part of the product
  expectNamed(plan[at('product', 'divisions')]!.reason, 'recursive', 'nothing');
});

it('an argument of a recursive call that carries the product accumulates as well, through another function too', async () => {
  const plan = await planned(`double down(int n, double product);
double step(int n, double product) { return down(n - 1, product * (1.0 + 0.5 / n)); }
double down(int n, double product) { if (n <= 1) return product; return step(n, product); }
int main() { return down(30, 1.0) > 1.0; }`);
  const product = plan.find(({ id }) => id.startsWith('step') && id.endsWith('multiplications'))!;
  expectNamed(product.reason, 'recursive', '1 of 1');
});

it('a function that does not call itself stays outside of loops', async () => {
  const plan = await planned(`double once(double x) { return x * 1.5; }
int main() { return once(2.0) > 1.0; }`);
  expect(plan.every(({ id }) => id.startsWith('outside'))).toBe(true);
});
