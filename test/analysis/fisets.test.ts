import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildDependenceGraph } from '../../src/analysis/dependence-graph.js';
import { FisetGrowth, type GrowthOptions, growBreadthFirst } from '../../src/analysis/fiset-growth.js';
import { combineDisjoint, type FastImpreciseSet, findFisets } from '../../src/analysis/fisets.js';
import type { Program } from '../../src/program/program.js';
import { WrittenKernel } from './written-program.js';

const lowering = { from: 'fp64', to: 'fp32', mathCalls: false, excluded: new Set<number>() } as const;

function growthFrom(
  program: Program,
  start: number,
  options: Partial<GrowthOptions> = {},
): { operations: number; conversions: number }[] {
  const graph = buildDependenceGraph(program, 0, lowering);
  const growth = new FisetGrowth(graph, {
    counting: 'exact',
    conversionsPerValue: false,
    weights: null,
    loops: program.loops,
    ...options,
  });
  const steps: { operations: number; conversions: number }[] = [];
  growBreadthFirst(growth, start, ({ members, conversions }) => {
    steps.push({ operations: members.length, conversions });
    return true;
  });
  return steps;
}

/** Figure 2: a product of two loaded values, and operations that take it on with a constant each. */
function figureTwo(): Program {
  const kernel = new WrittenKernel();
  let value = kernel.operation('mul', kernel.load(), kernel.load());
  for (const kind of ['add', 'mul', 'add'] as const) value = kernel.operation(kind, value, kernel.literal());
  kernel.store(value);
  return kernel.program();
}

describe('growing a set', () => {
  it.each(['paper', 'exact'] as const)("gives figure 2's ratios when conversions are counted as %s", (counting) => {
    const steps = growthFrom(figureTwo(), 0, { counting });
    expect(steps.map(({ operations, conversions }) => `${operations}/${conversions}`)).toEqual([
      '1/3',
      '2/3',
      '3/3',
      '4/3',
    ]);
  });

  it('stops at loads, stores, calls and math functions', () => {
    const kernel = new WrittenKernel();
    const product = kernel.operation('mul', kernel.load(), kernel.load());
    const root = kernel.operation('math', product);
    kernel.store(kernel.operation('add', root, kernel.literal()));
    expect(growthFrom(kernel.program(), 0)).toEqual([{ operations: 1, conversions: 3 }]);
  });

  it('passes through a choice, and lets a comparison join', () => {
    const kernel = new WrittenKernel();
    const product = kernel.operation('mul', kernel.load(), kernel.load());
    kernel.operation('compare', product, kernel.literal());
    const chosen = kernel.select(product, kernel.literal());
    kernel.store(kernel.operation('add', chosen, kernel.literal()));
    expect(growthFrom(kernel.program(), 0).at(-1)).toEqual({ operations: 3, conversions: 3 });
  });

  it('converts nothing on the way from one turn of a loop to the next', () => {
    const kernel = new WrittenKernel();
    let total = 0;
    kernel.inLoop(() => {
      total = kernel.accumulate(kernel.operation('mul', kernel.load(), kernel.literal()));
    });
    kernel.store(total);
    expect(growthFrom(kernel.program(), 0).at(-1)).toEqual({ operations: 2, conversions: 2 });
  });

  it('needs no conversion for what is in the lower format already', () => {
    const kernel = new WrittenKernel();
    kernel.store(kernel.operation('mul', kernel.load('fp32'), kernel.load()));
    expect(growthFrom(kernel.program(), 0)).toEqual([{ operations: 1, conversions: 2 }]);
  });

  it('counts exactly the edges, or the values, that cross the boundary', () => {
    const graphs = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(graphs, fc.nat(), (shape, start) => {
        const kernel = new WrittenKernel();
        const values = [kernel.load(), kernel.load(), kernel.literal()];
        const made = shape.map(([a, b, stored]) => {
          const value = kernel.operation('add', values[a % values.length]!, values[b % values.length]!);
          values.push(value);
          if (stored) kernel.store(value);
          return value;
        });
        const program = kernel.program();
        const graph = buildDependenceGraph(program, 0, lowering);
        if (graph.nodes.length === 0) return; // constants alone
        for (const conversionsPerValue of [false, true]) {
          const growth = new FisetGrowth(graph, { counting: 'exact', conversionsPerValue, weights: null, loops: [] });
          growBreadthFirst(growth, start % graph.nodes.length, (now) => {
            const inside = new Set(
              now.members.map((member) => program.operations[graph.nodes[member]!.operation]!.value),
            );
            expect(now.conversions).toBe(crossings(program, inside, conversionsPerValue));
            return true;
          });
        }
        expect(graph.nodes.length).toBeLessThanOrEqual(made.length);
      }),
      { numRuns: 300 },
    );
  });
});

