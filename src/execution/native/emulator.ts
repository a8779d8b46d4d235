import path from 'node:path';
import { splitShellWords } from '../../frontend/project/shell-words.js';
import type { Artifact } from '../engine.js';
import { onPath } from '../on-path.js';

/**
 * What runs programs that this machine's processor does not understand, for a compiler that makes such: an emulator of a user's process
 * such as `qemu-x86_64 -L /usr/x86_64-linux-gnu`, in MANTISSA_EMULATOR. The launcher is this machine's own.
 */
export function emulatorWords(): readonly string[] {
  const [command, ...rest] = splitShellWords(process.env.MANTISSA_EMULATOR ?? '');
  return command === undefined ? [] : [onPath(command) ?? command, ...rest];
}

/** A file and its argv, as the launcher takes them. */
export function startedBy(emulator: readonly string[], artifact: Artifact, args: readonly string[]): string[] {
  const [command, ...words] = emulator;
  if (command === undefined || artifact.engine !== 'native') return [artifact.file, 'program', ...args];
  return [command, path.basename(command), ...words, '-0', 'program', artifact.file, ...args];
}
