/** Options shared by several commands, each declared once. */
import { ENGINE_NAMES } from '../../frontend/project/engine-names.js';
import { DEFAULT_METRIC, METRICS, VALUE_METRICS } from '../../numerics/metrics.js';
import { choice, choiceOr, flag, inWords, type OptionsOf, offSwitch, text, textOr, texts } from './option.js';

export const debug = flag('--debug', 'show stack traces');
export const json = flag('--json', 'print one JSON document');
export const fresh = flag('--fresh', 'discard earlier results and start over');
export const force = flag('--force', 'replace an existing file');

export const include = texts('-I, --include <folder>', 'search this folder for headers');
export const define = texts('-D, --define <name[=value]>', 'define a macro');
export const undefine = texts('-U, --undefine <name>', 'undefine a macro');
export const standard = text('--std <standard>', 'language standard, such as c++17');
export const compilerFlag = texts('--flag <flag>', 'a further compiler flag, such as -fcommon (repeatable)');
/** Options of the compiler that reads the program. */
export const compilerOptions = [include, define, undefine, standard, compilerFlag] as const;
export const also = texts(
  '--also <flags>',
  'flags of a second build of the program, such as -DVERIFY; the patch must be correct for it, too (repeatable)',
);
/** Options of every command that rewrites sources. */
export const sourceOptions = [
  ...compilerOptions,
  also,
  flag('--strict-branches', 'freeze variables that are named in inactive #if branches'),
  flag('--convert-copies', 'tune host and device arrays separately, with conversions in the copies between them'),
] as const;

export const engine = choiceOr(
  '--engine <name>',
  'engine that runs the program; auto takes the best one available',
  ['auto', ...ENGINE_NAMES],
  'auto',
);
export type EngineOption = OptionsOf<readonly [typeof engine]>;
export const gpu = text(
  '--gpu <name>',
  'GPU whose cost model gives modelled speedups: a name, a profile.json, or "here" for the result of characterize (default: the GPU of this machine, or h200)',
);
export const timeout = textOr('--timeout <seconds>', 'time limit for one run', '600');
export const memory = text('--memory <size>', "memory limit for one run, such as 8G (default: the machine's memory)");
export const noSanitize = offSwitch('--no-sanitize', 'skip the memory check, an extra run under sanitizers');
export const jobs = text('--jobs <n>', 'accuracy trials run in parallel (default: one per CPU core, one on a GPU)');
export const time = text('--time <duration>', 'time limit for the whole command: 90s, 10m, 1h');
export const trials = textOr('--trials <n>', 'at most this many trials', '500');
export const seed = textOr('--seed <n>', 'random seed of the search', '1');

export const inputs = texts('--input <name>', 'an input of the project file (repeatable; default: all)');
export const tunedInputs = inWords(inputs, 'an input of the project file to tune on (repeatable; default: all)');
export const input = text('--input <name>', 'an input of the project file (default: the first that is not held out)');
export const formats = text(
  '--formats <list>',
  'formats a group may have (default: "formats" of mantissa.json, else fp64,fp32, or fp32,fp16,bf16 for CUDA without fp64)',
);
export const scope = choice('--scope <scope>', 'what to tune: kernels with the memory they access, or everything', [
  'kernels',
  'all',
]);

export const maxError = text('--max-error <x>', 'largest error allowed in the output');
export const metric = choice('--metric <name>', `error metric (default: ${DEFAULT_METRIC.less})`, METRICS);
export const goalMetric = inWords(metric, `metric of the error bound (default: ${DEFAULT_METRIC.less})`);
/** Metrics of commands that do not accept an error command. */
export const valueMetric = choice(
  '--metric <name>',
  `metric of the error bound (default: ${DEFAULT_METRIC.less})`,
  VALUE_METRICS,
);
export const digits = text('--digits <n>', 'decimal digits that must agree, instead of --max-error');
export const errorCommand = text(
  '--error-command <command>',
  'for --metric command: prints the error when given two files, the expected and the actual output',
);
export const against = choice(
  '--against <output>',
  "what to compare with: the original program's output, or a run in fp64x2",
  ['baseline', 'reference'],
);
/** Options of the comparison of outputs. */
export const judgingOptions = [metric, errorCommand, against] as const;

export const study = text('-o, --study <folder>', 'the study (default: the only one below .mantissa)');
export const inFolder = text('--in <folder>', 'the folder the program is in (default: the current one)');
export const scalar = flag(
  '--scalar',
  'the patch without vectorized kernels, where tune --vectorize found them faster',
);
export const noCompile = offSwitch(
  '--no-compile',
  "do not compile the patch with the project's build command, nvcc or g++ before printing it",
);
export const variance = text('--variance <v>', 'size of the perturbation');

export const configuration = text(
  '--configuration <file>',
  'a JSON file: {"schemaVersion": 1, "formats": {"<site or group id>": "fp32"}}',
);

/** Options of commands that apply a configuration to a program. */
export const configurationOptions = [
  ...sourceOptions,
  configuration,
  text(
    '--all <format>',
    'lower everything in scope to this format (in CUDA programs: kernels and the memory they access)',
  ),
  text('--random <seed>', 'random configuration of the sites in scope, drawn with this seed'),
  textOr('--formats <list>', 'formats for --random', 'fp64,fp32'),
  engine,
] as const;
export type ConfigurationOptions = OptionsOf<typeof configurationOptions>;
