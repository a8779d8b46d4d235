/** The configuration of a trial: its formats, summation methods and block sizes. */
import type { TrialRecord } from '../../journal/records.js';
import type { Program } from '../../program/program.js';
import { accumulatorsOf, blocksOf } from '../../space/configuration.js';
import type { Configuration } from '../../space/resolve.js';
import type { ConfigurationSpace } from '../search-space.js';

export function trialConfiguration(
  program: Program,
  tuning: ConfigurationSpace,
  { formats, accumulators, blocks }: Pick<TrialRecord, 'formats' | 'accumulators' | 'blocks'>,
): Configuration {
  const configuration = { ...tuning.configurationOf(formats), ...blocksOf(blocks ?? {}, 'a trial') };
  return accumulators
    ? { ...configuration, accumulators: accumulatorsOf(accumulators, 'a trial', program) }
    : configuration;
}
