import os from 'node:os';
import path from 'node:path';

/** The folder for unpacked resources and precompiled headers: `$XDG_CACHE_HOME/mantissa`, else `~/.cache/mantissa`. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const base = environment.XDG_CACHE_HOME;
  // the XDG specification requires absolute paths and says to ignore others
  return path.join(base && path.isAbsolute(base) ? base : path.join(os.homedir(), '.cache'), 'mantissa');
}
