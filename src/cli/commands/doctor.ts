import { defineCommand } from '../command.js';
import { json } from '../options/shared-options.js';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'say what is on this machine and what each thing is used for',
  arguments: [],
  options: [json],
  action: async (_values, given) => (await import('../actions/doctor.js')).doctor(given),
});
