import type { DeviceProfile } from './device-profile.js';
import { h100 } from './vendor-table.js';

/** As an H100 with faster memory, until it is measured. */
export const h200: DeviceProfile = {
  ...h100,
  name: 'NVIDIA H200',
  memory: { ...h100.memory, dramGBs: 4800 },
};
