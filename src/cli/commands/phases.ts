import { defineCommand, programArgument } from '../command.js';
import { inWords, type OptionsOf, text } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  ...shared.sourceOptions,
  shared.maxError,
  shared.goalMetric,
  shared.errorCommand,
  shared.against,
  shared.tunedInputs,
  shared.scope,
  text('--low <format>', 'format of the first iterations (default: fp32, or fp16 for CUDA without fp64)'),
  inWords(shared.configuration, 'check these phases instead of searching for a switch; --output writes such a file'),
  text('--output <file>', 'write the phases that were found to this file'),
  text('--patch <file>', 'write the patch that splits the loop to this file'),
  inWords(
    shared.engine,
    'engine that times the patch: native or cuda (default: a GPU for CUDA, otherwise the compiler of this machine); wasm models it',
  ),
  shared.gpu,
  shared.timeout,
  shared.memory,
  shared.json,
] as const;
export type PhasesOptions = OptionsOf<typeof options>;

export const phasesCommand = defineCommand({
  name: 'phases',
  summary: 'find out how long an iterative program can run in lower precision before its last iterations need higher',
  runsProgram: true,
  arguments: [programArgument],
  options,
  action: async ([program], given, { programArguments }) =>
    (await import('../actions/phases.js')).phases(program, given, programArguments),
});
