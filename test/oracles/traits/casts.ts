/** Explicit casts, wherever programs write them: around constants and integers, in macros and their arguments, in what the compiler computes. */
import type { Part, ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

/** A cast in one of the language's spellings. */
function cast(draft: ProgramDraft, type: string, text: string): string {
  const spellings = [`(${type}) (${text})`, `(${type})(${text})`];
  if (draft.language !== 'c') spellings.push(`static_cast<${type}>(${text})`, `${type}(${text})`);
  return draft.e.pick(spellings);
}

const castNumbers: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [Real, square, mean] = [draft.global('Real'), draft.global('SQUARE'), draft.global('mean')];
  const [n, big, f, x, y, sum, kept] = ['n', 'big', 'f', 'x', 'y', 'sum', 'kept'].map((one) => draft.name(one));
  const named = e.pick([Real, Real, 'double', 'float']);
  top.push(
    e.pick([`typedef double ${Real};`, `#define ${Real} double`]),
    `#define ${square}(v) ((${named}) (v) * (${e.pick([Real, 'double'])}) (v))`,
    `static ${Real} ${mean}(${Real} a, float b, int n) { return ${cast(draft, Real, 'a + b')} / ${cast(draft, Real, 'n')}; }`,
  );
  const real = (text: string) => cast(draft, e.pick([Real, Real, 'double', 'float']), text);
  body.push(
    `  int ${n} = ${e.pick(['3', '7', '16777217'])};`,
    `  ${e.pick(['long long', 'unsigned long long'])} ${big} = ${e.pick(['9007199254740993', '2305843284091600897', '36028799166447617', '5'])}LL;`,
    `  float ${f} = ${e.real(scope, 1)};`,
    `  ${Real} ${x} = ${real(e.literal())} / ${real(e.pick(['3', '7.0', n!]))};`,
    `  ${Real} ${y} = ${real(f!)} * ${e.pick([x!, real(x!), real(e.literal())])} + ${real(e.pick(['0.1', '1', `${n} / 2`]))};`,
    `  const int ${kept} = (int) ((double) 9 * 0.5);`,
    `  static const double ${sum}_start = (double) 0.1 * (float) 0.3;`,
    `  double ${sum} = ${sum}_start + ${square}(${e.pick([f!, y!, `(double) ${f}`, `${x} + 1`])});`,
    `  ${sum} += ${real(`${n} % 2 ? ${real(f!)} : ${real(x!)}`)} * ${e.pick([x!, y!, '0.3'])};`,
    `  ${sum} ${e.pick(['+=', '-=', '*='])} ${real(big!)} ${e.pick(['/ 3', '* 1e-18', `/ ${cast(draft, 'double', n!)}`])};`,
    `  if (${real(y!)} > ${real(e.literal())}) ${sum} += ${mean}(${real(x!)}, ${real(y!)}, ${kept});`,
    `  ${y} = -${real(`${x} - ${f}`)} + ${cast(draft, 'int', real(`${y} * 10`))};`,
  );
  if (draft.language !== 'c')
    body.push(`  auto ${x}_open = ${real(f!)};`, `  ${sum} += ${x}_open / 3 + std::fmax(${real(f!)}, ${real(x!)});`);
  if (draft.language !== 'c') draft.headers.add('cmath');
  scope.declare(x!, 'double');
  scope.declare(sum!, 'double');
  draft.print('cast', x!, y!, sum!, real(`${y} / 7`), cast(draft, 'double', f!));
};

/** The same function for floats and for doubles, as programs have it whose real type has a name of its own. */
const overloadedByFormat: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [root, mix, x, f, y] = [
    draft.global('root'),
    draft.global('mix'),
    ...['x', 'f', 'y'].map((one) => draft.name(one)),
  ];
  const device = draft.language === 'cuda' ? '__host__ __device__ ' : '';
  draft.headers.add('cmath');
  // now and then they are not the same
  const third = e.pick(['0.3f', '0.3f', '0.7f', '0.3']);
  top.push(
    `${device}static inline float ${root}(float v) { return sqrtf(fabsf(v)); }`,
    `${device}static inline double ${root}(double v) { return sqrt(fabs(v)); }`,
    `${device}static double ${mix}(double a, double b) { double c = a / b; return c * 0.3 + a; }`,
    `${device}static float ${mix}(float a, float b) { float c = a / b; return c * ${third} + a; }`,
  );
  body.push(
    `  double ${x} = ${e.real(scope, 1)}, ${y} = ${root}(1.0 * ${e.literal()});`,
    `  float ${f} = ${e.real(scope, 1)};`,
    `  ${y} += ${root}(${e.pick([x!, `${x} * ${y}`, `(double) ${f}`, `${x} + 1`])}) + ${root}(${f});`,
    `  ${y} -= ${mix}(${e.pick([x!, y!, `${x} / 3`])}, ${e.pick(['0.7', y!, `(double) ${f}`])}) * ${mix}(${f}, ${e.pick([`${f} * ${f}`, '0.9f'])});`,
    `  ${x} = ${root}(${root}(${e.pick([x!, y!])}));`,
  );
  scope.declare(y!, 'double');
  draft.print('overloaded', x!, y!);
};

export const castTraits: readonly Trait[] = [
  { languages: ['c', 'c++', 'cuda'], part: castNumbers },
  { languages: ['c++', 'cuda'], part: overloadedByFormat },
];
