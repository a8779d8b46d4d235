/** What every command takes that tries configurations: tune, sample and compare. */
import type { Scope } from '../analysis/scope.js';
import type { BenchOptions } from './bench-options.js';
import type { SourceOptions } from './source-options.js';

export interface SearchOptions extends SourceOptions {
  formats?: string;
  scope?: Scope;
  engine: BenchOptions['engine'];
  gpu?: string;
  input: string[];
  trials: string;
  timeout: string;
  memory?: string;
  jobs?: string;
  seed: string;
  study?: string;
  json?: boolean;
}
