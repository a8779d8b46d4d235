import type { z } from 'zod';
import type { Finding } from '../../diagnostics/mantissa-error.js';
import { nearestName } from '../../support/nearest-name.js';
import { type JsonDocument, type JsonPath, showPath } from './json-document.js';

type Issue = z.core.$ZodIssue;

export interface SchemaFindings {
  /** Unknown keys, each with its place and the most similar known key. */
  readonly unknownKeys: readonly Finding[];
  /** All other violations of the schema. */
  readonly misfits: readonly Finding[];
  /** The correction of the first unknown key, if a known key is similar. */
  readonly suggestion: { readonly written: string; readonly meant: string } | null;
}

/** The violations of a schema as messages with places in the JSON text. `keysAt` returns the known keys at a path. */
export function describeIssues(
  issues: readonly Issue[],
  document: JsonDocument,
  keysAt: (path: JsonPath) => readonly string[],
): SchemaFindings {
  const unknownKeys: Finding[] = [];
  const misfits: Finding[] = [];
  let suggestion: SchemaFindings['suggestion'] = null;
  for (const issue of issues.flatMap((each) => unfoldUnion(each))) {
    if (issue.code !== 'unrecognized_keys') {
      const place = issue.code === 'invalid_key' ? document.placeOfKey(issue.path) : document.placeOfValue(issue.path);
      misfits.push({ text: describe(issue, document), place });
      continue;
    }
    for (const key of issue.keys) {
      const known = keysAt(issue.path).filter((each) => each !== key);
      const meant = nearestName(key, known);
      const hint = meant === null ? `; the keys here are ${known.join(', ')}` : `; did you mean "${meant}"?`;
      if (meant !== null) suggestion ??= { written: key, meant };
      const within = issue.path.length === 0 ? '' : ` in ${showPath(issue.path)}`;
      unknownKeys.push({
        text: `unknown key "${key}"${within}${hint}`,
        place: document.placeOfKey([...issue.path, key]),
      });
    }
  }
  return { unknownKeys: unknownKeys.sort(byPlace), misfits: misfits.sort(byPlace), suggestion };
}

function byPlace({ place: one }: Finding, { place: other }: Finding): number {
  return one!.line! - other!.line! || one!.column! - other!.column!;
}

/** Selects the alternative of a union that the user most likely meant: the one that fails at the deepest path, with the fewest errors. */
function unfoldUnion(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const branches = issue.errors.map((errors) =>
    errors.map((each) => ({ ...each, path: [...issue.path, ...each.path] }) as Issue),
  );
  const reached = branches.filter(
    (branch) => !branch.some((each) => each.path.length === issue.path.length && each.code === 'invalid_type'),
  );
  const best = reached.toSorted((one, other) => faults(one) - faults(other))[0];
  return best ? best.flatMap(unfoldUnion) : [issue];
}

function faults(branch: readonly Issue[]): number {
  return branch.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
}

function describe(issue: Issue, document: JsonDocument): string {
  const at = issue.path.length === 0 ? 'the file' : showPath(issue.path);
  if (issue.path.length > 0 && !document.has(issue.path)) return `${at} is missing`;
  if (issue.code === 'invalid_type')
    return `${at}: expected ${article(issue.expected)}, found ${kindAt(document, issue.path)}`;
  if (issue.code === 'invalid_union') return `${at}: expected ${unionOf(issue)}, found ${kindAt(document, issue.path)}`;
  if (issue.code === 'invalid_key') return `${at}: ${issue.issues[0]?.message ?? issue.message}`;
  if (issue.code === 'invalid_value') return `${at}: ${describeChoice(issue, document)}`;
  return `${at}: ${issue.message[0]!.toLowerCase()}${issue.message.slice(1)}`;
}

function describeChoice({ values, path }: z.core.$ZodIssueInvalidValue, document: JsonDocument): string {
  const choices = values.map((value) => String(value));
  const spelling = document.spelling(path) ?? 'nothing';
  const near = nearestName(spelling.replaceAll('"', ''), choices);
  if (near !== null) return `unknown value ${spelling}; did you mean ${JSON.stringify(near)}?`;
  const shown = choices.length > 8 ? [...choices.slice(0, 8), '…'] : choices;
  return `expected ${choices.length > 1 ? 'one of ' : ''}${shown.join(', ')}, found ${spelling}`;
}

function unionOf(issue: z.core.$ZodIssueInvalidUnion): string {
  const kinds = issue.errors.flatMap((errors) =>
    errors.flatMap((each) => (each.code === 'invalid_type' ? [article(each.expected)] : [])),
  );
  return [...new Set(kinds)].join(' or ');
}

const articles: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  int: 'a whole number',
  boolean: 'true or false',
};

function article(kind: string): string {
  return articles[kind] ?? `a ${kind}`;
}

function kindAt(document: JsonDocument, path: JsonPath): string {
  const spelling = document.spelling(path) ?? '';
  if (spelling.startsWith('{')) return 'an object';
  if (spelling.startsWith('[')) return 'a list';
  return spelling.length > 60 ? 'a long string' : spelling;
}