/** Conversions by their definition, from the program and not from the graph. */
function crossings(program: Program, inside: ReadonlySet<number>, perValue: boolean): number {
  const { values } = program.functions[0]!;
  const isConstant = (index: number): boolean => {
    const value = values[index]!;
    return value.kind === 'literal' || (value.kind === 'operation' && value.operands.every(isConstant));
  };
  const edges: string[] = [];
  values.forEach((value, user) => {
    const operands = value.kind === 'operation' ? value.operands : value.kind === 'store' ? [value.value] : [];
    operands.forEach((operand, position) => {
      const [enters, leaves] = [!inside.has(operand) && inside.has(user), inside.has(operand) && !inside.has(user)];
      if (enters && !isConstant(operand)) edges.push(perValue ? `in ${operand}` : `in ${user} ${position}`);
      if (leaves) edges.push(perValue ? `out ${operand}` : `out ${user} ${position}`);
    });
  });
  return new Set(edges).size;
}

/** A kernel of `size` operations, each of the last few values, some stored. */
function largeKernel(size: number): Program {
  const kernel = new WrittenKernel();
  const values = [kernel.load(), kernel.load()];
  for (let count = 0; count < size; count++) {
    const other = count % 3 === 0 ? kernel.literal() : values[Math.max(0, values.length - 2 - (count % 7))]!;
    values.push(kernel.operation(count % 2 ? 'mul' : 'add', values.at(-1)!, count % 50 === 0 ? kernel.load() : other));
    if (count % 11 === 0) kernel.store(values.at(-1)!);
  }
  return kernel.program();
}

