import { describe, expect, it } from 'vitest';
import { blankComments, blankCommentsAndStrings } from '../../src/support/blank-comments.js';

describe('text without its comments and strings', () => {
  it.each([
    // a separator of digits opens no character
    ["long n = 1'000; real b = 0.1; // it's", "long n = 1'000; real b = 0.1;        "],
    ["n = 0x7f'ff'ffu; h[0] += BLOCK; char c = 'x';", "n = 0x7f'ff'ffu; h[0] += BLOCK; char c = ' ';"],
    ["x = 1'0.5'0e+1'0f + .2'5; c = '\\'';", "x = 1'0.5'0e+1'0f + .2'5; c = '  ';"],
    // prefixes of strings and characters
    ['a = u8\'x\'; b = L\'y\'; c = U"z" + u8"// no";', 'a = u8\' \'; b = L\' \'; c = U" " + u8"     ";'],
    ['s = R"(a "b" // c)"; t = 1;', 's = "             "; t = 1;'],
    ['s = u8R"x(")x"; t = 1;', 's = u8"      "; t = 1;'],
    // names that end like a prefix
    ['FOOR"(a" + 1 // b', 'FOOR"  " + 1     '],
    ["a /* 'x */ = 'b';", "a          = ' ';"],
  ])('%s', (text, blanked) => {
    expect(blankCommentsAndStrings(text)).toBe(blanked);
    expect(blankComments(text)).toHaveLength(text.length);
  });
});
