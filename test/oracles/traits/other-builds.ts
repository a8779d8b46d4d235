/** Text that only another build compiles (`#ifdef VERIFY`), and names what the program lowers; that build is read along where it is to stay right. */
import type { Part } from '../generate-program.js';
import type { Trait } from './trait.js';

const ifVerified = (...lines: string[]): string => ['#ifdef VERIFY', ...lines, '#endif'].join('\n');

/** A function of the other build is given memory, beside memory that only it has. */
const verification: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [type, other] = [draft.type(), e.pick(['double', draft.type()])];
  const [array, want, compare, worst] = [
    draft.name('checked'),
    draft.name('want'),
    draft.global('compare'),
    draft.name('worst'),
  ];
  top.push(
    ifVerified(
      `static double ${compare}(const ${type} *x, const ${other} *want, int n)\n{\n  ${draft.type()} worst = ${e.literal()};`,
      `  for (int i = 0; i < n; i++) worst += (x[i] - want[i]) / 3;\n  return worst;\n}`,
    ),
  );
  body.push(
    `  ${type} ${array}[4];`,
    `  for (int i = 0; i < 4; i++) ${array}[i] = ${e.factor(scope, 1)} + 0.1 * i;`,
    ifVerified(
      `  ${other} ${want}[4];`,
      `  for (int i = 0; i < 4; i++) ${want}[i] = ${e.factor(scope, 1)} * 0.7;`,
      `  ${draft.type()} ${worst} = ${compare}(${array}, ${want}, 4) * ${e.literal()};`,
      `  printf("worst %.17g %a\\n", (double) ${worst}, (double) ${want}[1]);`,
    ),
  );
  draft.print('checked', `${array}[1] * 0.3`, `${array}[3]`);
};

/** Memory that is apart in one build and one in the other, and a record with a field more. */
const joined: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const type = draft.type();
  const [a, b, chosen, record, held] = [
    draft.name('left'),
    draft.name('right'),
    draft.name('chosen'),
    draft.global('Held'),
    draft.name('held'),
  ];
  top.push(
    `struct ${record} {\n  ${type} value;\n${ifVerified(`  ${draft.type()} before, *where;`)}\n  ${draft.type()} last;\n};`,
  );
  body.push(
    `  ${type} ${a}[3] = {${e.literal()}, 0.1, 0.7}, ${b}[3] = {0.3, ${e.literal()}, 0.9};`,
    `  struct ${record} ${held};`,
    `  ${held}.value = ${e.factor(scope, 1)} / 3, ${held}.last = 0.1;`,
    ifVerified(
      `  ${type} *${chosen} = n > 2 ? ${a} : ${b};`,
      `  ${held}.before = ${chosen}[1] * 0.3;`,
      `  ${held}.where = &${held}.before;`,
      `  printf("chosen %.17g %a\\n", (double) (${held}.before + ${held}.last), (double) *${held}.where);`,
    ),
    `  for (int i = 0; i < 3; i++) ${a}[i] += ${b}[i] * ${held}.value;`,
  );
  draft.print('joined', `${a}[0]`, `${b}[2] / 3`, `${held}.value + ${held}.last`);
};

/** One name, declared and computed in two ways, and a macro that means something else. */
const branches: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [name, step, factor] = [draft.name('either'), draft.name('step'), draft.global('FACTOR')];
  const value = draft.type();
  top.push(`#ifdef VERIFY\n#define ${factor}(x) ((x) * (x))\n#else\n#define ${factor}(x) ((x) + (x))\n#endif`);
  body.push(
    `  ${value} ${step} = ${e.factor(scope, 1)};`,
    `#ifdef VERIFY`,
    `  ${draft.type()} ${name} = ${step} / 3;`,
    `  ${step} += ${name} * 0.1;`,
    `#else`,
    `  ${draft.type()} ${name} = ${e.factor(scope, 1)} * ${step};`,
    `#endif`,
    `  ${step} = ${step} * ${e.literal()} + ${factor}(${step});`,
  );
  draft.print('either', name, step);
};

export const otherBuildTraits: readonly Trait[] = [
  { languages: ['c', 'c++', 'cuda'], part: verification },
  { languages: ['c', 'c++', 'cuda'], part: joined },
  { languages: ['c', 'c++', 'cuda'], part: branches },
];
