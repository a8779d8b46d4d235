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
const macroName = z.string().regex(MACRO_NAME, 'this is not the name of a macro').meta({ id: 'macroName' });
const defines = z.union([z.array(definition), z.record(macroName, z.union([z.string(), z.number(), z.boolean()]))]);

const input = z
  .strictObject({
    arguments: z.array(z.string()).describe("The program's command-line arguments."),
    heldOut: z.boolean().optional().describe('Kept out of the search, and used only to confirm what it found.'),
    engines: z
      .array(z.enum(ENGINE_NAMES))
      .min(1)
      .optional()
      .describe('Engines it is meant for, such as cuda for a run too long for a CPU; all where nothing is said.'),
  })
  .describe('One run of the program.');

const pattern = text.refine(isPattern, { error: 'this is not a regular expression' });
const lines = pattern.describe('Only the numbers of lines that match this regular expression.');

const figureOfMerit = z
  .strictObject({
    pattern: pattern.describe('A regular expression; its first group, or the whole match, is the number.'),
    better: z.enum(['higher', 'lower']),
  })
  .describe("The program's own figure of its speed, such as zones per second, on stderr or stdout.");

const memory = z
  .string()
  .regex(MEMORY_SIZE, 'expected a size such as 512M or 8G')
  .refine((value) => parseMemorySize(value) !== null, { error: 'more bytes than can be counted' })
  .describe("The most memory one run may use, such as 8G; the machine's where nothing is said.");

function isPattern(value: string): boolean {
  try {
    return new RegExp(value, 'm') instanceof RegExp;
  } catch {
    return false;
  }
}

const output = z.union([
  z.strictObject({ stdout: z.literal(true).describe('The numbers the program prints.'), lines: lines.optional() }),
  z.strictObject({ recorded: z.literal(true).describe('The numbers given to MANTISSA_OUTPUT of <mantissa.h>.') }),
  z
    .strictObject({
      file: text
        .refine((name) => whyNotInside(name) === null, {
          error: ({ input: name }) =>
            `expected a file below the folder the program runs in; ${whyNotInside(String(name))}`,
        })
        .describe('A file the program writes, below the folder it runs in and relative to it.'),
      kind: z.enum(['text', 'binary']).describe('Numbers as text, or as they are in memory.'),
      format: z.enum(binaryFormats).optional().describe('What a binary file holds; fp64 where nothing is said.'),
      lines: lines.optional(),
    })
    .refine(({ kind, lines: some }) => kind === 'text' || some === undefined, {
      error: 'only a text file has lines',
      path: ['lines'],
    })
    .refine(({ kind, format }) => kind === 'binary' || format === undefined, {
      error: 'only a binary file has a format',
      path: ['format'],
    }),
]);

const goalMetricSchema = z.union([
  z.enum(VALUE_METRICS),
  z.strictObject({ command: text.describe('Prints the error of an output as one number.') }),
]);

const COUNTING = listWords(COUNTING_METRICS);

const goal = z
  .strictObject({
    metric: goalMetricSchema,
    maxError: z.number().nonnegative().optional().describe('The largest error allowed, in the unit of the metric.'),
    digits: z.int().positive().optional().describe(`How many digits must agree, for the metrics ${COUNTING}.`),
    minSpeedup: z
      .number()
      .positive()
      .optional()
      .describe('Baseline time ÷ candidate time below which a candidate is not worth it.'),
    against: z
      .enum(['baseline', 'reference'])
      .optional()
      .describe("The unmodified program's output, or a high-precision run's."),
  })
  .refine((value) => value.digits === undefined || moreIsBetter(goalMetric(value.metric)), {
    error: `digits bounds the metrics ${COUNTING} only; write maxError`,
    path: ['digits'],
  })
  .refine((value) => value.maxError === undefined || !moreIsBetter(goalMetric(value.metric)), {
    error: `the metrics ${COUNTING} are bounded by digits`,
    path: ['maxError'],
  });

/** The name of the metric: that of a command is an object with the command. */
export function goalMetric(metric: z.output<typeof goalMetricSchema>): Metric {
  return typeof metric === 'string' ? metric : 'command';
}

const flags = z.array(text.refine((flag) => flagFault(flag) === null, { error: 'this flag is not passed on' }));

const fileSettings = z.strictObject({
  language: language.optional(),
  standard: anyStandard.optional(),
  defines: defines.optional(),
  includes: folders.optional().describe('Searched before the includes of the whole project.'),
  flags: flags.optional().describe('Besides the flags of the whole project.'),
});

