import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';

/** What makes MANTISSA_OUTPUT write, see runtime/mantissa/mantissa.h. */
export function recording(): { systemFolders: string[]; defines: string[] } {
  return { systemFolders: [path.join(runtimeFolder(), 'mantissa')], defines: ['MANTISSA_RECORDS'] };
}
