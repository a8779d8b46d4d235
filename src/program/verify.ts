import { readable } from '../support/byte-text.js';
import type { Range } from './place.js';
import type { Program, Value } from './program.js';

type Check = (holds: boolean, fault: () => string) => void;

/** Checks the model's invariants. Returns one sentence per violation. */
export function verify(program: Program): string[] {
  const faults: string[] = [];
  const check: Check = (holds, fault) => {
    if (!holds) faults.push(fault());
  };
  checkSites(program, check);
  checkOperations(program, check);
  checkLoops(program, check);
  checkFunctions(program, check);
  for (const flow of program.flows)
    check(
      has(program.cells, flow.a) && has(program.cells, flow.b),
      () => `a flow joins cells ${flow.a} and ${flow.b} of ${program.cells.length}`,
    );
  for (const atomic of program.atomics)
    check(
      has(program.cells, atomic.cell) && has(program.operations, atomic.operation),
      () => `an atomic names operation ${atomic.operation}`,
    );
  return faults;
}

function isInside(program: Program, range: Range): boolean {
  const file = program.files[range.file];
  return file !== undefined && range.begin >= 0 && range.begin <= range.end && range.end <= file.source.text.length;
}

function has<T>(list: readonly T[], index: number | null): boolean {
  return index === null || (Number.isInteger(index) && index >= 0 && index < list.length);
}

function checkSites(program: Program, check: Check): void {
  const ids = new Set<string>();
  program.sites.forEach((site, index) => {
    check(!ids.has(site.id), () => `site id ${site.id} is given twice`);
    ids.add(site.id);
    check(
      isInside(program, site.place.range) && isInside(program, site.declaration),
      () => `site ${site.id} lies outside its file`,
    );
    check(has(program.functions, site.function), () => `site ${site.id} names function ${site.function}`);
    check(program.cells[index]?.site === index, () => `cell ${index} is not site ${site.id}'s`);
    if (
      site.kind !== 'return' &&
      site.kind !== 'cast' &&
      site.name &&
      !site.place.spelling &&
      site.frozen.length === 0
    ) {
      const text = program.files[site.place.range.file]!.source.text.slice(
        site.place.range.begin,
        site.place.range.end,
      );
      const name = site.name.startsWith('[') ? '[' : site.name; // a structured binding `auto [x, y]` declares an object without a name
      check((site.place.pasted ?? readable(text)) === name, () => `site ${site.id} points at '${text}'`);
    }
  });
  program.cells.forEach((cell, index) => {
    check(cell.site === null || cell.site === index, () => `cell ${index} names site ${cell.site}`);
  });
}

function checkOperations(program: Program, check: Check): void {
  program.operations.forEach((operation, index) => {
    check(
      isInside(program, operation.place.range) && isInside(program, operation.at.range),
      () => `operation ${operation.id} lies outside its file`,
    );
    check(has(program.loops, operation.loop), () => `operation ${operation.id} names loop ${operation.loop}`);
    const owner = program.functions[operation.function];
    const value = owner?.values[operation.value];
    check(
      value?.kind === 'operation' && value.operation === index,
      () => `operation ${operation.id} is not value ${operation.value} of its function`,
    );
    const depth = operation.loop === null ? 0 : program.loops[operation.loop]!.depth;
    check(
      owner?.valueBlocks[operation.value] === operation.block,
      () => `operation ${operation.id} is in block ${operation.block}, its value in another`,
    );
    check(
      depth === operation.loopDepth,
      () => `operation ${operation.id} is at depth ${operation.loopDepth}, its loop at ${depth}`,
    );
  });
}

function checkLoops(program: Program, check: Check): void {
  program.loops.forEach((loop, index) => {
    const parent = loop.parent === null ? null : program.loops[loop.parent];
    check(loop.depth === (parent ? parent.depth + 1 : 1), () => `loop ${index} has depth ${loop.depth}`);
    check(
      !parent || parent.function === loop.function,
      () => `loop ${index} and its parent are in different functions`,
    );
  });
}

function checkFunctions(program: Program, check: Check): void {
  for (const owner of program.functions) {
    check(
      owner.valueBlocks.length === owner.values.length && owner.valueBlocks.every((block) => has(owner.blocks, block)),
      () => `${owner.name}: ${owner.values.length} values are in ${owner.valueBlocks.length} blocks`,
    );
    owner.blocks.forEach(({ predecessors, loop }, index) => {
      check(
        predecessors.every((block) => has(owner.blocks, block)) && has(program.loops, loop),
        () => `${owner.name}: block ${index} names blocks ${predecessors.join()} and loop ${loop}`,
      );
    });
    owner.values.forEach((value, index) => {
      for (const operand of operandsOf(value))
        check(
          has(owner.values, operand),
          () => `${owner.name}: value ${index} uses value ${operand} of ${owner.values.length}`,
        );
      if (value.kind !== 'phi')
        for (const operand of operandsOf(value))
          check(
            operand < index || /^(?:phi|undefined)$/.test(owner.values[operand]?.kind ?? ''),
            () => `${owner.name}: value ${index} (${value.kind}) uses the later value ${operand}`,
          );
      if (value.kind === 'operation')
        check(
          program.operations[value.operation] !== undefined,
          () => `${owner.name}: value ${index} names operation ${value.operation}`,
        );
    });
    for (const callee of owner.calls)
      check(has(program.functions, callee), () => `${owner.name} calls function ${callee}`);
  }
}

/** The operands of a value. */
export function operandsOf(value: Value): readonly number[] {
  switch (value.kind) {
    case 'store':
    case 'return':
      return [value.value];
    case 'operation':
    case 'select':
      return value.operands;
    case 'call':
      return value.arguments;
    case 'phi':
      return value.inputs;
    case 'literal':
    case 'integer':
    case 'parameter':
    case 'undefined':
    case 'load':
      return [];
  }
}
