import { describe, expect, it } from 'vitest';
import { findGroups } from '../../src/analysis/groups.js';
import type { Program } from '../../src/program/program.js';
import { realiseSet } from '../../src/space/realise-set.js';
import { resolve } from '../../src/space/resolve.js';
import { WrittenKernel } from '../analysis/written-program.js';

const sitesOf = (program: Program, set: readonly number[]) =>
  [...realiseSet(program, findGroups(program), set).sites.keys()].map((site) => program.sites[site]!.name);

describe('a set in the source', () => {
  it('changes the declaration of a sum that only the set adds to, whatever reads it', () => {
    const kernel = new WrittenKernel();
    let total = 0;
    kernel.inLoop(() => {
      total = kernel.accumulate(kernel.operation('mul', kernel.load(), kernel.literal()));
    });
    kernel.store(kernel.operation('mul', total, kernel.load()));
    expect(sitesOf(kernel.program(), [0, 1])).toEqual(['v0']);
    expect(sitesOf(kernel.program(), [0])).toEqual([]); // the sum itself is not in the set
  });

  it('changes the declaration of a variable that only the set reads', () => {
    const kernel = new WrittenKernel();
    const variable = kernel.assign(kernel.load());
    kernel.store(kernel.operation('mul', variable, kernel.load()));
    kernel.store(kernel.operation('add', variable, kernel.literal()));
    expect(sitesOf(kernel.program(), [0, 1])).toEqual(['v0']);
    expect(sitesOf(kernel.program(), [0])).toEqual([]);
  });

  it('changes no copy of a value that something else needs in full', () => {
    const kernel = new WrittenKernel();
    const copy = kernel.assign(kernel.assign(kernel.load()));
    kernel.store(kernel.operation('mul', copy, kernel.literal()));
    kernel.store(copy);
    expect(sitesOf(kernel.program(), [0])).toEqual([]);
  });

  it('leaves every operation outside in its format', () => {
    const kernel = new WrittenKernel();
    const product = kernel.assign(kernel.operation('mul', kernel.load(), kernel.load()));
    kernel.store(kernel.operation('mul', product, product));
    const direct = [1, 2].map(() => kernel.operation('add', kernel.load(), kernel.literal()));
    kernel.store(kernel.operation('mul', ...direct));
    const program = kernel.program();
    const configuration = realiseSet(program, findGroups(program), [0, 2, 3]);
    expect(resolve(program, configuration).operationFormats).toEqual(['fp32', 'fp64', 'fp32', 'fp32', 'fp64']);
    expect(configuration.operations.get(4)).toBe('fp64'); // both operands are results of the set, so C++ would lower the operation too
    expect(configuration.sites.size).toBe(0); // with a float product, its square would become float too
  });
});
