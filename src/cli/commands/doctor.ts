import { defineCommand } from '../command.js';
import * as shared from '../options/shared-options.js';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'list the compilers, GPUs and tools found on this machine and their use',
  arguments: [],
  options: [shared.json],
  action: async (_values, given) => (await import('../actions/doctor.js')).doctor(given),
});
