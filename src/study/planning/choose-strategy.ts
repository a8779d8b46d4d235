/** Finds a strategy by its name and parses its options. */
import type { z } from 'zod';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { strategies } from '../../search/strategies.js';
import type { Strategy } from '../../search/strategy.js';
import { nearestName } from '../../support/nearest-name.js';

export interface ChosenStrategy {
  readonly strategy: Strategy;
  readonly options: Record<string, unknown>;
}

export function chooseStrategy(requested: string | Strategy, given: Readonly<Record<string, unknown>>): ChosenStrategy {
  const strategy = typeof requested === 'string' ? strategyNamed(requested) : requested;
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
    `there is no strategy '${name}'${nearest ? `: did you mean ${nearest}?` : `; the strategies are ${names.join(', ')}`}`,
  );
}

/** Describes the error in an option. */
function optionFault({ name, options }: Strategy, issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return `option ${issue.path.join('.')} of ${name}: ${issue.message}`;
  const known = Object.keys(options.shape);
  const nearest = nearestName(issue.keys[0]!, known);
  const others = known.length === 0 ? 'it has no options' : `its options are ${known.join(', ')}`;
  return `${name} has no option '${issue.keys[0]}'${nearest ? `: did you mean ${nearest}?` : `; ${others}`}`;
}
