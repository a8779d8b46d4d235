/** Numbers that come in from text, under the spellings of real programs; branches that this build leaves out; functions under other names. */
import type { Part } from '../generate-program.js';
import type { Trait } from './trait.js';

const scannedPointers: Part = (draft) => {
  const { e, top, body, scope } = draft;
  top.push('#include <stdio.h>', '#include <stdlib.h>');
  const [list, at, heap, count] = ['list', 'at', 'heap', 'count'].map((one) => draft.name(one));
  const cast = draft.language === 'c' ? '' : '(double *)';
  const target = () =>
    e.pick([`${list} + 1`, `&${list}[1]`, `${at} + 2`, `${heap} + ${e.pick(['0', '1'])}`, `${heap}`]);
  body.push(
    `  double ${list}[3] = {0.1, 0.2, 0.3}, *${at} = ${list};`,
    `  double *${heap} = ${cast}malloc(2 * sizeof(double));`,
    `  ${heap}[0] = ${e.real(scope, 1)}; ${heap}[1] = ${e.literal()};`,
    `  int ${count} = sscanf("0.7 0.3${e.pick([' 0.9', ' x', ''])}", "%lf %lf %lf", ${target()}, ${target()}, ${target()});`,
  );
  draft.print('scanned', `${count} * 1.0`, `${list}[1] / 3`, `${list}[2]`, `${heap}[0] + ${heap}[1]`);
  body.push(`  free(${e.pick(['', '(char *)', '(void *)'])}${heap});`);
};

const streamed: Part = (draft) => {
  const { e, top, body, scope } = draft;
  top.push('#include <sstream>');
  const [take, given, out, sum, in_] = [
    draft.global('take'),
    ...['given', 'out', 'sum', 'in'].map((one) => draft.name(one)),
  ];
  top.push(
    `template <class T> static int ${take}(std::istream &in, T *out)\n{\n  T value;\n  int n = 0;\n  while (n < 3 && in >> value) out[n++] = value${e.pick(['', ' / 3'])};\n  return n;\n}`,
  );
  body.push(
    `  std::istringstream ${in_}("0.1 0.2 0.3 0.4 ${e.pick(['0.7', 'x'])}");`,
    `  double ${out}[3] = {0, 0, 0}, ${given} = ${e.literal()}, ${sum} = 0;`,
    `  ${sum} += ${take}(${in_}, ${out});`,
    `  while (${in_} >> ${given}) ${sum} += ${given} * ${e.real(scope, 1)};`,
  );
  scope.declare(sum!, 'double');
  draft.print('streamed', sum!, `${out}[0]`, `${out}[2]`);
};

const leftOut: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [rule, first, second, result] = [
    draft.global('RULE'),
    ...['first', 'second', 'result'].map((one) => draft.name(one)),
  ];
  top.push(
    '#include <math.h>',
    `#define ${rule} ${e.pick(['sqrt', 'fabs', 'exp'])}`,
    `#define ${rule}_OUTER ${e.pick(['fabs', `${rule}_CALL`])}`,
    `#define ${rule}_CALL(x) cos(x)`,
  );
  body.push(
    `  double ${first} = ${e.real(scope, 1)},`,
    `#ifdef ${rule}_VERIFY`,
    `      ${first}_exact = 0,`,
    '#endif',
    `      ${second} = ${e.literal()};`,
    `  ${first} = ${rule}_OUTER(${rule}(fabs(${first}) / ${second}) * 0.3);`,
    `#if defined(${rule}_VERIFY)`,
    `  check(${first}, ${first}_exact);`,
    '#else',
    `  double ${result} = ${first} * ${second};`,
    '#endif',
  );
  scope.declare(first!, 'double');
  draft.print('left out', first!, second!, result!);
};

export const readNumberTraits: readonly Trait[] = [
  { languages: ['c', 'c++', 'cuda'], part: scannedPointers },
  { languages: ['c++', 'cuda'], part: streamed },
  { languages: ['c', 'c++', 'cuda'], part: leftOut },
];
