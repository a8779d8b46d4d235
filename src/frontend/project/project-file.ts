import { type Finding, MantissaError, type MessagePlace } from '../../diagnostics/mantissa-error.js';
import { JsonDocument } from './json-document.js';
import { type Defines, type ProjectFile, projectFileJsonSchema, projectFileSchema } from './project-file-schema.js';
import { describeIssues } from './schema-findings.js';
import { knownKeys } from './schema-keys.js';

export interface ReadProjectFile {
  readonly settings: ProjectFile;
  /** For the places of later error messages. */
  readonly document: JsonDocument;
}

/** Validates the text of a mantissa.json. `shown` is its path in messages. */
export function readProjectFile(bytes: Buffer, shown: string): ReadProjectFile {
  const document = new JsonDocument(shown, bytes, notJson);
  const { success, data, error } = projectFileSchema.safeParse(document.value);
  if (!success) throw notValid(error.issues, document);
  return { settings: withLiteralDefines(data, document), document };
}

function notJson(text: string, place: MessagePlace): MantissaError {
  return new MantissaError(
    'MX2002',
    { text, place },
    {
      remedy: text.startsWith('comments') ? 'remove the comment; JSON has none' : 'correct the JSON at this place',
    },
  );
}

function notValid(issues: Parameters<typeof describeIssues>[0], document: JsonDocument): MantissaError {
  const schema = projectFileJsonSchema();
  const { unknownKeys, misfits, suggestion } = describeIssues(issues, document, (path) => knownKeys(schema, path));
  const findings: Finding[] = [...unknownKeys, ...misfits];
  if (unknownKeys.length === 0) return new MantissaError('MX2002', findings);
  const remedy =
    suggestion && unknownKeys.length === 1
      ? { remedy: `write "${suggestion.meant}" instead of "${suggestion.written}", or remove the key` }
      : {};
  return new MantissaError('MX2003', findings, remedy);
}

/** A number in `defines` is used as written: `1.0` must not become the integer 1, nor `1e3` become 1000. */
function withLiteralDefines(settings: ProjectFile, document: JsonDocument): ProjectFile {
  const spell = (defines: Defines | undefined, path: readonly string[]): Defines | undefined => {
    if (defines === undefined || Array.isArray(defines)) return defines;
    const entries = Object.entries(defines).map(([name, value]) => [
      name,
      typeof value === 'number' ? document.spelling([...path, name])! : value,
    ]);
    return Object.fromEntries(entries) as Defines;
  };
  const files = Object.entries(settings.files ?? {}).map(([file, own]) => [
    file,
    { ...own, defines: spell(own.defines, ['files', file, 'defines']) },
  ]);
  const variants = Object.entries(settings.variants ?? {}).map(([name, own]) => [
    name,
    { defines: spell(own.defines, ['variants', name, 'defines']) },
  ]);
  return {
    ...settings,
    ...(settings.variants && { variants: Object.fromEntries(variants) }),
    ...(settings.defines && { defines: spell(settings.defines, ['defines']) }),
    ...(settings.files && { files: Object.fromEntries(files) }),
  };
}
