import { MantissaError } from '../diagnostics/mantissa-error.js';

/**
 * The error for a run of clang that trapped instead of exiting; `file` is the source it was parsing. A WebAssembly module traps when it runs out of
 * stack or memory (clang aborts with `unreachable`), or because of a bug.
 */
export function trapError(trap: string, stderr: string, file: string | null, cache: string): MantissaError {
  const place = file === null ? {} : { place: { file } };
  // the stack is at the bottom of the module's memory, so an overflow is an access below address 0
  if (/Maximum call stack size|memory access out of bounds/.test(trap))
    return new MantissaError('MX4004', { text: `clang ran out of stack while parsing it (${trap})`, ...place });
  if (trap.startsWith('NestsTooDeeply'))
    return new MantissaError('MX4004', { text: trap.replace(/^.*?: /, 'its expressions are nested '), ...place });
  if (trap.startsWith('OutputTooLarge'))
    return new MantissaError('MX4005', { text: trap.replace(/^.*?: /, 'its syntax tree is too large: '), ...place });
  if (/out of memory|bad_alloc|Cannot allocate|grow/i.test(stderr) || /RangeError|allocation/i.test(trap))
    return new MantissaError('MX4005', {
      text: 'clang needs more than the 4 GiB that WebAssembly can address',
      ...place,
    });
  // a failed write inside the module appears as Node's error
  if (/\b(?:ENOSPC|EDQUOT|EROFS|EIO|EFBIG|EACCES)\b/.test(trap))
    return new MantissaError('MX1002', { text: trap.replace(/^Error: /, ''), place: { file: cache } });
  const firstError = stderr.trim() === '' ? '' : `: ${firstLine(stderr)}`;
  return new MantissaError('MX1003', { text: `clang stopped with ${trap}${firstError}`, ...place });
}

function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').slice(0, 300);
}
