import { describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

const NODE = 'struct node {\n  double value;\n  struct node *next;\n};\n';
const REFUSED = {
  'the size of a record with a pointer': `#include <stdio.h>\n${NODE}int main(void) {\n  printf("%zu\\n", sizeof(struct node));\n}\n`,
  'a pointer as a number':
    '#include <stdint.h>\n#include <stdio.h>\nint main(void) {\n  double a = 1;\n  printf("%d\\n", (int)((uintptr_t)&a % 16));\n}\n',
  'a size whose address the library takes':
    '#include <stdio.h>\nint main(void) {\n  char *line = 0;\n  size_t room = 0;\n  return getline(&line, &room, stdin) > 0;\n}\n',
};

describe('the embedded engine refuses what it would compute differently', () => {
  for (const [what, text] of Object.entries(REFUSED))
    it(`${what}, with its place`, async () => {
      using scratch = new Scratch({ 'program.c': text });
      for (const how of ['original', 'built']) {
        const args = ['run', 'program.c', '--engine', 'wasm', '--how', how];
        const { exitCode, stdout, stderr } = await mantissa(args, { cwd: scratch.folder });
        expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
        expect(stderr).toMatch(/^error MX4040: [^\n]*\n {2}program\.c:\d+: [\s\S]*remedy: use --engine native/);
      }
    });

  it('and not a size that only measures memory', async () => {
    const text = `#include <stdio.h>\n#include <stdlib.h>\n${NODE}int main(void) {\n  struct node *one = malloc(sizeof(struct node)), *all[3];\n  one->value = 0.5;\n  printf("%g %d\\n", one->value, (int)(sizeof all / sizeof all[0]));\n}\n`;
    using scratch = new Scratch({ 'program.c': text });
    const { stdout } = await mantissa(['run', 'program.c', '--engine', 'wasm'], { cwd: scratch.folder });
    expect(stdout).toBe('0.5 3');
  });

  it('nor a size in a header of its own that stands before those of the library', async () => {
    using scratch = new Scratch({
      'places.h': '#include <stddef.h>\nstatic inline size_t at(int row, int size) { return (size_t)row * size; }\n',
      'program.c':
        '#include "places.h"\n\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n  size_t n = at(5, 10);\n  double s = 0;\n  for (size_t i = 1; i < n; i++) s += sqrt((double)i);\n  printf("%.17g %zu %ld\\n", s, n, lrint(s));\n  return 0;\n}\n',
    });
    for (const how of ['original', 'emulated']) {
      const args = ['run', 'program.c', '--engine', 'wasm', '--how', how];
      const { stdout, stderr } = await mantissa(args, { cwd: scratch.folder });
      expect(stdout, stderr).toBe('231.96473279165528 50 232');
    }
  });

  it('nor what a template measures, unless it measures a pointer', async () => {
    const box =
      'template <class T> struct box {\n  T held[2];\n  unsigned long bytes() const;\n};\ntemplate <class T> unsigned long box<T>::bytes() const {\n  return sizeof(T) + sizeof(held);\n}\n';
    const program = (type: string) =>
      `#include <cstdio>\n${NODE}${box}template <class T> int size(const T &) { return sizeof(T) * 2; }\nint main() {\n  auto own = [](auto x) { return (int)sizeof(x); };\n  std::printf("%lu %d %d\\n", box<${type}>().bytes(), size(1.0f), own(2.0));\n}\n`;
    using scratch = new Scratch({ 'number.cpp': program('double'), 'pointer.cpp': program('node') });
    const run = (file: string) => mantissa(['run', file, '--engine', 'wasm'], { cwd: scratch.folder });
    expect((await run('number.cpp')).stdout).toBe('24 8 8');
    expect((await run('pointer.cpp')).stderr).toMatch(
      /^error MX4040: [^\n]*\n {2}pointer\.cpp:\d+: the size of node\b/,
    );
  });
});
