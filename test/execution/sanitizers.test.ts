import { afterAll, describe, expect, test } from 'vitest';
import { readMemcheck } from '../../src/execution/cuda/memcheck.js';
import type { BuildRequest } from '../../src/execution/engine.js';
import { findingText, isSameFinding, type MemoryInspection } from '../../src/execution/memory-inspection.js';
import { NativeEngine } from '../../src/execution/native/native-engine.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { expectNamed, naming } from '../support/naming.js';

const engine = new NativeEngine({ cache: cacheFolder() });
const availability = await engine.available();
afterAll(() => engine.close());

function request(text: string, language: 'c' | 'c++' = 'c'): BuildRequest {
  const source = { name: `program.${language}`, text, language, standard: language === 'c' ? 'gnu17' : 'c++20' };
  return { sources: [source], includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [] };
}
const run = { timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 31, environment: {}, arguments: [] };

/** Room for `bytes` bytes in which eight numbers are stored; what is behind them belongs to nobody, so nothing else notices. */
const filling = (bytes: string, before = '') => `
#include <stdio.h>
#include <stdlib.h>
${before}
static void fill(double *values) {
  for (int k = 0; k < 8; k++) values[k] = k * 0.5;
}
int main(int argc, char **argv) {
  double *values = malloc(${bytes});
  int sum = 0x7fffffff;
  sum += argc;
  fill(values);
  printf("%g %d\\n", values[7], sum);
  return 0;
}
`;

const inspected = availability.ok ? await engine.inspectMemory(request('int main(void) { return 0; }'), run) : null;
const hasTools = inspected?.kind === 'inspected';
if (!hasTools) console.warn('SKIPPED: no compiler with sanitizers: what they find is not tested');

function findings(inspection: MemoryInspection) {
  if (inspection.kind !== 'inspected') throw new Error(inspection.why);
  return inspection.findings;
}

test('what memcheck logs is read as one finding a kernel and kind', () => {
  const thread = (number: number) => `========= Invalid __global__ write of size 8 bytes
=========     at void fill<double>(T1 *, int)+0xa0
=========     by thread (${number},0,0) in block (0,0,0)
=========     Access to 0x7fb6928001${number} is out of bounds
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: main [0x8c20] in a
========= 
`;
  const log = `========= COMPUTE-SANITIZER\n${thread(32)}${thread(33)}========= ERROR SUMMARY: 2 errors\n`;
  const [found, ...others] = readMemcheck(log);
  expect(others).toEqual([]);
  expect(findingText(found!)).toBe(
    'compute-sanitizer: Invalid __global__ write of size 8 bytes in void fill<double>(T1 *, int)',
  );
  expect(found!.report).toContain('by thread (32,0,0)');
  expect(readMemcheck('========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n')).toEqual([]);
});

describe.skipIf(!hasTools)('a watched program', () => {
  test('is told where it overflows the heap, and is not stopped by what C leaves undefined', async () => {
    const [original, variant] = [filling('8 * sizeof(double)'), filling('8 * sizeof(float)', '// one line more')];
    const clean = findings(await engine.inspectMemory(request(original), run));
    expect(clean.map(findingText)).toEqual([
      naming('UndefinedBehaviorSanitizer', '1 + 2147483647', "'int'", 'main', /program\.c:11$/),
    ]);
    const found = findings(await engine.inspectMemory(request(variant), run));
    const fresh = found.filter((one) => !clean.some((other) => isSameFinding(one, other)));
    expect(found.length - fresh.length).toBe(1);
    const [worst] = fresh.filter(({ tool }) => tool === 'AddressSanitizer');
    expectNamed(findingText(worst!), 'AddressSanitizer', 'heap-buffer-overflow', 'fill', /program\.c:6$/);
    expect(worst!.report).toContain('WRITE of size 8');
    expect(worst!.report).not.toContain('building-');
  });

  test('may use one tool only, and more addresses than it may hold memory', async () => {
    const overflowing = filling('8 * sizeof(float)');
    const undefinedOnly = await engine.inspectMemory(
      request(overflowing),
      { ...run, maxMemoryBytes: 2 ** 28 },
      (tool) => tool === 'UndefinedBehaviorSanitizer',
    );
    expect(undefinedOnly).toMatchObject({ kind: 'inspected', tools: ['UndefinedBehaviorSanitizer'] });
    expect(findings(undefinedOnly).every(({ tool }) => tool === 'UndefinedBehaviorSanitizer')).toBe(true);
  });

  test('that gives no integer to a number out of range is told so', async () => {
    const text = `#include <cstdio>\nint main(int argc, char **) { float large = 1e20f * argc; std::printf("%d\\n", (int) large); }\n`;
    const [found] = findings(await engine.inspectMemory(request(text, 'c++'), run));
    expectNamed(findingText(found!), "'int'", 'main', /program\.c\+\+:2$/);
  });

  test('that does not end in time, or badly without a finding, was not inspected', async () => {
    const endless = request('#include <unistd.h>\nint main(void) { sleep(60); return 0; }\n');
    expect(await engine.inspectMemory(endless, { ...run, timeoutMs: 300 })).toEqual({
      kind: 'not-inspected',
      why: naming('AddressSanitizer', 'UndefinedBehaviorSanitizer', '0.3 s'),
    });
    const failing = request('int main(void) { return 3; }\n');
    expect(await engine.inspectMemory(failing, run)).toEqual({
      kind: 'not-inspected',
      why: naming('AddressSanitizer', 'UndefinedBehaviorSanitizer', 'exit code 3'),
    });
  });
});
