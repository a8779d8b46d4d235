/**
 * Finds which dimensions of a search space must change together before an operation computes in another format: those that its operands' formats
 * depend on. While one of them keeps the wide format, the operation computes in it, so lowering the others rounds only their stored values. Once
 * all of them have the lower format, the operation rounds as well: effects on the output add up over dimensions and over these sets
 * (error-model.ts).
 */
import type { FunctionIndex, OperationIndex, Program, SiteIndex, ValueIndex } from '../program/program.js';
import { evaluationOrder, formatRules } from '../space/format-rules.js';

export interface SupportingDimension {
  readonly sites: readonly SiteIndex[];
}

/** Sets of at least two dimensions, each ascending and distinct; with counts, those executed most come first. */
export function operationSupports(
  program: Program,
  dimensions: readonly SupportingDimension[],
  executionsOf: (operation: OperationIndex) => number = () => 1,
): number[][] {
  const ofSite = new Map<SiteIndex, number>();
  dimensions.forEach(({ sites }, dimension) => {
    for (const site of sites) ofSite.set(site, dimension);
  });
  const found = new Map<string, { readonly support: number[]; executions: number }>();
  program.functions.forEach((_, index) => {
    for (const { operation, support } of supportsIn(program, index, ofSite)) {
      if (support.length < 2) continue;
      const known = found.get(support.join());
      const executions = executionsOf(operation);
      if (known) known.executions += executions;
      else found.set(support.join(), { support, executions });
    }
  });
  return [...found.values()].sort((a, b) => b.executions - a.executions).map(({ support }) => support);
}

function supportsIn(
  program: Program,
  index: FunctionIndex,
  ofSite: ReadonlyMap<SiteIndex, number>,
): { readonly operation: OperationIndex; readonly support: number[] }[] {
  const { values } = program.functions[index]!;
  const rules = formatRules(program, program.functions[index]!, new Set());
  /** Null for values that do not depend on these dimensions. */
  const supports: (ReadonlySet<number> | null)[] = [];
  const of = (value: ValueIndex) => supports[value] ?? null;
  for (const value of evaluationOrder(rules)) {
    const { rule } = rules[value]!;
    if (rule.kind === 'site') {
      const dimension = ofSite.get(rule.site);
      supports[value] = dimension === undefined ? null : new Set([dimension]);
    } else if (rule.kind === 'same') supports[value] = of(rule.value);
    else if (rule.kind === 'meeting') {
      const operands = rule.values.map(of);
      const isFree = operands.every((one) => one !== null);
      supports[value] = isFree ? new Set(operands.flatMap((one) => [...one])) : null;
    } else supports[value] = null;
  }
  return values.flatMap((value, at) => {
    const support = value.kind === 'operation' ? of(at) : null;
    if (value.kind !== 'operation' || support === null) return [];
    return [{ operation: value.operation, support: [...support].sort((a, b) => a - b) }];
  });
}
