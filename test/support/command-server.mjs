// Runs the built command line in one process, one command after another, so that V8 keeps its optimised code of clang. Every command
// loads `main` anew. All other modules stay loaded, with their state:
//
// Reset for or after every command
// - environment, working folder, arguments and exit code: set before it
// - listeners for signals and for errors of stderr, which commands add and never remove: removed after it
// - temporary folders, locks and child processes that are still registered in support/at-exit.ts: removed by an 'exit' event. Each of
//   them leaves the register when it is removed, so the next command finds it empty
//
// Not reset, and why that is right
// - clang/compiler.ts `modules`: the compiled module of clang, by its file. It never changes; to keep it is the purpose of this process
// - frontend/units/precompiled-headers.ts `checked`: headers whose digest was verified, by their path in the cache folder. Their sources
//   are compared again for every command. Only a test that damages a precompiled header would notice: it runs its commands `alone`
// - frontend/units/precompiled-headers.ts `underWay` and `partial`: headers that are being compiled. A command that ends before, because its
//   --time is up, leaves them to the next command, which waits for them. Therefore the listener that deletes them at the end of a process
//   must not run at the end of a command (see `end`)
// - precompiled-headers.ts `digest`, workbench/added-formats.ts `known`, rewrite/port.ts `suspending`: contents of files that mantissa
//   ships. No test changes them: tests of a changed copy run the copy in a process of its own
// - the WeakMaps of space/format-rules.ts and rewrite/side-effect-free-functions.ts: facts about one program that was read. Every command
//   reads its program anew and therefore has other keys
// - numerics `view`, `double` and `words`: space for one number, written before every use
// - cli/interruption.ts `isHeeded`, `received` and its abort signal: they matter after a signal. Nobody sends one to this process; tests
//   of signals use `start`
// - signal-exit, through execa: it ends child processes at the first 'exit' event only. A compiler that is still running at the end of a
//   command finishes by itself, in a temporary folder that is gone
import * as fs from 'node:fs';
import { main } from '../../dist/cli/main.js';

const leave = process.exit.bind(process);
process.on('disconnect', () => leave(0));

const environment = { ...process.env };
const [node, bin] = process.argv;
let exitCode = null;
process.exit = (code = 0) => {
  exitCode ??= code; // `main` has nothing to do after it
};
/** Listeners that a command adds and never takes back, as it would end with them. */
const LISTENED = [
  ...['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGXFSZ'].map((event) => [process, event]),
  [process.stderr, 'error'],
].map(([emitter, event]) => ({ emitter, event, before: emitter.listeners(event) }));

process.on('message', async ({ args, cwd, env, end: marker }) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment, env);
  process.chdir(cwd);
  process.argv = [node, bin, ...args];
  exitCode = null;
  process.exitCode = undefined; // libraries that listen for the end keep the last command's there
  try {
    await main();
  } finally {
    end();
    for (const { emitter, event, before } of LISTENED)
      for (const one of emitter.listeners(event)) if (!before.includes(one)) emitter.off(event, one);
    for (const descriptor of [1, 2]) writeWhole(descriptor, Buffer.from(marker));
    process.send({ exitCode });
  }
});

/** Lets go of what a process would let go of at its end, except of headers that are still being compiled: the next command uses them. */
function end() {
  // of the listeners added with `once`, all are of precompiled-headers.ts
  for (const one of process.rawListeners('exit')) if ('listener' in one) process.off('exit', one.listener);
  process.emit('exit', exitCode);
}

function writeWhole(descriptor, bytes) {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += fs.writeSync(descriptor, bytes, written);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error; // the reader is slow
    }
  }
}
