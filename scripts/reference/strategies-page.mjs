import { code, GENERATED, table } from './markdown.mjs';
import { schemaRows } from './schema-rows.mjs';

/** docs/reference/strategies.md: the strategies, and the options that `--set` takes for each. */
export function strategiesPage(strategies) {
  return [
    '# Strategies',
    '',
    GENERATED,
    '',
    'How `mantissa tune --strategy <name>` searches, and the options of each for `--set option=value`. Each is one file of `src/search`, whose head',
    'says where the algorithm comes from; [adding one](../adding/a-strategy.md) is one more.',
    '',
    ...strategies.flatMap(({ name, summary, options }) => [
      `## ${name}`,
      '',
      `${summary[0].toUpperCase()}${summary.slice(1)}.`,
      '',
      ...optionTable(options),
    ]),
  ]
    .join('\n')
    .replace(/\n*$/, '\n');
}

function optionTable(schema) {
  const rows = schemaRows(schema);
  if (rows.length === 0) return [];
  const preset = (path) => schema.properties[path]?.default;
  return [
    table(
      ['option', 'value', 'default', ''],
      rows.map(({ path, type, summary }) => [
        code(path),
        type,
        preset(path) === undefined ? '' : code(String(preset(path))),
        summary,
      ]),
    ),
    '',
  ];
}
