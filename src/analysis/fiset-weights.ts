import type { DeviceProfile } from './devices/device-profile.js';
import type { FisetWeights } from './fisets.js';
import { costOf } from './performance/cost-class.js';
import { type PipeClocks, priceConversion, priceOperation } from './performance/operation-costs.js';

/** Clocks of one multiprocessor, by the busiest pipe. */
export function deviceWeights(device: DeviceProfile): FisetWeights {
  const longest = ({ own, special, conversion, issue }: PipeClocks) => Math.max(own, special, conversion, issue);
  return {
    operation: (operation, format) => longest(priceOperation(device, costOf(operation), format)),
    conversion: (from, to) => longest(priceConversion(device, from, to)),
  };
}
