import { defineCommand } from '../command.js';
import * as shared from '../options/shared-options.js';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'say what is on this machine and what each thing is used for',
  arguments: [],
  options: [shared.json],
  action: async (_values, given) => (await import('../actions/doctor.js')).doctor(given),
});
