/**
 * The rules that every strategy must keep, as code that any test runner can run: `checkStrategy(mine)` returns the violations. A study resumes
 * by replaying its search, and reports failures of every kind, so a strategy that breaks a rule breaks studies.
 */
import { conformanceRules, type Thoroughness } from './conformance/rules.js';
import type { Strategy } from './strategy.js';

export interface Finding {
  readonly rule: string;
  readonly text: string;
}

const USUAL: Thoroughness = { programs: 20, seed: 1, options: {} };

/** Empty if it keeps every rule. */
export function checkStrategy(strategy: Strategy, how: Partial<Thoroughness> = {}): Finding[] {
  return conformanceRules.flatMap((rule) => {
    const text = rule.check(strategy, { ...USUAL, ...how });
    return text === null ? [] : [{ rule: rule.name, text }];
  });
}
