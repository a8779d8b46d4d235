/** Types: programs that go by the type of a number, and not by its value alone. */
import type { Part, ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

/** What each number of a program may be asked, as an expression that says what its type is. */
function questions(draft: ProgramDraft): (number: string) => string {
  const [value, forwarded, tag] = [draft.global('of'), draft.global('given'), draft.global('Tag')];
  draft.headers.add('type_traits').add('typeinfo').add('limits');
  draft.top.push(
    `template <class T> struct ${tag} { static constexpr double is = 0.5; };`,
    `template <> struct ${tag}<float> { static constexpr double is = 0.25; };`,
    `template <class T> static double ${value}(const T &) { return ${tag}<T>::is; }`,
    `template <class T> static double ${forwarded}(T &&) { return ${tag}<typename std::decay<T>::type>::is; }`,
  );
  return (number) =>
    draft.e.pick([
      `${value}(${number})`,
      `${forwarded}(${number})`,
      `(double) std::is_same<std::decay<decltype(${number})>::type, float>::value`,
      `(double) (typeid(${number}) == typeid(float))`,
      `(double) sizeof(${number})`,
      `(double) std::numeric_limits<std::decay<decltype(${number})>::type>::epsilon()`,
      `[](auto x) { return (double) sizeof(x); }(${number})`,
      `[](const auto &x) { return ${tag}<typename std::decay<decltype(x)>::type>::is; }(${number})`,
    ]);
}

const askedOfNumbers: Part = (draft) => {
  const { e, body, scope } = draft;
  const asks = questions(draft);
  const [a, b, all] = [draft.name('a'), draft.name('b'), draft.name('all')];
  const [open, made] = [draft.name('open'), draft.name('made')];
  body.push(
    `  ${draft.type()} ${a} = ${e.real(scope, 1)}, ${all}[2] = {0.1, 0.7};`,
    `  float ${b} = ${e.real(scope, 1)};`,
    `  ${e.pick(['auto', 'const auto', 'auto &&'])} ${open} = ${e.pick([`${b} * ${b}`, `${b} / 3`, `${a} * ${b}`, `${all}[1] + ${a}`])};`,
    `  auto ${made} = ${e.pick([`${b} * 2`, `${open} * ${b}`, `${a} - 1`, `-${b}`])};`,
  );
  const numbers = [
    a,
    b,
    open,
    made,
    `${all}[0]`,
    `${a} * ${b}`,
    `${b} * ${b}`,
    `${open} / 2`,
    `(double) ${b}`,
    `(float) ${a}`,
  ];
  draft.print('types', ...Array.from({ length: 3 }, () => asks(e.pick(numbers))), made, `${open} + ${a}`);
  scope.declare(a, 'double');
};

const askedInC: Part = (draft) => {
  const { e, body, scope } = draft;
  const [a, b, open] = [draft.name('a'), draft.name('b'), draft.name('open')];
  const asks = (number: string): string =>
    e.pick([
      `(double) sizeof(${number})`,
      `(double) _Generic((${number}), float: 1, double: 2, default: 3)`,
      `(double) __builtin_types_compatible_p(__typeof__(${number}), float)`,
    ]);
  body.push(
    `  ${draft.type()} ${a} = ${e.real(scope, 1)};`,
    `  float ${b} = ${e.real(scope, 1)};`,
    `  ${e.pick(['', 'const '])}__auto_type ${open} = ${e.pick([`${b} * ${b}`, `${b} / 3`, `${a} * ${b}`])};`,
  );
  const numbers = [a, b, open, `${a} * ${b}`, `${b} * ${b}`, `${open} / 2`, `(double) ${b}`, `(float) ${a}`];
  draft.print('types', asks(e.pick(numbers)), asks(e.pick(numbers)), open, `${open} + ${a}`);
};

const oneTypeForSeveral: Part = (draft) => {
  const { e, body, scope } = draft;
  const [a, b, all] = [draft.name('a'), draft.name('b'), draft.name('all')];
  const [old, most] = [draft.name('old'), draft.name('most')];
  draft.headers.add('utility').add('valarray').add('set');
  body.push(
    `  double ${a} = ${e.real(scope, 1)}, ${b} = ${e.real(scope, 1)};`,
    `  std::vector<double> ${all}{0.1, 0.2, ${e.pick([a, b, '0.7'])}};`,
    `  double ${old} = ${e.pick([`std::exchange(${a}, ${b} / 3)`, `std::clamp(${a}, 0.1, 0.9)`, `${a}`])};`,
    `  std::replace(${all}.begin(), ${all}.end(), ${e.pick(['0.2', a, b])}, ${e.pick([a, b, `${b} / 3`])});`,
    `  ${draft.type()} ${most} = std::${e.pick(['max', 'min'])}({${a}, ${b}, ${e.pick([`${old} * 2`, old, '0.3'])}});`,
    `  std::valarray<float> row${all}{0.1f, 0.7f};`,
    `  std::set<float> set${all}{0.3f, (float) ${b}};`,
  );
  draft.print('several', a, old, `${all}[1]`, `${all}[2]`, most, `row${all}[1] * 3`, `*set${all}.begin() / 3`);
};

/** `typedef double *vector; vector x, y;`: the name stands for every declarator, and beside `const` for a pointer that stays. */
const namedPointers: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [vector, change, memory] = [draft.global('vector'), draft.global('change'), draft.name('memory')];
  const [x, y, z, kept] = [draft.name('x'), draft.name('y'), draft.name('z'), draft.name('kept')];
  const type = e.pick(['double', 'float']);
  top.push(
    `typedef ${type} *${vector};`,
    `static double ${change}(${e.pick([`const ${vector}`, `${vector} const`, vector])} v) { v[0] /= 3; return v[1]; }`,
  );
  body.push(
    `  ${type} ${memory}[2] = {0.1, 0.7}, other${memory}[2] = {${e.literal()}, 0.3}, last${memory}[2] = {0.2};`,
    `  ${vector} ${x} = ${memory}, ${y} = other${memory}, ${e.pick(['', '*'])}${z} = ${e.pick(['0', 'NULL'])};`,
    `  const ${vector} ${kept} = last${memory};`,
    `  ${kept}[1] = ${e.real(scope, 1)};`,
    `  if (!${z}) ${y}[0] += ${x}[1] / 3;`,
  );
  draft.print('pointers', `${change}(${x})`, `${x}[0]`, `${y}[0]`, `${kept}[1] / 3`);
};

export const typeTraits: readonly Trait[] = [
  { languages: ['c++', 'cuda'], part: askedOfNumbers },
  { languages: ['c'], part: askedInC },
  { languages: ['c++'], part: oneTypeForSeveral },
  { languages: ['c', 'c++'], part: namedPointers },
];
