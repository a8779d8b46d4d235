/** A strategy by its name, with its options: what is not understood is said by the names of what there is. */
import type { z } from 'zod';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { strategies } from '../../search/strategies.js';
import type { Strategy } from '../../search/strategy.js';
import { nearestName } from '../../support/nearest-name.js';

export interface ChosenStrategy {
  readonly strategy: Strategy;
  readonly options: Record<string, unknown>;
}

export function chooseStrategy(asked: string | Strategy, given: Readonly<Record<string, unknown>>): ChosenStrategy {
  const strategy = typeof asked === 'string' ? strategyNamed(asked) : asked;
  const parsed = strategy.options.safeParse(given);
  if (!parsed.success)
    throw new MantissaError('MX2004', optionFault(strategy, parsed.error.issues[0]!), {
      remedy: 'docs/reference/strategies.md lists the options of every strategy',
    });
  return { strategy, options: parsed.data };
}

function strategyNamed(name: string): Strategy {
  const strategy = strategies.find((one) => one.name === name);
  if (strategy) return strategy;
  const names = strategies.map((one) => one.name);
  const nearest = nearestName(name, names);
  throw new MantissaError(
    'MX2004',
    `there is no strategy '${name}'${nearest ? `: did you mean ${nearest}?` : `; there are ${names.join(', ')}`}`,
  );
}

/** What is wrong with an option, by its name. */
function optionFault({ name, options }: Strategy, issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return `option ${issue.path.join('.')} of ${name}: ${issue.message}`;
  const known = Object.keys(options.shape);
  const nearest = nearestName(issue.keys[0]!, known);
  const there = known.length === 0 ? 'none' : known.join(', ');
  return `${name} has no option '${issue.keys[0]}'${nearest ? `: did you mean ${nearest}?` : `; it has ${there}`}`;
}
