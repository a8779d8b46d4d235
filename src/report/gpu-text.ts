import path from 'node:path';
import { HERE } from '../analysis/devices/devices.js';

/** Name of a modelled GPU in a sentence: `an H200`, `a P100`, `my-gpu.json`, `the GPU measured here`. */
export function gpuText(name: string): string {
  if (/\.json$/i.test(name)) return path.basename(name);
  if (name === HERE) return 'the GPU measured here';
  return `${/^(?:[aefhilmnorsx]\d|rtx)/i.test(name) ? 'an' : 'a'} ${/\d/.test(name) ? name.toUpperCase() : name}`;
}
