import { z } from 'zod';
import { binaryFormats, formatNames } from '../../numerics/format.js';
import { COUNTING_METRICS, type Metric, moreIsBetter, VALUE_METRICS } from '../../numerics/metrics.js';
import { whyNotInside } from '../../support/inside-folder.js';
import { listWords } from '../../support/list-words.js';
import { MEMORY_SIZE, parseMemorySize } from '../../support/memory-size.js';
import { flagFault } from './build-flags.js';
import { ENGINE_NAMES } from './engine-names.js';
import { MACRO_DEFINITION, MACRO_NAME } from './macros.js';
import type { JsonSchema } from './schema-keys.js';
import { slurmSettings } from './slurm-settings.js';
import { C_STANDARDS, CXX_STANDARDS, STANDARDS } from './standards.js';

const text = z.string().min(1);
const folders = z.array(text);
const language = z.enum(['cuda', 'c++', 'c']);
const anyStandard = z.enum(STANDARDS as string[]).meta({ id: 'standard' });
const cxxStandard = z.enum(CXX_STANDARDS as string[]).meta({ id: 'cxxStandard' });
const cStandard = z.enum(C_STANDARDS as string[]).meta({ id: 'cStandard' });

const definition = z
  .string()
  .regex(MACRO_DEFINITION, 'expected NAME or NAME=value, without -D')
  .meta({ id: 'definition' });
const macroName = z.string().regex(MACRO_NAME, 'this is not a macro name').meta({ id: 'macroName' });
const defines = z.union([z.array(definition), z.record(macroName, z.union([z.string(), z.number(), z.boolean()]))]);

const input = z
  .strictObject({
    arguments: z.array(z.string()).describe("The program's command-line arguments."),
    heldOut: z.boolean().optional().describe('Not used in the search, only to confirm its result.'),
    engines: z
      .array(z.enum(ENGINE_NAMES))
      .min(1)
      .optional()
      .describe('The engines that use this input, such as cuda for a run too long for a CPU; all by default.'),
  })
  .describe('One run of the program.');

const pattern = text.refine(isPattern, { error: 'this is not a regular expression' });
const lines = pattern.describe('Only the numbers of lines that match this regular expression.');

const figureOfMerit = z
  .strictObject({
    pattern: pattern.describe('A regular expression; its first group, or the whole match, is the number.'),
    better: z.enum(['higher', 'lower']),
  })
  .describe('The performance figure that the program prints on stderr or stdout, such as zones per second.');

const memory = z
  .string()
  .regex(MEMORY_SIZE, 'expected a size such as 512M or 8G')
  .refine((value) => parseMemorySize(value) !== null, { error: 'the size is too large' })
  .describe("The memory limit of one run, such as 8G; by default the machine's memory.");

function isPattern(value: string): boolean {
  try {
    return new RegExp(value, 'm') instanceof RegExp;
  } catch {
    return false;
  }
}

const output = z.union([
  z.strictObject({ stdout: z.literal(true).describe('The numbers the program prints.'), lines: lines.optional() }),
  z.strictObject({ recorded: z.literal(true).describe('The numbers passed to MANTISSA_OUTPUT of <mantissa.h>.') }),
  z
    .strictObject({
      file: text
        .refine((name) => whyNotInside(name) === null, {
          error: ({ input: name }) =>
            `expected a file inside the folder the program runs in; ${whyNotInside(String(name))}`,
        })
        .describe('A file the program writes, relative to the folder it runs in and inside it.'),
      kind: z.enum(['text', 'binary']).describe('Numbers as text, or in their binary representation.'),
      format: z.enum(binaryFormats).optional().describe('The format of the numbers in a binary file; fp64 by default.'),
      lines: lines.optional(),
    })
    .refine(({ kind, lines: some }) => kind === 'text' || some === undefined, {
      error: 'lines applies to text files only',
      path: ['lines'],
    })
    .refine(({ kind, format }) => kind === 'binary' || format === undefined, {
      error: 'format applies to binary files only',
      path: ['format'],
    }),
]);

const goalMetricSchema = z.union([
  z.enum(VALUE_METRICS),
  z.strictObject({ command: text.describe('A command that prints the error of an output as one number.') }),
]);

const COUNTING = listWords(COUNTING_METRICS);

const goal = z
  .strictObject({
    metric: goalMetricSchema,
    maxError: z.number().nonnegative().optional().describe('The largest error allowed, in the unit of the metric.'),
    digits: z
      .int()
      .positive()
      .optional()
      .describe(`The number of digits that must agree, for the metrics ${COUNTING}.`),
    minSpeedup: z
      .number()
      .positive()
      .optional()
      .describe('The smallest speedup (baseline time ÷ candidate time) that is worth recommending.'),
    against: z
      .enum(['baseline', 'reference'])
      .optional()
      .describe('Compare with the output of the unmodified program, or of a high-precision run.'),
  })
  .refine((value) => value.digits === undefined || moreIsBetter(goalMetric(value.metric)), {
    error: `digits applies to the metrics ${COUNTING} only; use maxError`,
    path: ['digits'],
  })
  .refine((value) => value.maxError === undefined || !moreIsBetter(goalMetric(value.metric)), {
    error: `the metrics ${COUNTING} use digits instead`,
    path: ['maxError'],
  });