describe('finding sets', () => {
  it('keeps what has more operations than conversions, with its figures, in source order', () => {
    const sets = findFisets(figureTwo());
    expect(sets).toEqual([
      {
        id: 'kernel/1',
        function: 0,
        operations: [0, 1, 2, 3],
        arithmetic: 4,
        conversions: 3,
        arithmeticToCast: 4 / 3,
        isAcrossLoops: false,
      },
      {
        id: 'kernel/2',
        function: 0,
        operations: [1, 2, 3],
        arithmetic: 3,
        conversions: 2,
        arithmeticToCast: 3 / 2,
        isAcrossLoops: false,
      },
    ] satisfies FastImpreciseSet[]);
  });

  it('finds none if no set is profitable', () => {
    const kernel = new WrittenKernel();
    kernel.store(kernel.operation('mul', kernel.load(), kernel.load()));
    expect(findFisets(kernel.program())).toEqual([]);
  });

  it('finds none in a program without operations in a wider format', () => {
    expect(findFisets(figureTwo(), { to: 'fp64' })).toEqual([]);
    expect(findFisets(new WrittenKernel().program())).toEqual([]);
  });

  it('considers every function of a program without kernels', () => {
    const kernel = new WrittenKernel();
    let value = kernel.operation('mul', kernel.load(), kernel.load());
    for (let count = 0; count < 3; count++) value = kernel.operation('add', value, kernel.literal());
    kernel.store(value);
    expect(findFisets(kernel.program('host')).length).toBeGreaterThan(0);
  });

  it('lets math calls with a twin join when asked to', () => {
    const kernel = new WrittenKernel();
    let value = kernel.operation('mul', kernel.load(), kernel.literal());
    for (let count = 0; count < 4; count++)
      value = kernel.operation('math', kernel.operation('add', value, kernel.literal()));
    kernel.store(value);
    expect(findFisets(kernel.program())).toEqual([]);
    expect(findFisets(kernel.program(), { mathCalls: true })).toContainEqual(
      expect.objectContaining({ arithmetic: 9, conversions: 2, arithmeticToCast: 9 / 2 }),
    );
  });

  it('compares the savings with the cost of conversions', () => {
    const cost = (conversion: number) => ({
      operation: (_: unknown, format: string) => (format === 'fp64' ? 2 : 1),
      conversion: () => conversion,
    });
    expect(findFisets(figureTwo(), { weights: cost(4) })).toEqual([]);
    expect(findFisets(figureTwo(), { weights: cost(0.5) })).toContainEqual(
      expect.objectContaining({ arithmetic: 4, conversions: 3, arithmeticToCast: 4 / 1.5 }),
    );
  });

  it('discards a set whose conversions run in a loop that its arithmetic does not', () => {
    const build = (inside: number): Program => {
      const kernel = new WrittenKernel();
      let value = kernel.operation('mul', kernel.load(), kernel.literal());
      for (let count = 0; count < 6; count++) value = kernel.operation('add', value, kernel.literal());
      kernel.inLoop(() => {
        let inner = kernel.operation('mul', value, kernel.load());
        for (let count = 1; count < inside; count++) inner = kernel.operation('add', inner, kernel.literal());
        kernel.store(inner);
      });
      return kernel.program();
    };
    // one operation in the loop reads and writes there: two conversions every turn, though r_ac is 8 / 3
    const reachesLoop = ({ operations }: FastImpreciseSet) => operations.includes(7);
    expect(findFisets(build(1)).some(reachesLoop)).toBe(false);
    expect(findFisets(build(2)).some(reachesLoop)).toBe(true);
  });

  it('returns at most the requested number of sets, of all sizes', () => {
    const program = largeKernel(400);
    const sets = findFisets(program, { maxSets: 30 });
    expect(sets).toHaveLength(30);
    const sizes = sets.map(({ arithmetic }) => arithmetic);
    expect(Math.min(...sizes)).toBeLessThan(20);
    expect(Math.max(...sizes)).toBeGreaterThan(300);
    for (const set of sets) expect(set.arithmeticToCast).toBeGreaterThan(1);
    expect(new Set(sets.map(({ operations }) => operations.join())).size).toBe(30);
    expect(findFisets(program, { maxSets: 30 })).toEqual(sets);
  });

  it('returns 200 sets of a kernel with 20,000 operations', () => {
    expect(findFisets(largeKernel(20_000))).toHaveLength(200); // how long that takes: bench/fisets.mjs
  });
});

describe('combining sets', () => {
  const set = (id: string, operations: number[], conversions: number): FastImpreciseSet => ({
    isAcrossLoops: false,
    id,
    function: 0,
    operations,
    arithmetic: operations.length,
    conversions,
    arithmeticToCast: operations.length / conversions,
  });

  it('combines only sets that do not overlap', () => {
    const combined = combineDisjoint([set('a', [0, 1, 2], 1), set('b', [2, 3], 1), set('c', [4, 5, 6], 2)]);
    expect(
      combined.map(({ sets }) =>
        sets
          .map(({ id }) => id)
          .sort()
          .join(''),
      ),
    ).toEqual(['ac', 'bc']);
    expect(combined[0]).toMatchObject({
      operations: [0, 1, 2, 4, 5, 6],
      arithmetic: 6,
      conversions: 3,
      arithmeticToCast: 2,
    });
  });

  it('keeps to its limit, pairs first', () => {
    const many = Array.from({ length: 12 }, (_, index) => set(`s${index}`, [index], 1));
    const combined = combineDisjoint(many, 20);
    expect(combined).toHaveLength(20);
    expect(combined[0]!.sets).toHaveLength(2);
  });
});
