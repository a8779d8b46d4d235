import { describe, expect, test } from 'vitest';
import { joinLaunchBrackets } from '../../src/clang/launch-brackets.js';

describe('the brackets of a launch', () => {
  test.each([
    ['k << < 1, 1 >> > (a);', 'k <<<  1, 1 >>>  (a);'],
    ['k <<< 4 >> 1, 1 >> > (a);', 'k <<< 4 >> 1, 1 >>>  (a);'],
    ['k << /* two */ < 1, f(2 >> 1) >>> (a);', 'k <<< /* two */  1, f(2 >> 1) >>> (a);'],
    ['#define OPEN << <\n#define CLOSE >> >\n', '#define OPEN <<< \n#define CLOSE >>> \n'],
    ['#define LAUNCH(k) k << \\\n  < 1, 1 >> \\\n  >\n', '#define LAUNCH(k) k <<< \\\n   1, 1 >>> \\\n  \n'],
  ])('are put together: %s', (written, joined) => {
    expect(joinLaunchBrackets(written)).toBe(joined);
    expect(joinLaunchBrackets(written)).toHaveLength(written.length);
  });

  test.each([
    'std::map<int, std::vector<std::vector<int>> > m;',
    'template <class T> std::ostream &operator<< <T>(std::ostream &out, const Box<T> &box);',
    'friend bool operator<< <>(A, B);',
    'std::cout << "a << < b" << x; // << < >> >',
    'k<<<1, sizeof(Box<Box<Box<int>> >)>>>(a);',
    'int a = b << c; bool d = e < f;',
  ])('and nothing else: %s', (written) => {
    expect(joinLaunchBrackets(written)).toBe(written);
  });
});
