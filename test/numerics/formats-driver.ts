// Builds formats-driver.cpp and sends it questions: natively if g++ is on the PATH, and always as WebAssembly with the embedded clang. A wasm build
// takes half a minute, so it is cached in the temporary folder under the hash of its inputs.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';
import { Worker } from 'node:worker_threads';
import { decodeBits, encodeBits, type Format, formats } from '../../src/numerics/index.js';

const source = fileURLToPath(new URL('formats-driver.cpp', import.meta.url));
export const headers = fileURLToPath(new URL('../../runtime/formats', import.meta.url));

/** Answers a batch of questions (see formats-driver.cpp), line by line. */
export type Driver = (questions: readonly string[]) => Promise<string[]>;

function scratchFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-formats-'));
}

function linesOf(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
}

export function hasCommand(command: string): boolean {
  return spawnSync(command, ['--version']).status === 0;
}

export function buildNative(flags: readonly string[], from = source): Driver {
  const program = path.join(scratchFolder(), 'driver');
  const built = spawnSync('g++', ['-Wall', '-Wextra', '-Werror', '-I', headers, ...flags, from, '-o', program], {
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`g++ failed:\n${built.stderr}`);
  return async (questions) => {
    const run = spawnSync(program, { input: questions.join('\n'), encoding: 'utf8', maxBuffer: 2 ** 28 });
    if (run.status !== 0) throw new Error(`the driver exited with ${run.status ?? run.signal}`);
    return linesOf(run.stdout);
  };
}

export async function buildWasm(flags: readonly string[], from = source, include = headers): Promise<Driver> {
  const hash = createHash('sha256').update(flags.join(' '));
  for (const name of fs.readdirSync(include).sort()) hash.update(fs.readFileSync(path.join(include, name)));
  const key = hash.update(fs.readFileSync(from)).digest('hex').slice(0, 16);
  const program = path.join(os.tmpdir(), `mantissa-formats-driver-${key}.wasm`);
  if (!fs.existsSync(program)) {
    const scratch = scratchFolder();
    const output = path.join(scratch, 'driver.wasm');
    await compileInWorker({ source: from, include, output, scratch, flags });
    fs.renameSync(output, program);
    fs.rmSync(scratch, { recursive: true });
  }
  const module = await WebAssembly.compile(fs.readFileSync(program));
  return async (questions) => {
    const scratch = scratchFolder();
    const [input, output] = [path.join(scratch, 'in'), path.join(scratch, 'out')];
    fs.writeFileSync(input, questions.join('\n'));
    const [stdin, stdout] = [fs.openSync(input, 'r'), fs.openSync(output, 'w')];
    const wasi = new WASI({ version: 'preview1', args: ['driver'], stdin, stdout, returnOnExit: true });
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
    wasi.start(instance);
    fs.closeSync(stdin);
    fs.closeSync(stdout);
    const lines = linesOf(fs.readFileSync(output, 'utf8'));
    fs.rmSync(scratch, { recursive: true });
    return lines;
  };
}

function compileInWorker(workerData: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('embedded-clang-worker.mjs', import.meta.url), {
      workerData,
      resourceLimits: { stackSizeMb: 64 },
    });
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
}

/** An operand as the driver reads it. */
export function spell(format: Format, parts: readonly number[]): string {
  return parts.map((part) => encodeBits(formats[format].part, part).toString(16)).join(' ');
}

/** A value as the driver prints it. */
export function unspell(format: Format, line: string): number[] {
  return line.split(' ').map((bits) => decodeBits(formats[format].part, BigInt(`0x${bits}`)));
}
