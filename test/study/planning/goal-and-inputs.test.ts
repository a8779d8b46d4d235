import { describe, expect, it } from 'vitest';
import { goalOf } from '../../../src/cli/goal-options.js';
import type { Code } from '../../../src/diagnostics/catalogue.js';
import { studyInputs } from '../../../src/study/planning/study-inputs.js';
import { diagnostic } from '../../support/diagnostics.js';

const goal = (...args: [Parameters<typeof goalOf>[0], Parameters<typeof goalOf>[1]?]) =>
  goalOf(args[0], args[1], 'stdout');

describe('a goal', () => {
  it('comes from the command line, over the project file', () => {
    expect(goal({ maxError: '1e-6' })).toEqual({
      metric: 'max-relative',
      bound: 1e-6,
      against: 'baseline',
      minSpeedup: null,
      command: null,
    });
    const project = { metric: 'ulp', maxError: 4, minSpeedup: 1.1, against: 'reference' } as const;
    expect(goal({}, project)).toMatchObject({ metric: 'ulp', bound: 4, minSpeedup: 1.1, against: 'reference' });
    expect(goal({ maxError: '8' }, project)).toMatchObject({ metric: 'ulp', bound: 8 });
    expect(goal({ against: 'baseline', minSpeedup: '2' }, project)).toMatchObject({
      against: 'baseline',
      minSpeedup: 2,
    });
    expect(goal({ digits: '6' }, project)).toMatchObject({ metric: 'digits', bound: 6 });
    expect(goal({ digits: '6', metric: 'decimals' })).toMatchObject({ metric: 'decimals', bound: 6 });
    expect(goal({}, { metric: 'decimals', digits: 3 })).toMatchObject({ metric: 'decimals', bound: 3 });
    expect(goal({ errorCommand: "./far 'a b'", maxError: '1' })).toMatchObject({
      metric: 'command',
      command: ['./far', 'a b'],
    });
    expect(goal({}, { metric: { command: './far' }, maxError: 2 })).toMatchObject({
      metric: 'command',
      command: ['./far'],
      bound: 2,
    });
  });

  it.each<[string, Parameters<typeof goalOf>[0], Code, string[]]>([
    ['there is none', {}, 'MX2018', ['stdout']],
    ['a metric has no bound', { metric: 'ulp' }, 'MX2018', []],
    ['digits are bounded by an error', { metric: 'digits', maxError: '1' }, 'MX2004', ['--digits']],
    ['an error is bounded by digits', { metric: 'ulp', digits: '3' }, 'MX2004', ['--max-error']],
    ['a bound is no number', { maxError: 'small' }, 'MX2004', ['0', "'small'"]],
    ['a bound is negative', { maxError: '-1' }, 'MX2004', ["'-1'"]],
    ['digits are not whole', { digits: '2.5' }, 'MX2004', ["'2.5'"]],
    ['the command is missing', { metric: 'command', maxError: '1' }, 'MX2004', ['--error-command']],
  ])('is refused where %s', (_, options, code, names) => {
    expect(() => goal(options)).toThrow(diagnostic(code, { names }));
  });
});

describe('the inputs of a study', () => {
  const settings = {
    inputs: {
      small: { arguments: ['1'] },
      large: { arguments: ['9'], engines: ['cuda' as const] },
      other: { arguments: ['2'], heldOut: true },
    },
  };
  const named = (...args: Parameters<typeof studyInputs>) =>
    studyInputs(...args).map(({ name, heldOut }) => (heldOut ? `(${name})` : name));

  it('are those of the project file that suit the engine, unless some are chosen', () => {
    expect(named(settings, 'wasm', [], null)).toEqual(['small', '(other)']);
    expect(named(settings, 'cuda', [], null)).toEqual(['small', 'large', '(other)']);
    expect(named(settings, 'wasm', ['large'], null)).toEqual(['large', '(other)']);
    expect(named(settings, 'wasm', ['other'], null)).toEqual(['other']);
  });

  it('are the arguments after -- only, or no arguments by default', () => {
    expect(studyInputs(settings, 'wasm', [], ['7', '8'])).toEqual([
      { name: 'arguments', arguments: ['7', '8'], heldOut: false },
    ]);
    expect(studyInputs(undefined, 'wasm', [], null)).toEqual([{ name: 'default', arguments: [], heldOut: false }]);
  });

  it('for timing are confirmed and timed, and searched on only where they are chosen or nothing else is left', () => {
    const timed = { ...settings, timing: ['large'] };
    const shown = (...args: Parameters<typeof studyInputs>) =>
      studyInputs(...args).map((one) => `${one.name}${one.heldOut ? ' held out' : ''}${one.timed ? ' timed' : ''}`);
    expect(shown(timed, 'cuda', [], null)).toEqual(['small', 'large held out timed', 'other held out']);
    expect(shown(timed, 'cuda', ['small'], null)).toEqual(['small', 'large held out timed', 'other held out']);
    expect(shown(timed, 'cuda', ['small', 'large'], null)).toEqual(['small', 'large timed', 'other held out']);
    expect(shown(timed, 'cuda', [], ['7'])).toEqual(['arguments']);
    expect(shown(timed, 'wasm', [], null)).toEqual(['small', 'other held out']); // large is for another engine
    expect(shown({ ...settings, timing: ['small'] }, 'wasm', [], null)).toEqual(['small timed', 'other held out']);
    expect(shown({ ...settings, timing: ['other'] }, 'wasm', [], null)).toEqual(['small', 'other held out timed']);
    expect(() => studyInputs({ ...settings, timing: ['larg'] }, 'cuda', [], null)).toThrow(
      diagnostic('MX2004', { names: ["'larg'", '"timing"', 'large'] }),
    );
  });

  it('must exist', () => {
    expect(() => studyInputs(settings, 'wasm', ['smal'], null)).toThrow(
      diagnostic('MX2004', { names: ["'smal'", 'small'] }),
    );
    expect(() => studyInputs({ inputs: { large: settings.inputs.large } }, 'wasm', [], null)).toThrow(
      diagnostic('MX2004', { names: ['wasm'] }),
    );
  });
});
