import type { BuildFault } from '../engine.js';
import { wantsMemory } from '../memory-limit.js';
import { DEFINED_TWICE } from '../native/build-natively.js';

const NATIVE = 'run it with the native engine (--engine native), which needs g++ or clang++';

const RULES: readonly { fault: BuildFault; pattern: RegExp; remedy: string }[] = [
  {
    fault: 'missing-header',
    pattern:
      /'(?:sys\/(?:wait|ipc|shm|sem|msg|prctl|epoll)|netdb|termios|pwd|grp|spawn|ucontext|execinfo)[^']*' file not found/,
    remedy: `the embedded engine has no processes, sockets or terminals: ${NATIVE}; or define the macro that avoids the header with -D`,
  },
  {
    fault: 'threads',
    pattern:
      /'(?:pthread|omp|mpi|tbb\/[^']*|threads)\.h' file not found|no (?:member|type|template) named '(?:j?thread|async|this_thread|condition_variable(?:_any)?|(?:shared_|recursive_|timed_)*mutex|future|promise|packaged_task|barrier|latch|counting_semaphore)' in namespace 'std'|single-threaded target|undefined symbol: (?:pthread_|thrd_|sem_|std::.*thread)/,
    remedy: `the embedded engine has no threads: ${NATIVE}, or build without them if the program has a macro for that (-D…)`,
  },
  {
    fault: 'exceptions',
    pattern: /exceptions disabled|setjmp|longjmp/,
    remedy: `the embedded engine has no exceptions and no setjmp: ${NATIVE}`,
  },
  {
    fault: 'missing-header',
    pattern: /'[^']+' file not found/,
    remedy: 'add the folder of the header with -I, or define the macro that avoids it with -D',
  },
];

/** The kind of an error of the embedded clang or its linker, and a remedy. */
export function explainFailure(
  stage: 'source' | 'link',
  diagnostics: string,
): { fault: BuildFault; remedy: string | null } {
  const errors = diagnostics
    .split('\n')
    .filter((line) => /error:/.test(line))
    .join('\n');
  const rule = RULES.find((one) => one.pattern.test(errors));
  if (rule) return rule;
  if (wantsMemory(diagnostics))
    return {
      fault: stage,
      remedy: `its static data is too large for the embedded engine: use a smaller input, allocate the arrays dynamically, or ${NATIVE}`,
    };
  if (stage === 'link' && /duplicate symbol/.test(errors)) return { fault: 'link', remedy: DEFINED_TWICE };
  if (stage === 'link' && /undefined symbol/.test(errors))
    return {
      fault: 'link',
      remedy: 'add the source that defines it; functions of the operating system may need --engine native',
    };
  return { fault: stage, remedy: null };
}
