import { auto } from './auto.js';
import { deltaDebugging } from './delta-debugging.js';
import { exhaustive } from './exhaustive.js';
import { fisets } from './fisets.js';
import { genetic } from './genetic.js';
import { oneAtATime } from './one-at-a-time.js';
import { plan } from './plan.js';
import { random } from './random.js';
import type { Strategy } from './strategy.js';

/** All strategies; the conformance suite runs over this list. */
export const strategies: readonly Strategy[] = [
  auto,
  deltaDebugging,
  genetic,
  fisets,
  oneAtATime,
  plan,
  random,
  exhaustive,
];
