import { MantissaError } from '../diagnostics/mantissa-error.js';

/** Reports a file-system failure inside the cache folder. */
export function cacheFault(cache: string, error: unknown): MantissaError {
  if (error instanceof MantissaError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new MantissaError('MX1002', { text: reason, place: { file: cache } }, { cause: error });
}
