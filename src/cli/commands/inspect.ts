import { defineCommand, programArgument } from '../command.js';
import { flag, inWords, type OptionsOf } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  ...shared.compilerOptions,
  shared.also,
  shared.scope,
  inWords(shared.study, 'weigh what is tunable by what this study counted (default: by loops)'),
  shared.json,
  { ...flag('--source', 'print the source with remarks under its lines'), excludes: 'json' },
  flag('-v, --verbose', 'name every frozen site, however many are for one reason'),
  { ...flag('--times', 'print where the time went, to stderr'), isHidden: true },
] as const;
export type InspectOptions = OptionsOf<typeof options>;

export const inspectCommand = defineCommand({
  name: 'inspect',
  summary: 'show the floating-point sites, groups, operations and loops of a program',
  arguments: [programArgument],
  options,
  action: async ([inputs], given) => (await import('../actions/inspect.js')).inspect(inputs, given),
});