const variant = z
  .strictObject({
    defines: defines.describe('Macros over those of the build that is tuned, written as defines is; false undefines.'),
  })
  .refine(({ defines: macros }) => (Array.isArray(macros) ? macros.length : Object.keys(macros).length) > 0, {
    error: 'expected a macro; a variant without one is the build itself',
    path: ['defines'],
  });

/** mantissa.json. Paths are relative to its folder; docs/project-file.md explains every key. */
export const projectFileSchema = z
  .strictObject({
    $schema: z.string().optional().describe('This schema, for editors.'),
    why: z
      .record(text, text)
      .optional()
      .describe('Where each key comes from, in words, as mantissa init writes it; nothing depends on it.'),
    name: text.optional().describe("What reports call the program; the folder's name where nothing is said."),
    sources: z
      .array(text)
      .optional()
      .describe(
        'Source files, or globs with *, ? and **; a glob after ! takes files out again. Without it: all sources in the folder.',
      ),
    includes: folders.optional().describe("Folders of the program's own headers (-I)."),
    systemIncludes: folders.optional().describe("Folders of other people's headers (-isystem)."),
    defines: defines.optional().describe('Macros (-D): ["A", "B=1"], or {"A": true, "B": 1}; false undefines (-U).'),
    standard: z
      .union([
        anyStandard,
        z.strictObject({ cuda: cxxStandard.optional(), 'c++': cxxStandard.optional(), c: cStandard.optional() }),
      ])
      .optional()
      .describe('As -std= takes it, for all files or by language.'),
    flags: flags.optional().describe('Further flags of the compiler, such as -fcommon, -fopenmp or -lname, one each.'),
    language: language.optional().describe('The language of every file, whatever its name.'),
    files: z.record(text, fileSettings).optional().describe('What differs for one file.'),
    formats: z
      .array(z.enum(formatNames))
      .min(1)
      .optional()
      .describe(
        'Formats a group may have besides its own, such as ["fp32", "fp16"]; fp64 and fp32 by default, fp32 and the half formats of the device for a CUDA program without fp64.',
      ),
    scope: z.enum(['kernels', 'all']).optional().describe('Device code and the memory it touches, or everything.'),
    inputs: z
      .record(text, input)
      .refine((inputs) => Object.keys(inputs).length === 0 || Object.values(inputs).some(({ heldOut }) => !heldOut), {
        error: 'every input is held out; at least one must be left to tune on',
      })
      .optional()
      .describe('Runs by name.'),
    timing: z
      .array(text)
      .optional()
      .describe(
        'Names of inputs that trials are timed on, instead of those that accuracy is searched on; without it, those are timed too.',
      ),
    output: output.optional().describe('Where the numbers to judge come from; stdout where nothing is said.'),
    goal: goal.optional().describe('What a configuration must reach.'),
    lowerUnseen: z
      .boolean()
      .optional()
      .describe(
        'Whether variables that do not affect the compared output may be lowered, too; by default they keep their format.',
      ),
    strictBranches: z
      .boolean()
      .optional()
      .describe('Whether text in #if branches that are not compiled keeps the formats of the variables it names.'),
    variants: z
      .record(text, variant)
      .optional()
      .describe('Other builds of the same sources, by name, that a patch must keep right as well.'),
    freeBlocks: z
      .array(text)
      .optional()
      .describe(
        'Sizes of thread blocks, as mantissa inspect names them, on which nothing depends though that cannot be proved.',
      ),
    convertCopies: z
      .boolean()
      .optional()
      .describe('Whether every copy between host and device may convert, not only those that free device memory.'),
    figureOfMerit: figureOfMerit.optional(),
    memory: memory.optional(),
    slurm: slurmSettings.optional(),
    build: text.optional().describe("The program's own build command, for the command engine."),
    run: text.optional().describe("The program's own run command, for the command engine."),
  })
  .meta({
    title: 'Mantissa project file',
    description: 'A program to tune: its sources, how they are read, its inputs and its goal.',
  });

export type ProjectFile = z.output<typeof projectFileSchema>;

export type Defines = z.output<typeof defines>;

/** The schema as editors take it; scripts/write-schema.mjs publishes it as schema/mantissa.schema.json. */
export function projectFileJsonSchema(): JsonSchema {
  return z.toJSONSchema(projectFileSchema, { io: 'input' }) as JsonSchema;
}
