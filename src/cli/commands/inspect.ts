import { defineCommand, programArgument } from '../command.js';
import { flag, inWords, type OptionsOf, text, texts } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  ...shared.compilerOptions,
  shared.also,
  shared.scope,
  inWords(shared.study, 'weight sites by the operation counts of this study (default: by loop nesting)'),
  shared.json,
  { ...flag('--source', 'print the source with remarks under its lines'), excludes: 'json' },
  { ...flag('--sets', 'list the Fast Imprecise Sets of operations, found without a run'), excludes: 'source' },
  texts('--set <option=value>', 'with --sets: an option of the strategy fisets (repeatable)'),
  text('--to <format>', 'with --sets: format of the lowered operations (default: fp32)'),
  flag(
    '-v, --verbose',
    'name every frozen site instead of a few for each reason; with --sets: every set and operation',
  ),
  { ...flag('--times', 'print the time of each stage to stderr'), isHidden: true },
] as const;
export type InspectOptions = OptionsOf<typeof options>;

export const inspectCommand = defineCommand({
  name: 'inspect',
  summary: 'show the floating-point sites, groups, operations and loops of a program',
  arguments: [programArgument],
  options,
  action: async ([inputs], given) => (await import('../actions/inspect.js')).inspect(inputs, given),
});
