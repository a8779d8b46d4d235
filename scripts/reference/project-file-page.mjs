import { code, GENERATED, table } from './markdown.mjs';
import { schemaRows } from './schema-rows.mjs';

/** docs/reference/project-file.md: every key of mantissa.json. */
export function projectFilePage(schema) {
  const rows = schemaRows(schema).map(({ path, type, isRequired, summary }) => [
    code(path),
    `${type}${isRequired ? ', required' : ''}`,
    summary,
  ]);
  return [
    '# Every key of mantissa.json',
    '',
    GENERATED,
    '',
    '[The page about the project file](../project-file.md) explains them with examples; `schema/mantissa.schema.json` is the same for editors.',
    'A `.` goes into an object; `<name>` stands for a name of yours. Unknown keys are refused.',
    '',
    table(['key', 'value', ''], rows),
    '',
  ].join('\n');
}
