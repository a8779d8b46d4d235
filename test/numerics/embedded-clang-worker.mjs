// Compiles one C++ file to a wasm32-wasip1 program with the embedded clang, in a worker (clang recurses deeply).
// workerData: { source, include, output, scratch, flags }, all real paths.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { WASI } from '@tybys/wasm-util';

const { source, include, output, scratch, flags } = workerData;
const gen = path.dirname(createRequire(import.meta.url).resolve('@yowasp/clang'));
const usr = path.join(scratch, 'usr');
fs.mkdirSync(usr, { recursive: true });
execFileSync('tar', ['xf', path.join(gen, 'llvm-resources.tar'), '-C', usr]);
fs.copyFileSync(source, path.join(scratch, 'program.cpp'));

const module = await WebAssembly.compile(fs.readFileSync(path.join(gen, 'llvm.core.wasm')));
async function run(args) {
  const lines = [];
  const print = (text) => lines.push(text);
  const preopens = { '/usr': usr, '/work': scratch, '/include': include };
  const wasi = new WASI({ version: 'preview1', args, env: {}, preopens, fs, returnOnExit: true, print, printErr: print });
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance);
  if (code !== 0) throw new Error(`${args[0]} exited with ${code}:\n${lines.join('\n')}`);
}

const system = ['wasm32-wasip1/c++/v1', 'c++/v1'].map((name) => `/usr/include/${name}`);
system.push('/usr/include/wasm32-wasip1', '/usr/include');
await run([
  ...['clang', '-cc1', '-triple', 'wasm32-unknown-wasip1', '-emit-obj', '-mrelocation-model', 'static', '-x', 'c++'],
  ...system.flatMap((name) => ['-internal-isystem', name]),
  ...['-I', '/include', ...flags, '/work/program.cpp', '-o', '/work/program.o'],
]);
const lib = '/usr/lib/wasm32-wasip1';
await run([
  ...['wasm-ld', '-m', 'wasm32', '-L', lib, `${lib}/crt1-command.o`, '/work/program.o', '-lc++', '-lc++abi', '-lc'],
  ...['/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a', '-o', '/work/program.wasm'],
]);
fs.copyFileSync(path.join(scratch, 'program.wasm'), output);
parentPort.postMessage('built');
