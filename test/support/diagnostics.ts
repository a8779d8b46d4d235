/**
 * Checks errors of commands and library functions against the catalogue: a test names the code, the values that the message must contain, and the
 * place. The sentences themselves are in `src` only, so that they can be improved there.
 */
import { expect } from 'vitest';
import { type Code, catalogue } from '../../src/diagnostics/catalogue.js';
import { MantissaError } from '../../src/diagnostics/mantissa-error.js';
import { renderError } from '../../src/diagnostics/render.js';
import { isNamed } from './naming.js';

export interface SaidValues {
  /** Names and values in the findings: sites, files, options, numbers. Strings are searched as whole words. */
  readonly names?: readonly (string | RegExp)[];
  /** The place of the first finding, as the terminal prints it: `main.c:4:9`. */
  readonly place?: string;
  /** Names in the remedy. `'own'`: it differs from the one in the catalogue, which distinguishes two findings with one code. */
  readonly remedy?: readonly (string | RegExp)[] | 'own';
}

/** Equals an error with this code, or a text of the terminal that is or ends with such an error. */
export function diagnostic(code: Code, values: SaidValues = {}): unknown {
  return {
    asymmetricMatch: (said: unknown) => faultsOf(said, code, values).length === 0,
    toAsymmetricMatcher: () => `diagnostic ${code} ${describe(values)}`,
    toString: () => 'diagnostic',
  };
}

export function expectDiagnostic(said: unknown, code: Code, values: SaidValues = {}): void {
  expect(faultsOf(said, code, values), textOf(said)).toEqual([]);
}

function faultsOf(said: unknown, code: Code, { names = [], place, remedy }: SaidValues): string[] {
  const text = textOf(said);
  const head = `error ${code}: ${catalogue[code].summary}`;
  const lines = text.split('\n');
  const first = lines.indexOf(head);
  const last = lines.findIndex((line, at) => at > first && line.startsWith(REMEDY));
  if (first < 0 || last < 0) return [`not said: ${head}, with a remedy`];
  const findings = lines.slice(first + 1, last).join('\n');
  const advised = lines[last]!.slice(REMEDY.length);
  const isOfCatalogue = advised === catalogue[code].remedy;
  return [
    ...names.filter((name) => !isNamed(name, findings)).map((name) => `not named: ${name}`),
    ...(place === undefined || findings.startsWith(`  ${place}: `) ? [] : [`not placed at ${place}`]),
    ...(remedy === 'own' && isOfCatalogue ? ['no remedy of its own'] : []),
    ...(Array.isArray(remedy)
      ? remedy.filter((name) => !isNamed(name, advised)).map((name) => `not in the remedy: ${name}`)
      : []),
  ];
}

const REMEDY = '  remedy: ';

function textOf(said: unknown): string {
  return said instanceof MantissaError ? renderError(said) : String(said);
}

function describe(values: SaidValues): string {
  return JSON.stringify(values, (_, value) => (value instanceof RegExp ? String(value) : value));
}
