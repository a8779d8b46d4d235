import path from 'node:path';
import { splitShellWords } from '../../frontend/project/shell-words.js';
import type { Artifact } from '../engine.js';
import { onPath } from '../on-path.js';

/**
 * The user-mode emulator in MANTISSA_EMULATOR, such as `qemu-x86_64 -L /usr/x86_64-linux-gnu`, for programs of a cross compiler. The launcher
 * itself is built for this machine.
 */
export function emulatorWords(): readonly string[] {
  const [command, ...rest] = splitShellWords(process.env.MANTISSA_EMULATOR ?? '');
  return command === undefined ? [] : [onPath(command) ?? command, ...rest];
}

/** The file and argv for the launcher. */
export function startedBy(emulator: readonly string[], artifact: Artifact, args: readonly string[]): string[] {
  const [command, ...words] = emulator;
  if (command === undefined || artifact.engine !== 'native') return [artifact.file, 'program', ...args];
  return [command, path.basename(command), ...words, '-0', 'program', artifact.file, ...args];
}
