// Runs the built command line in one process for one request after another, so that what V8 has learnt of clang stays. Every command
// loads `main` anew; what must not outlive a command is undone after it as at the end of a process.
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

process.on('message', async ({ args, cwd, env, end }) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment, env);
  process.chdir(cwd);
  process.argv = [node, bin, ...args];
  exitCode = null;
  process.exitCode = undefined; // libraries that listen for the end keep the last command's there
  try {
    await main();
  } finally {
    process.emit('exit', exitCode);
    for (const { emitter, event, before } of LISTENED)
      for (const one of emitter.listeners(event)) if (!before.includes(one)) emitter.off(event, one);
    for (const descriptor of [1, 2]) writeWhole(descriptor, Buffer.from(end));
    process.send({ exitCode });
  }
});

function writeWhole(descriptor, bytes) {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += fs.writeSync(descriptor, bytes, written);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error; // the reader is slow
    }
  }
}
