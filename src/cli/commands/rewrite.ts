import { defineCommand, programArgument } from '../command.js';
import type { OptionsOf } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [...shared.configurationOptions, shared.noCompile] as const;
export type RewriteOptions = OptionsOf<typeof options>;

export const rewriteCommand = defineCommand({
  name: 'rewrite',
  summary: 'print the patch that writes a configuration into the source',
  arguments: [programArgument],
  options,
  action: async ([program], given) => (await import('../actions/rewrite.js')).rewrite(program, given),
});
