/**
 * What every strategy has to keep to, as code that any test runner can run: `checkStrategy(mine)` gives what it breaks. A study
 * resumes by playing a search again, and is told of failures of every kind, so a strategy that breaks a rule breaks studies.
 */
import { conformanceRules, type Thoroughness } from './conformance/rules.js';
import type { Strategy } from './strategy.js';

export interface Finding {
  readonly rule: string;
  readonly text: string;
}

const USUAL: Thoroughness = { programs: 20, seed: 1, options: {} };

/** Empty where it keeps every rule. */
export function checkStrategy(strategy: Strategy, how: Partial<Thoroughness> = {}): Finding[] {
  return conformanceRules.flatMap((rule) => {
    const text = rule.check(strategy, { ...USUAL, ...how });
    return text === null ? [] : [{ rule: rule.name, text }];
  });
}
