/** The options that several commands take, each declared once. */
import { ENGINE_NAMES } from '../../frontend/project/engine-names.js';
import { DEFAULT_METRIC, METRICS, VALUE_METRICS } from '../../numerics/metrics.js';
import { choice, choiceOr, flag, inWords, type OptionsOf, offSwitch, text, textOr, texts } from './option.js';

export const debug = flag('--debug', 'show stack traces');
export const json = flag('--json', 'print one JSON document');
export const fresh = flag('--fresh', 'forget what it holds');
export const force = flag('--force', 'write it in place of one that is there');

export const include = texts('-I, --include <folder>', 'search this folder for headers');
export const define = texts('-D, --define <name[=value]>', 'define a macro');
export const undefine = texts('-U, --undefine <name>', 'undefine a macro');
export const standard = text('--std <standard>', 'language standard, such as c++17');
export const compilerFlag = texts('--flag <flag>', 'a further flag of the compiler, such as -fcommon (repeatable)');
/** How a compiler reads the program. */
export const compilerOptions = [include, define, undefine, standard, compilerFlag] as const;
export const also = texts('--also <flags>', 'another build that must stay right, such as -DVERIFY (repeatable)');
/** Of every command that changes what a program's sources say. */
export const sourceOptions = [
  ...compilerOptions,
  also,
  flag('--strict-branches', 'keep the formats of variables that #if branches name which are not compiled'),
  flag('--convert-copies', 'tune host and device memory apart: every copy between them may convert'),
] as const;

export const engine = choiceOr(
  '--engine <name>',
  'where it runs; auto takes the best there is',
  ['auto', ...ENGINE_NAMES],
  'auto',
);
export type EngineOption = OptionsOf<readonly [typeof engine]>;
export const gpu = text(
  '--gpu <name>',
  'whose costs modelled speedups have: a name, a profile.json or here, as characterize measured it (default: the GPU at hand, or h200)',
);
export const timeout = textOr('--timeout <seconds>', 'at most this long for one run', '600');
export const memory = text(
  '--memory <size>',
  "at most this much memory for one run, such as 8G (default: the machine's)",
);
export const noSanitize = offSwitch(
  '--no-sanitize',
  'do not look at memory, which runs a program once more under sanitizers',
);
export const jobs = text('--jobs <n>', 'accuracy trials at the same time (default: one per processor, one on a GPU)');
export const time = text('--time <duration>', 'at most this long for all of it: 90s, 10m, 1h');
export const trials = textOr('--trials <n>', 'at most this many trials', '500');
export const seed = textOr('--seed <n>', 'seed of the search', '1');

export const inputs = texts('--input <name>', 'an input of the project file (repeatable; default: all)');
export const tunedInputs = inWords(inputs, 'an input of the project file to tune on (repeatable; default: all)');
export const input = text('--input <name>', 'an input of the project file (default: the first that is not held out)');
export const formats = text(
  '--formats <list>',
  'formats a group may have (default: "formats" of mantissa.json, else fp64,fp32, or fp32,fp16,bf16 for CUDA without fp64)',
);
export const scope = choice('--scope <scope>', 'device code and the memory it touches, or everything', [
  'kernels',
  'all',
]);

export const maxError = text('--max-error <x>', 'how far the output may be off');
export const metric = choice('--metric <name>', `what errors are judged by (default: ${DEFAULT_METRIC.less})`, METRICS);
export const goalMetric = inWords(metric, `what the bound measures (default: ${DEFAULT_METRIC.less})`);
/** For commands that run no program of the user's to measure an error. */
export const valueMetric = choice(
  '--metric <name>',
  `what the bound measures (default: ${DEFAULT_METRIC.less})`,
  VALUE_METRICS,
);
export const digits = text('--digits <n>', 'digits that must agree, instead of --max-error');
export const errorCommand = text(
  '--error-command <command>',
  'given two files, expected and found, it prints the error: --metric command',
);
export const against = choice(
  '--against <output>',
  "what to compare with: the program's own output, or a run in fp64x2",
  ['baseline', 'reference'],
);
/** How outputs are compared. */
export const judgingOptions = [metric, errorCommand, against] as const;

export const study = text('-o, --study <folder>', 'the study (default: the only one below .mantissa)');
export const inFolder = text('--in <folder>', 'the folder the program is in (default: the current one)');
export const scalar = flag('--scalar', 'its patch without vectors, where tune --vectorize found them better');
export const noCompile = offSwitch(
  '--no-compile',
  "do not compile the patch with the project's build command, nvcc or g++ before it is given",
);
export const variance = textOr('--variance <v>', 'how far off they are', '0.1');

/** Of commands over a program under a configuration. */
export const configurationOptions = [
  ...sourceOptions,
  text('--configuration <file>', 'a JSON file: {"schemaVersion": 1, "formats": {"<site or group id>": "fp32"}}'),
  text('--all <format>', 'everything that can be narrower in this format, in CUDA programs what kernels touch'),
  text('--random <seed>', 'a random configuration of the same'),
  textOr('--formats <list>', 'formats a random configuration draws from', 'fp64,fp32'),
  engine,
] as const;
export type ConfigurationOptions = OptionsOf<typeof configurationOptions>;
