import { defineCommand, studyArgument } from '../command.js';
import { type OptionsOf, textOr } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  shared.study,
  textOr('--port <n>', 'listen on this port of 127.0.0.1 (0: any free one)', '0'),
] as const;
export type ServeOptions = OptionsOf<typeof options>;

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'show the report of a running study in the browser; changes nothing',
  arguments: [studyArgument],
  options,
  action: async ([folder], given) => (await import('../actions/serve.js')).serve(folder, given),
});
