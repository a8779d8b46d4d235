/** What a trial's formats and sums mean for its program. */
import type { TrialRecord } from '../journal/records.js';
import type { Program } from '../program/program.js';
import { accumulatorsOf } from '../space/configuration.js';
import type { Configuration } from '../space/resolve.js';
import type { ConfigurationSpace } from './search-space.js';

export function trialConfiguration(
  program: Program,
  tuning: ConfigurationSpace,
  { formats, accumulators }: Pick<TrialRecord, 'formats' | 'accumulators'>,
): Configuration {
  const configuration = tuning.configurationOf(formats);
  return accumulators
    ? { ...configuration, accumulators: accumulatorsOf(accumulators, 'a trial', program) }
    : configuration;
}
