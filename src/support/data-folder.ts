import os from 'node:os';
import path from 'node:path';

/** The folder for measurements of this machine: `$XDG_DATA_HOME/mantissa`, else `~/.local/share/mantissa`. */
export function dataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const base = environment.XDG_DATA_HOME;
  // the XDG specification requires absolute paths and says to ignore others
  return path.join(base && path.isAbsolute(base) ? base : path.join(os.homedir(), '.local', 'share'), 'mantissa');
}
