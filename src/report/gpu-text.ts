import path from 'node:path';

/** `an H200`, `a P100`, `my-gpu.json`: whose costs a modelled speedup has. */
export function gpuText(name: string): string {
  if (/\.json$/i.test(name)) return path.basename(name);
  return `${/^[aefhilmnorsx]\d/i.test(name) ? 'an' : 'a'} ${/\d/.test(name) ? name.toUpperCase() : name}`;
}
