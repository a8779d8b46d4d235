/** The comparison of strategies as a page: one section per program, with captions that say which direction is good. */
export function markdownOf(evaluated, about) {
  const clock = about.engine === 'wasm' ? 'modelled' : 'measured';
  const lines = [
    '# Strategies against one another',
    '',
    `${about.date}, ${about.engine} engine${about.gpu ? ` on an ${about.gpu}` : ''}, times modelled for ${about.modelled}: \`${about.command}\``,
    '',
    `Thresholds are the quartiles of the errors of ${about.samples} random configurations. Errors are those of emulated runs; while they search, strategies know`,
    `modelled times. The figure of merit is ${about.engine === 'wasm' ? 'the modelled speedup of what a strategy ends with: no clock was asked' : `the measured speedup of what it ends with, built from its rewritten source${about.gpu ? ': of its kernels, for copies are made once a run however long it is' : ''}`}. An execution is`,
    `a configuration that was run. Efficiency is figure of merit ÷ executions; it favours whoever stops at once, so the gain (figure of merit − 1) ÷ executions`,
    `stands beside it. Of ${about.seeds} seeds the one in the middle by efficiency is shown; searches end at ${about.trials} trials.`,
    '',
  ];
  for (const one of evaluated) lines.push(...programSection(one, clock));
  return `${lines.join('\n')}\n`;
}

function programSection(
  { program, groups, formats, metric, input, timed, thresholds, narrowest, results, localAgainstGlobal, seconds },
  clock,
) {
  const fom = (result) => result.measured?.ratio ?? result.modelled;
  const shown = (result) => (result.measured?.failed ? 'failed' : `${fom(result).toFixed(3)}×`);
  const rows = thresholds.flatMap(({ share, bound }) => {
    const here = results.filter((one) => one.share === share && !/^(?:without|pass)/.test(one.contender));
    const rival = here.find((one) => one.contender === 'delta-debugging');
    return here.map((one) => {
      if (one.notRun)
        return [
          `${100 * share} %`,
          bound.toExponential(2),
          one.contender,
          `not run: ${one.notRun.slice(0, 80)}`,
          '',
          '',
          '',
          '',
          '',
        ];
      const efficiency = fom(one) / one.executions;
      const ratio = rival && !rival.notRun ? efficiency / (fom(rival) / rival.executions) : null;
      return [
        `${100 * share} %`,
        bound.toExponential(2),
        one.contender,
        shown(one),
        `${one.modelled.toFixed(3)}×`,
        one.executions,
        efficiency.toFixed(4),
        ratio === null ? '' : `${ratio.toFixed(2)}×`,
        ((fom(one) - 1) / one.executions).toFixed(4),
        `${Math.round((100 * one.error) / bound)} %`,
        one.seeds.map((seed) => seed.executions).join(', '),
      ];
    });
  });
  const ablation = results.filter(
    ({ contender, share, notRun }) => !notRun && share === 0.5 && /^(?:genetic|without|pass|naive)/.test(contender),
  );
  const { kernels, application } = localAgainstGlobal;
  const sum = (key) => kernels.reduce((total, one) => total + (one[key] ?? Number.NaN), 0);
  return [
    `## ${program}`,
    '',
    `${groups} groups, ${formats.join(', ')}, ${metric}, searched on \`${input.arguments.join(' ')}\`${timed ? `, timed on \`${timed.arguments.join(' ')}\`` : ''}; everything narrow: ${shown(narrowest)} (${narrowest.modelled.toFixed(3)}× modelled), error ${narrowest.error?.toExponential(2) ?? 'not finite'}; ${seconds} s`,
    '',
    ...table(
      [
        'threshold',
        'bound',
        'strategy',
        `figure of merit (${clock})`,
        'modelled',
        'executions',
        'efficiency',
        "÷ delta debugging's",
        'gain ÷ executions',
        'headroom used',
        'executions by seed',
      ],
      rows,
    ),
    '',
    'Best so far (modelled) after so many executions, at the median threshold; up and to the left is good:',
    '',
    ...results
      .filter(({ contender, share, bestSoFar }) => bestSoFar && share === 0.5 && !/^(?:without|pass)/.test(contender))
      .map(
        ({ contender, bestSoFar }) =>
          `- ${contender}: ${bestSoFar.map(({ executions, modelled }) => `${executions}: ${modelled.toFixed(3)}×`).join(', ') || 'nothing'}`,
      ),
    '',
    'Parts of the genetic search, at the median threshold:',
    '',
    ...table(
      ['', `figure of merit (${clock})`, 'executions', 'efficiency'],
      ablation.map((one) => [one.contender, shown(one), one.executions, (fom(one) / one.executions).toFixed(4)]),
    ),
    '',
    "Each kernel's groups alone in the narrowest format, and all together (modelled gain, emulated error):",
    '',
    ...table(
      ['', 'groups', 'gain', 'error'],
      [
        ...kernels.map(({ kernel, groups: own, gain, error }) => [
          kernel,
          own,
          gain.toFixed(4),
          error?.toExponential(2) ?? 'not finite',
        ]),
        ['sum of the kernels', '', sum('gain').toFixed(4), sum('error').toExponential(2)],
        [
          'application',
          application.groups,
          application.gain.toFixed(4),
          application.error?.toExponential(2) ?? 'not finite',
        ],
      ],
    ),
    '',
  ];
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(head.map((_, at) => row[at] ?? '')))];
}
