import * as fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { Scratch, start } from '../support/command-line.js';

const native = engines.native({ cache: cacheFolder() });
const availability = await native.available();
await native.close();
if (!availability.ok)
  console.warn(`SKIPPED: whether signals end child processes is not tested: ${availability.reason}`);

/** Writes its process id where it is told, and never ends. */
const endless = `
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  double sum = 0.0;
  FILE *told = fopen(argv[1], "w");
  fprintf(told, "%d\\n", (int)getpid());
  fclose(told);
  for (;;) sum += 0.1, sleep(1);
  return sum > 1;
}
`;

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 50));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const cases = [
  { signal: 'SIGTERM', exitCode: 143, args: ['tune', 'endless.c', '--max-error', '1e-3', '-o', 'study'] },
  { signal: 'SIGHUP', exitCode: 129, args: ['run', 'endless.c'] },
] as const;

describe.skipIf(!availability.ok)('a command that is stopped', () => {
  test.each(cases)(
    'by $signal ends all it started, and leaves no temporary folder and no lock',
    async ({ signal, exitCode, args }) => {
      using scratch = new Scratch({ 'endless.c': endless });
      fs.mkdirSync(scratch.path('temporary'));
      const told = scratch.path('told');
      const running = start([...args, '--engine', 'native', '--', told], {
        cwd: scratch.folder,
        env: { TMPDIR: scratch.path('temporary') },
      });
      await until(() => fs.existsSync(told) && fs.readFileSync(told, 'utf8').endsWith('\n'));
      expect(fs.readdirSync(scratch.path('temporary'))).not.toEqual([]);
      running.kill(signal);
      const ended = await running;
      expect(ended.exitCode, String(ended.stderr)).toBe(exitCode);
      expect(String(ended.stderr)).toMatch(args[0] === 'tune' ? /\binterrupted\b.*\b0 trials\b/ : /\binterrupted\b/);
      expect(fs.readdirSync(scratch.path('temporary'))).toEqual([]);
      const pid = Number(fs.readFileSync(told, 'utf8'));
      await until(() => !isAlive(pid));
      if (args[0] !== 'tune') return;
      expect(fs.existsSync(scratch.path('study/lock'))).toBe(false);
      expect(fs.readFileSync(scratch.path('study/journal.jsonl'), 'utf8')).toContain('"reason":"interrupted"');
    },
  );
});
