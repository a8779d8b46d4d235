/**
 * The summary and remedy of every error code. The first digit of a code is the exit code: 1 internal or environment, 2 usage or configuration, 3
 * nothing meets the goal, 4 the baseline cannot be built, run or trusted.
 */
export const catalogue = {
  MX1002: {
    summary: 'the cache folder cannot be used',
    remedy: 'free some space, or point XDG_CACHE_HOME at a folder you can write',
  },
  MX1003: {
    summary: 'the embedded clang stopped unexpectedly',
    remedy: 'run again with --debug and report the output',
  },
  MX1004: {
    summary: 'the syntax tree from the embedded clang is incomplete',
    remedy: 'check free memory and disk space, then run again',
  },
  MX1005: { summary: 'internal error', remedy: 'run again with --debug and report the stack trace' },
  MX1006: {
    summary: 'a consistency check inside mantissa failed',
    remedy: 'this is a bug in mantissa: report it, with the program or a part of it that shows it',
  },
  MX1007: {
    summary: 'the output cannot be written',
    remedy: 'free some space, or check the permissions of the folder',
  },
  MX1008: { summary: 'the journal is damaged', remedy: 'restore it from a copy, or start afresh with --fresh' },
  MX1009: {
    summary: 'a run could not be started',
    remedy: 'check free memory and disk space, then run the same command again: it resumes',
  },
  MX1010: {
    summary: 'the report viewer is missing',
    remedy: 'build it with npm run build, or install the package again',
  },
  MX1012: {
    summary: 'this GPU does not report its energy use',
    remedy:
      'check that nvidia-smi works and that the loader finds libnvidia-ml.so.1 (LD_LIBRARY_PATH), or leave out --energy and --objective energy',
  },
  MX1011: { summary: 'the report cannot be served', remedy: 'choose another port with --port, or leave --port out' },
  MX1090: {
    summary: 'a job on the cluster ended without a result',
    remedy: 'read its output, then run the same command again: it resumes',
  },
  MX1091: {
    summary: 'Slurm does not answer',
    remedy: 'run the same command again once squeue answers: it resumes, and submitted jobs continue meanwhile',
  },
  MX2001: { summary: 'file not found', remedy: 'check the path; paths are relative to the current folder' },
  MX2002: { summary: 'the project file is not valid', remedy: 'see docs/project-file.md for every key' },
  MX2003: { summary: 'unknown key in the project file', remedy: 'remove the key, or correct its spelling' },
  MX2004: { summary: 'invalid command line', remedy: 'see mantissa --help' },
  MX2005: {
    summary: 'no source files',
    remedy:
      'name at least one .cu, .cpp or .c file, or a folder with mantissa.json or compile_commands.json; mantissa init writes a mantissa.json',
  },
  MX2006: {
    summary: 'compile_commands.json is not valid',
    remedy: 'generate it again, for example with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON',
  },
  MX2007: {
    summary: 'this file is not a source file',
    remedy: 'name .cu, .cpp, .cc, .cxx or .c files; headers are found through them',
  },
  MX2008: { summary: 'the file cannot be read', remedy: 'check its permissions' },
  MX2010: {
    summary: 'the configuration file is not valid',
    remedy: 'write {"schemaVersion": 1, "formats": {"<site or group id>": "fp32"}}',
  },
  MX2011: {
    summary: 'unknown site or group',
    remedy: 'mantissa inspect --json lists the ids of this version of the source',
  },
  MX2012: {
    summary: 'unknown format',
    remedy: 'use fp16, bf16, fp32 or fp64, or a wide format: fp32x2, fp64x2 or fp64x4',
  },
  MX2013: { summary: 'the configuration breaks a group', remedy: 'give all members of a group one format' },
  MX2015: {
    summary: 'the engine is not available',
    remedy: 'mantissa doctor lists the compilers and GPUs on this machine',
  },
  MX2014: {
    summary: 'the configuration changes a frozen site',
    remedy: 'remove it from the configuration; mantissa inspect says why the site is frozen',
  },
  MX2016: { summary: 'the study is in use', remedy: 'wait for the other process, or name another folder with --study' },
  MX2017: {
    summary: 'this folder contains a different study',
    remedy: 'start afresh with --fresh, or name another folder with --study',
  },
  MX2018: {
    summary: 'the goal is missing',
    remedy: 'use --max-error x or --digits n, or write a goal into mantissa.json',
  },
  MX2019: { summary: 'no such trial', remedy: 'mantissa trials lists the trials of this study' },
  MX2020: {
    summary: 'the sources changed during the study',
    remedy: 'undo the edit and run again to resume, or start afresh with --fresh',
  },
  MX2021: {
    summary: 'the error command does not work',
    remedy:
      'it is called with two files, expected and found; it must print one number, 0 or more, and exit with status 0',
  },
  MX2022: { summary: 'the sources have changed since the study', remedy: 'tune again, or use --force' },
  MX2023: { summary: 'the working tree has uncommitted changes', remedy: 'commit or undo them first, or use --force' },
  MX2024: {
    summary: 'the configuration was written for another version of the source',
    remedy: 'check its sites against mantissa inspect, then remove its "sources" to use it anyway',
  },
  MX2025: {
    summary: 'not a regular file, or too large to read',
    remedy: 'name a regular file: devices, pipes, sockets and files above the limit are not read',
  },
  MX2026: {
    summary: 'the output file is outside the folder the program runs in',
    remedy:
      'name a file that the program writes into that folder, by its relative path: "output": {"file": "result.txt", …} in mantissa.json',
  },
  MX2027: {
    summary: 'the program is outside the current folder',
    remedy: 'run the command in the folder of the program, or name that folder with --in',
  },
  MX2028: {
    summary: 'a setting that runs commands comes from the journal alone',
    remedy: 'check it, and repeat it on the command line if you trust it',
  },
  MX2040: {
    summary: 'this input contains no numbers to perturb',
    remedy:
      'include <mantissa.h> and call MANTISSA_INPUT("x", x, n) after x is filled, or name further command lines with --arguments, which are compared as they are (docs/verify.md)',
  },
  MX2041: {
    summary: 'no command lines to verify on',
    remedy: 'write one line of arguments for each run into the file',
  },
  MX2042: {
    summary: 'no group has a second format to choose from',
    remedy:
      'add formats of lower precision with --formats, or use --scope all; mantissa inspect says what is frozen and why',
  },
  MX2045: {
    summary: 'this study was written by a newer mantissa',
    remedy: 'update mantissa, or start a new study in another folder with --study',
  },
  MX2035: {
    summary: 'unknown GPU',
    remedy:
      'choose a GPU from the list, or write a profile and pass its file: --gpu profile.json (docs/adding/a-device.md)',
  },
  MX2036: {
    summary: 'the device profile is not valid',
    remedy: 'correct it: docs/adding/a-device.md explains each entry',
  },
  MX2037: {
    summary: 'the device profile lacks costs that this study needs',
    remedy: 'add them to the profile, choose another GPU with --gpu, or leave the formats out of --formats',
  },
  MX2046: { summary: 'the study is empty', remedy: 'try again after mantissa tune has started' },
  MX2047: {
    summary: 'tell() does not match the last ask()',
    remedy:
      'call ask(), then judge(), or tell() with one outcome for each proposal, in their order; the result is ready when ask() returns null',
  },
  MX2048: {
    summary: 'a build given with "variants" or --also is identical to another build',
    remedy: 'correct its macros, or remove it',
  },
  MX2052: {
    summary: 'unknown summation method',
    remedy:
      'write "kahan", "neumaier", {"in": "fp32x2"}, or {"fold": 64, "in": "fp32"} or {"pairwise": 64, "in": "fp32"} with at least 2 steps',
  },
  MX2053: {
    summary: 'the summation method of this variable cannot be changed',
    remedy: 'remove it from "accumulators"; docs/accumulators.md lists the sums that can be changed',
  },
  MX2054: { summary: 'unknown thread-block size', remedy: 'mantissa inspect lists the thread-block sizes by name' },
  MX2055: {
    summary: 'this thread-block size cannot be changed',
    remedy:
      'remove it from "blocks"; if the program does not depend on it, list it under "freeBlocks" in mantissa.json; docs/blocks.md says what is proved',
  },
  MX2056: {
    summary: 'tuning thread-block sizes needs the kernel times of a GPU',
    remedy:
      'use --engine cuda on a machine with a GPU, or leave --tune-blocks out; to check on any machine that the program computes the same with other sizes, name them under "blocks" in a configuration and use mantissa run',
  },
  MX2057: {
    summary: 'no loop of this program can have phases',
    remedy:
      'docs/phases.md says which loops can; mantissa tune searches for formats that are the same throughout the run',
  },
  MX2058: {
    summary: 'the phases are not valid',
    remedy:
      'write {"schemaVersion": 1, "loop": "main@41", "switch": {"fraction": 0.9}, "before": {…}, "after": {…}} with formats by site or group id, none lower after the switch (docs/phases.md)',
  },
  MX2059: {
    summary: 'fast math cannot be compared here',
    remedy:
      'use --engine native for C and C++, --engine cuda for CUDA on a machine with a GPU, or leave out --fast-math',
  },
  MX2060: {
    summary: 'the machine record is not valid',
    remedy: 'name the record.json that mantissa characterize wrote, or measure again with --fresh',
  },
  MX2061: {
    summary: 'this engine does not time the program',
    remedy: 'use --engine native for C and C++, --engine cuda for CUDA on a machine with a GPU, or leave out --timed',
  },
  MX2070: {
    summary: 'the function to vectorise was not found',
    remedy: 'name a function or kernel that one of the files defines, without its parameters',
  },
  MX2071: {
    summary: 'the vectorised loop cannot be checked by a run',
    remedy:
      'name the files of a program whose main calls the function or launches the kernel, and put its arguments after --',
  },
  MX2080: {
    summary: 'no program found',
    remedy: 'name its folder, or its sources: mantissa init --source main.c --source solver.c',
  },
  MX2081: { summary: 'found several programs', remedy: 'choose one with --program, or name its sources with --source' },
  MX2082: { summary: 'mantissa.json already exists', remedy: 'mantissa check validates it; --force overwrites it' },
  MX2084: {
    summary: 'this engine does not measure energy',
    remedy: 'use --engine cuda on a machine with an NVIDIA GPU, or leave out --energy and --objective energy',
  },
  MX2083: {
    summary: 'the Makefile cannot be read',
    remedy: 'correct it, or name the sources: mantissa init --source main.c --source solver.c -I include',
  },
  MX2085: {
    summary: 'cannot ask questions without a terminal',
    remedy: 'accept what was found with --yes, or correct it with --source, --output, --max-error or -- arguments',
  },
  MX2090: {
    summary: 'Slurm was not found',
    remedy: 'run this where sbatch, squeue and scancel are on the PATH, such as a login node, or leave --on out',
  },
  MX2091: {
    summary: 'Slurm rejected the job',
    remedy:
      'correct "slurm" in mantissa.json (docs/cluster.md); sinfo lists the partitions, sacctmgr show associations lists the accounts',
  },
  MX2092: {
    summary: 'the compute nodes cannot read the study folder',
    remedy:
      'put the study (with --study) and Mantissa on a file system that all nodes share, or have files sent with "staging" of "slurm" in mantissa.json',
  },
  MX2093: {
    summary: 'the clocks of the cluster are not synchronised',
    remedy:
      'ask the administrators to synchronise them, or exclude the node with "lines": ["--exclude=…"] of "slurm" in mantissa.json',
  },
  MX2094: {
    summary: 'this cannot run on a cluster',
    remedy: 'use --engine native, cuda or command with --on slurm, or leave --on out',
  },
  MX2095: {
    summary: 'the study is in use on another machine',
    remedy: 'continue there, or stop it there first; if that machine is gone, remove the file lock in the study folder',
  },
  MX2096: {
    summary: 'no study found',
    remedy: 'run mantissa tune first, or name the folder of the study with --study',
  },
  MX2097: { summary: 'there are several studies', remedy: 'name one with --study' },
  MX3001: { summary: 'nothing meets the goal', remedy: 'allow a larger error, or more trials with --trials' },
  MX3002: {
    summary: 'too few samples within tolerance',
    remedy:
      'take more samples if there were few, tune for a smaller error or on more inputs, or lower --min-confidence',
  },
  MX3003: {
    summary: 'the time limit was reached before any trial was confirmed',
    remedy: 'run the same command again to continue, with a longer --time',
  },
  MX3005: {
    summary: 'no trial within tolerance saves energy',
    remedy: 'leave the program unchanged, allow a larger error, or tune for time without --objective energy',
  },
  MX3004: {
    summary: 'the tuned program has memory errors',
    remedy:
      'see mantissa show for what the sanitizer found, and tune again: trials with memory errors are not recommended',
  },
  MX3006: {
    summary: 'the plan ended before its first iteration',
    remedy:
      'run the same command again with more --trials; if iterations failed, mantissa show names the reason of each',
  },
  MX4001: {
    summary: 'the program does not compile',
    remedy: 'correct the errors above; mantissa parses with clang 22',
  },
  MX4002: {
    summary: 'a header is missing',
    remedy: 'add its folder with -I, or define the macro that avoids it with -D',
  },
  MX4003: {
    summary: 'the program cannot run on a CPU',
    remedy: 'use a machine with nvcc and a GPU, or exclude this part from the run',
  },
  MX4004: {
    summary: 'the program nests too deeply',
    remedy: 'split the deepest expression, initialiser or template recursion of this file',
  },
  MX4005: { summary: 'the program needs too much memory to parse', remedy: 'split the file into several sources' },
  MX4006: { summary: 'the configuration cannot be written as source', remedy: 'choose another format for this site' },
  MX4007: { summary: 'the engine cannot build the program', remedy: 'see the compiler messages above' },
  MX4008: {
    summary: 'the program failed or did not finish',
    remedy: 'check its arguments, or give it more time with --timeout',
  },
  MX4009: {
    summary: 'the baseline cannot be trusted',
    remedy:
      'make the program print the same numbers for the same input, or compare only some lines: "output": {"stdout": true, "lines": "…"} in mantissa.json',
  },
  MX4010: {
    summary: 'the original program does not meet the goal',
    remedy: 'allow a larger error, or compare with --against baseline',
  },
  MX4011: {
    summary: 'the figure of merit is missing from the output',
    remedy: 'correct "figureOfMerit" in mantissa.json, or remove it to compare run times',
  },
  MX4012: {
    summary: 'the search for sets of operations cannot start',
    remedy: 'use --strategy delta-debugging --fresh, which lowers variables',
  },
  MX4013: {
    summary: 'no set of operations saves more than its conversions cost',
    remedy:
      'widen the search with --set memory=on, --set mode=gain, --set math=on or --set all-kernels=on, or use --strategy delta-debugging; add --fresh',
  },
  MX4015: {
    summary: 'no site can take the formats of the plan',
    remedy: 'mantissa inspect says why a site is frozen; or choose other formats with --from and --to',
  },
  MX4017: {
    summary: 'no variable can change its format',
    remedy: 'mantissa inspect gives the reason for each variable; --scope all includes host code',
  },
  MX4016: {
    summary: 'the highest-precision run does not fit in memory',
    remedy:
      'use a smaller input, raise the limit with --memory, or use --engine native; --against baseline does not need this run',
  },
  MX4014: {
    summary: 'a build given with "variants" or --also does not compile',
    remedy: 'correct the errors above or its macros, or remove it',
  },
  MX4030: {
    summary: 'the length of an annotated input changes between runs',
    remedy: 'call MANTISSA_INPUT with the same number of values in every run, or verify with --arguments',
  },
  MX4031: {
    summary: 'perturbing the inputs does not change the output',
    remedy: 'call MANTISSA_INPUT after the values are filled in and before they are used or copied',
  },
  MX4032: {
    summary: 'the original program fails on every sample',
    remedy: 'use inputs it accepts: other --arguments, or a smaller --variance',
  },
  MX4070: { summary: 'the loop cannot be vectorised', remedy: 'docs/vectorize.md lists the loops that can be' },
  MX4072: {
    summary: 'an array exceeds the range of the format',
    remedy: 'use --format bf16 or fp32, or scale the array',
  },
  MX4073: {
    summary: 'the vector code computes other values than the scalar code',
    remedy: 'report this with the source of the loop; --force writes the vector code anyway',
  },
  MX4071: {
    summary: 'the vectorised loop cannot be written as CUDA source',
    remedy: 'docs/vectorize.md lists what can be written; move this part out of the loop',
  },
  MX4040: {
    summary: 'the embedded engine may not compute the same result as 64-bit Linux',
    remedy: 'use --engine native, which needs g++ or clang++',
  },
} as const satisfies Record<string, { summary: string; remedy: string }>;

export type Code = keyof typeof catalogue;

export function exitCodeOf(code: Code): number {
  return Number(code[2]);
}