/** The name of a goal's metric; the metric of an error command is written as an object. */
export function goalMetric(metric: z.output<typeof goalMetricSchema>): Metric {
  return typeof metric === 'string' ? metric : 'command';
}

const flags = z.array(
  text.refine((flag) => flagFault(flag) === null, { error: 'this flag is not passed to the compiler' }),
);

const fileSettings = z.strictObject({
  language: language.optional(),
  standard: anyStandard.optional(),
  defines: defines.optional(),
  includes: folders.optional().describe('Searched before the includes of the whole project.'),
  flags: flags.optional().describe('In addition to the flags of the whole project.'),
});

const variant = z
  .strictObject({
    defines: defines.describe(
      'Macros in addition to those of the main build, in the form of defines; false undefines.',
    ),
  })
  .refine(({ defines: macros }) => (Array.isArray(macros) ? macros.length : Object.keys(macros).length) > 0, {
    error: 'expected a macro; a variant without macros is the main build',
    path: ['defines'],
  });

/** mantissa.json. Paths are relative to its folder; docs/project-file.md explains every key. */
export const projectFileSchema = z
  .strictObject({
    $schema: z.string().optional().describe('This schema, for editors.'),
    why: z
      .record(text, text)
      .optional()
      .describe('A note on the origin of each key, as mantissa init writes it; it has no effect.'),
    name: text.optional().describe("The name of the program in reports; the folder's name by default."),
    sources: z
      .array(text)
      .optional()
      .describe(
        'Source files, or globs with *, ? and **; a glob after ! excludes files. By default all sources in the folder.',
      ),
    includes: folders.optional().describe("Folders of the program's own headers (-I)."),
    systemIncludes: folders.optional().describe('Folders of third-party headers (-isystem).'),
    defines: defines.optional().describe('Macros (-D): ["A", "B=1"], or {"A": true, "B": 1}; false undefines (-U).'),
    standard: z
      .union([
        anyStandard,
        z.strictObject({ cuda: cxxStandard.optional(), 'c++': cxxStandard.optional(), c: cStandard.optional() }),
      ])
      .optional()
      .describe('A language standard as for -std=, for all files or by language.'),
    flags: flags.optional().describe('Further compiler flags, such as -fcommon, -fopenmp or -lname, one per item.'),
    language: language.optional().describe('The language of every file, whatever its name.'),
    files: z.record(text, fileSettings).optional().describe('Settings of single files.'),
    formats: z
      .array(z.enum(formatNames))
      .min(1)
      .optional()
      .describe(
        'Formats a group may have besides its own, such as ["fp32", "fp16"]; fp64 and fp32 by default, fp32 and the half formats of the device for a CUDA program without fp64.',
      ),
    scope: z
      .enum(['kernels', 'all'])
      .optional()
      .describe('Tune only device code and the memory it uses, or the whole program.'),
    inputs: z
      .record(text, input)
      .refine((inputs) => Object.keys(inputs).length === 0 || Object.values(inputs).some(({ heldOut }) => !heldOut), {
        error: 'every input is held out; tuning needs at least one that is not',
      })
      .optional()
      .describe('Runs by name.'),
    timing: z
      .array(text)
      .optional()
      .describe('Names of the inputs that trials are timed on; by default the inputs of the search.'),
    output: output.optional().describe('The numbers to compare; by default those on stdout.'),
    goal: goal.optional().describe('The accuracy, and optionally the speedup, that a configuration must reach.'),
    lowerUnseen: z
      .boolean()
      .optional()
      .describe(
        'Whether variables without influence on the compared output may be lowered too; by default they keep their format.',
      ),
    strictBranches: z
      .boolean()
      .optional()
      .describe('Whether variables used in an #if branch that is not compiled keep their formats.'),
    variants: z
      .record(text, variant)
      .optional()
      .describe('Other builds of the same sources, by name, that must stay correct with the patch.'),
    freeBlocks: z
      .array(text)
      .optional()
      .describe(
        'Thread-block sizes, by their names in mantissa inspect, that you declare safe to change although Mantissa cannot prove it.',
      ),
    convertCopies: z
      .boolean()
      .optional()
      .describe(
        'Whether every copy between host and device may convert formats, not only the copies whose host side is frozen.',
      ),
    figureOfMerit: figureOfMerit.optional(),
    memory: memory.optional(),
    slurm: slurmSettings.optional(),
    build: text.optional().describe("The program's own build command, for the command engine."),
    run: text.optional().describe("The program's own run command, for the command engine."),
  })
  .meta({
    title: 'Mantissa project file',
    description: 'A program to tune: its sources, compiler settings, inputs and goal.',
  });

export type ProjectFile = z.output<typeof projectFileSchema>;

export type Defines = z.output<typeof defines>;

/** The JSON schema for editors; scripts/write-schema.mjs publishes it as schema/mantissa.schema.json. */
export function projectFileJsonSchema(): JsonSchema {
  return z.toJSONSchema(projectFileSchema, { io: 'input' }) as JsonSchema;
}
