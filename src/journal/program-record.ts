/**
 * The program as it was read when the study began: text, sites, operations, groups. A report uses this record, because the files may have
 * changed since. Texts are byte strings (one character per byte), so that offsets index them.
 */
import { z } from 'zod';

const format = z.string();

/** Lines and columns start at 1, columns and offsets count bytes; `file` indexes `files`. */
const span = z.strictObject({
  file: z.number().int(),
  line: z.number().int(),
  column: z.number().int(),
  begin: z.number().int(),
  end: z.number().int(),
});

export const programRecord = z.strictObject({
  kind: z.literal('program'),
  /** The folder to which paths are relative. */
  root: z.string(),
  isCuda: z.boolean(),
  files: z.array(z.strictObject({ path: z.string(), text: z.string() })),
  functions: z.array(
    z.strictObject({ name: z.string(), kind: z.enum(['kernel', 'device', 'host']), span: span.nullable() }),
  ),
  sites: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      function: z.string().nullable(),
      /** As declared in the source. */
      type: z.string(),
      format,
      group: z.string(),
      /** Whether the study may change it: it is in scope and not frozen. */
      tunable: z.boolean(),
      frozen: z.string().nullable(),
      span,
    }),
  ),
  operations: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.string(),
      symbol: z.string(),
      function: z.string(),
      format,
      /** The operator or the name of the function called. */
      span,
      /** The whole expression. */
      expression: span,
    }),
  ),
  groups: z.array(
    z.strictObject({
      id: z.string(),
      /** Ids of its sites. */
      sites: z.array(z.string()),
      why: z.array(z.string()),
      frozen: z.string().nullable(),
    }),
  ),
  warnings: z.array(z.strictObject({ code: z.string(), text: z.string(), span: span.nullable() })),
  /** Source in `#if` branches that are not compiled: the directives, the flag that would compile it, and the sites it names. */
  inactive: z
    .array(
      z.strictObject({
        span,
        directives: z.array(z.string()),
        flag: z.string().nullable(),
        names: z.array(z.string()),
      }),
    )
    .default([]),
  /** Time to read and analyse the program. */
  durationMs: z.number(),
});
export type ProgramRecord = z.infer<typeof programRecord>;
export type SourceSpan = z.infer<typeof span>;
