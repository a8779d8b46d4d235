/**
 * Every message Mantissa ends with, by code. The first digit is the exit code: 1 internal or environment, 2 usage or
 * configuration, 3 nothing meets the goal, 4 the baseline cannot be built, run or trusted.
 * A summary starts lower-case and ends without a period; the remedy says what to do next.
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
    summary: 'the program model breaks its own rules',
    remedy: 'this is a bug in mantissa; report the program or a part of it',
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
  MX1010: { summary: 'the viewer is missing', remedy: 'build it with npm run build, or install the package again' },
  MX1012: {
    summary: 'the energy of the GPU is not counted',
    remedy:
      'check that nvidia-smi works and that libnvidia-ml.so.1 is where the loader finds it (LD_LIBRARY_PATH), or leave --energy and --objective energy out',
  },
  MX1011: { summary: 'the page cannot be served', remedy: 'name another port with --port, or leave it out' },
  MX1090: {
    summary: 'a job on the cluster ended without a result',
    remedy: 'see what it printed, then run the same command again: it resumes',
  },
  MX1091: {
    summary: 'Slurm does not answer',
    remedy: 'run the same command again once squeue answers: it resumes, and what was submitted goes on meanwhile',
  },
  MX2001: { summary: 'file not found', remedy: 'check the path; paths are relative to the current folder' },
  MX2002: { summary: 'the project file is not valid', remedy: 'see docs/project-file.md for every key' },
  MX2003: { summary: 'unknown key in the project file', remedy: 'remove the key, or correct its spelling' },
  MX2004: { summary: 'the command line is not understood', remedy: 'see mantissa --help' },
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
    summary: 'this kind of file is not a source',
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
  MX2012: { summary: 'unknown format', remedy: 'use fp16, bf16, fp32 or fp64' },
  MX2013: { summary: 'the configuration breaks a group', remedy: 'give all members of a group one format' },
  MX2015: { summary: 'the engine is not available', remedy: 'mantissa doctor says what is on this machine' },
  MX2014: {
    summary: 'the configuration changes a frozen site',
    remedy: 'leave it out; mantissa inspect says why it is frozen',
  },
  MX2016: { summary: 'the study is in use', remedy: 'wait for the other process, or name another folder with --study' },
  MX2017: {
    summary: 'the study in this folder is another one',
    remedy: 'start afresh with --fresh, or name another folder with --study',
  },
  MX2018: { summary: 'the goal is missing', remedy: 'give --max-error x, or --digits n, or a goal in mantissa.json' },
  MX2019: { summary: 'no such trial', remedy: 'mantissa trials lists them' },
  MX2020: {
    summary: 'the sources changed while the study ran',
    remedy: 'undo the edit and run again to resume, or start afresh with --fresh',
  },
  MX2021: {
    summary: 'the error command does not work',
    remedy: 'it is given two files, expected and found, and must print one number from 0 and exit with 0',
  },
  MX2022: {
    summary: 'the sources are not as the study knew them',
    remedy: 'tune again, or insist with --force',
  },
  MX2023: { summary: 'the working tree has changes', remedy: 'commit or undo them first, or insist with --force' },
  MX2024: {
    summary: 'the configuration was written for another version of the source',
    remedy: 'check its sites against mantissa inspect, then remove its "sources" to use it all the same',
  },
  MX2025: {
    summary: 'this is not a file that can be read to its end',
    remedy: 'name a regular file: devices, pipes, sockets and files above the limit are not read',
  },
  MX2026: {
    summary: 'the output is not a file below the folder the program runs in',
    remedy:
      'name a file that the program writes there, by its relative path: "output": {"file": "result.txt", …} in mantissa.json',
  },
  MX2027: {
    summary: 'the program lies outside the folder this was called in',
    remedy: 'call it in the folder of the program, or name that folder with --in',
  },
  MX2028: {
    summary: 'only the journal says what would be run',
    remedy: 'read it, and repeat it on the command line if it is what you want to run',
  },
  MX2040: {
    summary: 'there is nothing to make neighbours of this input of',
    remedy:
      'include <mantissa.h> and say MANTISSA_INPUT("x", x, n) where x is filled, or give other command lines with --arguments (docs/verify.md)',
  },
  MX2041: {
    summary: 'there are no command lines to verify on',
    remedy: 'write one line of arguments for each run into the file',
  },
  MX2042: {
    summary: 'there is nothing to sample',
    remedy: 'name narrower formats with --formats, or --scope all; mantissa inspect says what is frozen and why',
  },
  MX2045: {
    summary: 'a newer mantissa wrote this study',
    remedy: 'update mantissa, or start afresh with --fresh in a folder of its own',
  },
  MX2035: {
    summary: 'there is no profile of this GPU',
    remedy:
      'choose one that there is, or write a profile and give its file: --gpu profile.json (docs/adding/a-device.md)',
  },
  MX2036: {
    summary: 'the device profile is not valid',
    remedy: 'correct it: docs/adding/a-device.md says what each entry means',
  },
  MX2037: {
    summary: 'the device profile lacks figures this study needs',
    remedy: 'add them to the profile, choose another with --gpu, or leave the formats out with --formats',
  },
  MX2046: { summary: 'the study holds nothing yet', remedy: 'look again when mantissa tune has begun' },
  MX2047: {
    summary: 'what was told does not answer what was asked',
    remedy:
      'ask, then judge, or tell one outcome for each proposal in their order; the result comes when nothing is asked',
  },
  MX2048: {
    summary: 'another build that is to stay right is none of its own',
    remedy: 'correct its macros ("variants" in mantissa.json, or --also), or leave it out',
  },
  MX2052: {
    summary: 'unknown way to add up',
    remedy:
      'write "kahan", "neumaier", {"in": "fp32x2"}, or {"fold": 64, "in": "fp32"} or {"pairwise": 64, "in": "fp32"} with 2 steps or more',
  },
  MX2053: {
    summary: 'this sum cannot be added up in another way',
    remedy: 'leave it out of "accumulators"; docs/accumulators.md says which sums can be',
  },
  MX2054: {
    summary: 'no thread block has a size of this name',
    remedy: 'mantissa inspect lists the sizes of thread blocks by name',
  },
  MX2055: {
    summary: 'this size of thread blocks cannot be another',
    remedy:
      'leave it out of "blocks"; where nothing depends on it, say so with "freeBlocks" in mantissa.json; docs/blocks.md says what is proved',
  },
  MX2056: {
    summary: 'sizes of thread blocks are judged by the times of kernels on a GPU',
    remedy:
      'use --engine cuda on a machine with a GPU, or leave --tune-blocks out; whether a program computes the same with other blocks can be seen anywhere: name them in a configuration ("blocks") and mantissa run it',
  },
  MX2060: {
    summary: 'the record of a machine is not valid',
    remedy: 'name the record.json that mantissa characterize wrote, or measure again with --fresh',
  },
  MX2070: {
    summary: 'there is no such function to vectorise',
    remedy: 'name a function or a kernel that one of the files defines, without its parameters',
  },
  MX2071: {
    summary: 'there are no numbers to check the vectors with',
    remedy:
      'name the files of a program with a main that calls the function or launches the kernel, and its arguments behind --',
  },
  MX2080: {
    summary: 'there is no program here to write a project file for',
    remedy: 'name the folder of one, or its sources: mantissa init --source main.c --source solver.c',
  },
  MX2081: {
    summary: 'there are several programs here',
    remedy: 'name one with --program, or the sources of one with --source',
  },
  MX2082: {
    summary: 'there is a mantissa.json already',
    remedy: 'mantissa check says what is wrong with it; --force writes another in its place',
  },
  MX2084: {
    summary: 'this engine counts no energy',
    remedy: 'tune on a machine with an NVIDIA GPU and --engine cuda, or leave --energy and --objective energy out',
  },
  MX2083: {
    summary: 'the Makefile cannot be read',
    remedy: 'correct it, or name the sources: mantissa init --source main.c --source solver.c -I include',
  },
  MX2085: {
    summary: 'questions cannot be asked without a terminal',
    remedy: 'take what was found with --yes, or say what is otherwise: --source, --output, --max-error, -- arguments',
  },
  MX2090: {
    summary: 'there is no Slurm here',
    remedy: 'run it where sbatch, squeue and scancel are on the PATH, as on a login node, or leave --on out',
  },
  MX2091: {
    summary: 'Slurm does not take the job',
    remedy:
      'correct "slurm" in mantissa.json (docs/cluster.md); sinfo shows the partitions, and sacctmgr show associations the accounts',
  },
  MX2092: {
    summary: 'the nodes do not see the study',
    remedy:
      'keep it on a file system that all nodes share, with --study, and Mantissa as well; or have files sent with "staging" of "slurm" in mantissa.json',
  },
  MX2093: {
    summary: 'the clocks of the cluster differ',
    remedy: 'have the site set them, or leave the node out with "lines": ["--exclude=…"] of "slurm" in mantissa.json',
  },
  MX2094: {
    summary: 'this does not run on a cluster',
    remedy: 'use --engine native, cuda or command with --on slurm, or leave --on out',
  },
  MX2095: {
    summary: 'the study is in use on another machine',
    remedy: 'go on there, or end it there first; if that machine is gone, remove the file lock of the study',
  },
  MX2096: {
    summary: 'no study found',
    remedy: 'run mantissa tune first, or name the folder of the study with --study',
  },
  MX2097: { summary: 'there are several studies', remedy: 'name one with --study' },
  MX3001: { summary: 'nothing meets the goal', remedy: 'allow a larger error, or more trials with --trials' },
  MX3002: {
    summary: 'the confidence is too low',
    remedy:
      'take more samples where few were taken, tune for a smaller error or on more inputs, or ask for less with --min-confidence',
  },
  MX3003: {
    summary: 'the time was up before anything was confirmed',
    remedy: 'run again to go on, with a longer --time',
  },
  MX3005: {
    summary: 'nothing within the goal saves energy',
    remedy: 'leave the program as it is, allow a larger error, or tune for time: leave --objective energy out',
  },
  MX3004: {
    summary: 'the tuned program misuses memory',
    remedy: 'see mantissa show for what the tool said, and tune again: what misuses memory is not recommended',
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
    remedy: 'use a machine with nvcc and a GPU, or leave this part out of the run',
  },
  MX4004: {
    summary: 'the program nests too deeply',
    remedy: 'split the deepest expression, initialiser or template recursion of this file',
  },
  MX4005: {
    summary: 'the program is too large to read in one piece',
    remedy: 'split the file into several sources',
  },
  MX4006: {
    summary: 'the configuration cannot be written as source',
    remedy: 'choose another format for the site named',
  },
  MX4007: { summary: 'the program cannot be built to run here', remedy: 'see the diagnostics above' },
  MX4008: {
    summary: 'the program did not run to its end',
    remedy: 'check its arguments, or give it more time with --timeout',
  },
  MX4009: {
    summary: 'the baseline cannot be trusted',
    remedy:
      'make the program print the same numbers for the same input, or compare some lines only: "output": {"stdout": true, "lines": "…"} in mantissa.json',
  },
  MX4010: {
    summary: 'the baseline misses the goal itself',
    remedy: 'allow a larger error, or compare --against baseline',
  },
  MX4011: {
    summary: 'the figure of merit is missing from the output',
    remedy: 'correct "figureOfMerit" in mantissa.json, or remove it to compare times',
  },
  MX4012: {
    summary: 'there is nothing to look for sets of operations in',
    remedy: 'use --strategy delta-debugging --fresh, which lowers variables',
  },
  MX4013: {
    summary: 'no set of operations pays for its conversions',
    remedy:
      'let kernels with their memory be sets too (--set memory=on or --set mode=gain), allow more with --set math=on or --set all-kernels=on, or use --strategy delta-debugging, with --fresh',
  },
  MX4015: {
    summary: 'there is nothing to plan',
    remedy: 'see mantissa inspect for what keeps the sites, or choose other formats with --from and --to',
  },
  MX4016: {
    summary: 'a run with every number wide does not fit in memory',
    remedy:
      'take a smaller input, give it more memory with --memory, or run it with --engine native; --against baseline does without this run',
  },
  MX4014: {
    summary: 'another build that is to stay right does not compile',
    remedy: 'correct the errors above or its macros ("variants" in mantissa.json, or --also), or leave it out',
  },
  MX4030: {
    summary: 'an annotated input changes its length',
    remedy: 'give MANTISSA_INPUT the same number of numbers in every run, or verify with --arguments',
  },
  MX4031: {
    summary: 'the perturbed inputs do not reach the output',
    remedy: 'say MANTISSA_INPUT after the values are filled in and before they are used or copied',
  },
  MX4032: {
    summary: 'the program as written fails on every sample',
    remedy: 'give inputs it can take: other --arguments, or a smaller --variance',
  },
  MX4070: {
    summary: 'the loop cannot be vectorised',
    remedy: 'see docs/vectorize.md for the loops that can be',
  },
  MX4072: {
    summary: 'an array does not fit into the format',
    remedy: 'use --format bf16 or fp32, or scale the array',
  },
  MX4071: {
    summary: 'the vectorised loop cannot be written as CUDA source',
    remedy: 'see docs/vectorize.md for what is written; leave this part out of the loop',
  },
  MX4040: {
    summary: 'the embedded engine would compute something else than 64-bit Linux',
    remedy: 'use --engine native, which needs g++ or clang++',
  },
} as const satisfies Record<string, { summary: string; remedy: string }>;

export type Code = keyof typeof catalogue;

export function exitCodeOf(code: Code): number {
  return Number(code[2]);
}
