/** Library functions that call their arguments, and functions that query the calling thread. */
import { type CallbackFacts, family, type LibraryFunction, named } from './library-function.js';

const callbackFunctions: Readonly<Record<string, CallbackFacts>> = {
  qsort: { calls: 3, gives: [0, 0], size: 2 },
  qsort_r: { calls: 3, gives: [0, 0, 4], size: 2 },
  bsearch: { calls: 4, gives: [0, 1], size: 3, returns: 1 },
  lfind: { calls: 4, gives: [0, 1], size: 3, returns: 1 },
  lsearch: { calls: 4, gives: [0, 1], size: 3, returns: 1, copies: [0, 1] },
  pthread_create: { calls: 2, gives: [3] },
  thrd_create: { calls: 1, gives: [2] },
};

/** The C functions behind clang's <tgmath.h>. */
const TYPE_GENERIC = family(
  '__tg_',
  [
    'acos|acosh|asin|asinh|atan|atan2|atanh|carg|cbrt|ceil|cimag|conj|copysign|cos|cosh|cproj|creal|erf|erfc|exp|exp2|expm1|fabs',
    'fdim|floor|fma|fmax|fmin|fmod|frexp|hypot|ilogb|ldexp|lgamma|llrint|llround|log|log10|log1p|log2|logb|lrint|lround|nearbyint',
    'nextafter|nexttoward|pow|remainder|remquo|rint|round|scalbln|scalbn|sin|sinh|sqrt|tan|tanh|tgamma|trunc',
  ].join('|'),
);

export const callingFunctions: readonly [string, LibraryFunction][] = [
  ...Object.entries(callbackFunctions).map(([name, how]): [string, LibraryFunction] => [
    name,
    { effect: { kind: 'calls-back', ...how } },
  ]),
  ...named('async invoke invoke_r bind bind_front bind_back call_once', { effect: { kind: 'invokes' } }),
  ...named(family('omp_get_', 'thread_num|num_threads|max_threads|team_num|num_teams|team_size|ancestor_thread_num'), {
    asksForThreads: true,
  }),
  ...named(TYPE_GENERIC, { effect: { kind: 'type-generic' } }),
];
