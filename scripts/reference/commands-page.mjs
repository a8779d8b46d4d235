import { code, GENERATED, table } from './markdown.mjs';

/** The page that explains a command. */
const PAGES = {
  inspect: '../inspect.md',
  check: '../check.md',
  tune: '../tune.md',
  trials: '../tune.md#afterwards',
  show: '../tune.md#afterwards',
  apply: '../tune.md#afterwards',
  verify: '../verify.md',
  run: '../run.md',
  rewrite: '../run.md',
  characterize: '../characterize.md',
};

/** docs/reference/commands.md: every command with its arguments and options. */
export function commandsPage(commands) {
  return [
    '# Commands',
    '',
    GENERATED,
    '',
    'stdout is the answer, stderr the conversation. Exit codes: 0 done · 1 internal or environment · 2 usage or configuration · 3 nothing',
    'meets the goal · 4 the baseline cannot be built, run or trusted · 130 interrupted (143 by SIGTERM, 129 by SIGHUP). Every message has a [code](../errors.md).',
    '',
    table(
      ['command', ''],
      commands.map(({ name, summary }) => [`[${code(name)}](#mantissa-${name})`, summary]),
    ),
    '',
    ...commands.flatMap(section),
  ].join('\n');
}

function section({ name, usage, summary, arguments: given, options }) {
  const page = PAGES[name];
  return [
    `## mantissa ${name}`,
    '',
    '```',
    usage,
    '```',
    '',
    `${summary[0].toUpperCase()}${summary.slice(1)}.${page ? ` More: [${page.replace('../', '')}](${page}).` : ''}`,
    '',
    table(
      ['', ''],
      [
        ...given.map((one) => [code(one.required ? `<${one.name}>` : `[${one.name}]`), one.summary]),
        ...options.map((option) => [code(option.flags), optionText(option)]),
      ],
    ),
    '',
  ];
}

function optionText({ summary, choices, default: preset, repeatable }) {
  const facts = [
    choices.length > 0 ? choices.map(code).join(', ') : '',
    preset === null ? '' : `default ${code(preset)}`,
    repeatable && !/repeatable/.test(summary) ? 'repeatable' : '',
  ].filter(Boolean);
  return facts.length === 0 ? summary : `${summary} (${facts.join('; ')})`;
}
