/**
 * What a command or a function of the library ends with, held to the catalogue: a test names the code, the values that must be named and
 * the place. The sentences themselves stand in `src` alone, so that they can be improved there.
 */
import { expect } from 'vitest';
import { type Code, catalogue } from '../../src/diagnostics/catalogue.js';
import { MantissaError } from '../../src/diagnostics/mantissa-error.js';
import { renderError } from '../../src/diagnostics/render.js';
import { isNamed } from './naming.js';

export interface SaidValues {
  /** What the findings name: sites, files, options, numbers. A text is searched as whole words. */
  readonly names?: readonly (string | RegExp)[];
  /** Where the first finding points, as the terminal writes it: `main.c:4:9`. */
  readonly place?: string;
  /** What the remedy names. `'own'`: it is another than that of the catalogue, which tells two findings of one code apart. */
  readonly remedy?: readonly (string | RegExp)[] | 'own';
}

/** Compares equal to an error of this code, and to a text of the terminal that consists of one or ends with one. */
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
