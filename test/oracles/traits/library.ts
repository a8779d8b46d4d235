/** Functions of the C and C++ libraries, and text that macros print. */
import type { Part, ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

const LONG_INTEGERS = ['long long', 'unsigned long long', 'long', 'unsigned long', '__int128', 'unsigned __int128'];
/** On and beside midpoints of fp32 that lie beyond 2^53, and an integer that a double holds. */
const MIDPOINTS = ['9007199791611905', '9007199254740993', '4611686293305294849', '1234567'];

/** An integer that no double holds, wherever a number is stored or computed with. */
const longIntegers: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [whole, stored, list, total] = [
    draft.global('whole'),
    ...['stored', 'list', 'total'].map((one) => draft.name(one)),
  ];
  const type = e.pick(draft.language === 'cuda' ? LONG_INTEGERS.slice(0, 4) : LONG_INTEGERS);
  const call = `${whole}()`;
  top.push(`static ${type} ${whole}(void) { return ${e.pick(MIDPOINTS)}; }`);
  body.push(
    `  ${draft.type()} ${stored} = ${e.pick([call, `(${draft.type()}) ${call}`, `${call} + 1`, `-${call}`])};`,
    `  ${draft.type()} ${list}[2] = {${e.pick(['(double) ', '(float) '])}${call}, ${e.literal()} * ${call}};`,
    `  ${draft.type()} ${total} = ${e.real(scope, 1)};`,
    `  ${total} ${e.pick(['+=', '-=', '*='])} ${call};`,
    `  ${total} = ${total} ${e.pick(['+', '/', '-'])} ${call};`,
  );
  draft.print('long integers', stored!, `${list}[0]`, `${list}[1]`, total!);
};

/** Near a midpoint of fp32, in text. */
const midpoints: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const texts = ['1.000000059604644775390626', '1.000000059604644775390624', '0.1', '16777217.0000000001', 'x'];
  const [first, second, kept, read] = ['first', 'second', 'kept', 'read'].map((one) => draft.name(one));
  const types = [e.pick(['float', 'double']), e.pick(['float', 'double'])];
  const conversions = types.map((type) => (type === 'float' ? '%f' : '%lf'));
  top.push('#include <stdio.h>');
  body.push(
    `  ${types[0]} ${first} = ${e.literal()}; ${types[1]} ${second} = ${e.real(scope, 1)};`,
    `  int ${kept} = 0, ${read} = sscanf("${e.pick(texts)} 7.5 ${e.pick(texts)}", "${conversions[0]}${e.pick(['%*f', ' %*lf', '%*s'])}%n${conversions[1]}", &${first}, &${kept}, &${second});`,
  );
  draft.print('midpoints', `${read} * 1.0`, `${kept} * 1.0`, first!, second!);
};

const parsed: Part = (draft) => {
  const { e, top, body } = draft;
  top.push('#include <charconv>', '#include <cstring>');
  const [text, number, failed] = ['text', 'number', 'failed'].map((one) => draft.name(one));
  body.push(
    `  const char *${text} = "${e.pick(['0.1', '1.000000059604644775390626 x', '-2.5e-41', 'none'])}";`,
    `  ${draft.type()} ${number} = ${e.literal()};`,
    `  bool ${failed} = std::from_chars(${text}, ${text} + std::strlen(${text}), ${number}${e.pick(['', ', std::chars_format::general'])}).ec != std::errc();`,
  );
  draft.print('parsed', number!, `${failed} * 1.0`);
};

/** Subnormal in fp32, and not in fp64. */
const classes: Part = (draft) => {
  const { e, top, body } = draft;
  top.push('#include <math.h>');
  const [tiny, seen] = ['tiny', 'seen'].map((one) => draft.name(one));
  body.push(
    `  ${draft.type()} ${tiny} = ${e.pick(['1e-40', '-3e-39', '1e-50', '0.0', '1e39', '0.3'])};`,
    `  int ${seen} = (fpclassify(${tiny}) == FP_SUBNORMAL) + 2 * (isnormal(${e.pick([tiny!, `${tiny} * 2`, `-${tiny}`])}) != 0) + 4 * (fpclassify(${tiny} ${e.pick(['/ 3', '* 0', '+ 1e-42'])}) == FP_ZERO);`,
  );
  draft.print('classes', `${seen} * 1.0`, tiny!);
};

const printedText: Part = (draft: ProgramDraft) => {
  const { e, top, body, scope } = draft;
  const [show, value] = [draft.global('SHOW'), draft.name('shown')];
  top.push(
    '#include <stdio.h>',
    `#define ${show}(e) printf(#e " = %.17g\\n", (double)(e))`,
    `#define ${show}_BEHIND(e) ${show}(e)`,
    `#define ${show}_ALL(...) printf("%s: %.17g\\n", #__VA_ARGS__, (double)(__VA_ARGS__))`,
    `#define ${show}_JOINED(a, b) a##b`,
  );
  const with_ = () => e.pick([show, `${show}_BEHIND`, `${show}_ALL`]);
  body.push(
    `  ${draft.type()} ${value} = ${e.real(scope, 1)};`,
    `  ${with_()}(${value} * ${e.literal()}); ${with_()}(${value} / 3 + ${e.literal()});`,
    `  ${with_()}(${show}_JOINED(${value.slice(0, 2)}, ${value.slice(2)}) ${e.pick(['* 0.3', '- 0.1'])});`,
  );
  draft.print('printed text', value);
};

/** Overloads that C++ adds to the functions of C. */
const overloads: Part = (draft) => {
  const { e, top, body, scope } = draft;
  top.push('#include <algorithm>', '#include <cmath>');
  const [a, b, all] = ['a', 'b', 'all'].map((one) => draft.name(one)) as [string, string, string];
  const [type, suffix] = e.pick([
    ['double', ''],
    ['float', 'f'],
  ]) as [string, string];
  const values = [
    `std::hypot(${a}, ${b}, ${e.pick([a, '0.5', b])})`,
    `std::fma(${a}, ${b}, 0.7)`,
    `std::clamp(${a}, -1.5${suffix}, 1.5${suffix})`,
    `std::fdim(${a}, ${b})`,
  ];
  body.push(
    `  ${type} ${a} = ${e.real(scope, 1)}, ${b} = ${e.literal()};`,
    `  ${draft.type()} ${all}[4];`,
    ...values.map((value, at) => `  ${all}[${at}] = ${value};`),
  );
  draft.print('overloads', ...[0, 1, 2, 3].map((at) => `${all}[${at}]`));
};

export const libraryTraits: readonly Trait[] = [
  { languages: ['c', 'c++', 'cuda'], part: longIntegers },
  { languages: ['c', 'c++'], part: midpoints },
  { languages: ['c++'], part: parsed },
  { languages: ['c'], part: classes },
  { languages: ['c', 'c++'], part: printedText },
  { languages: ['c++'], part: overloads },
];
