/** References: to a copy in another format, to what a library returns of its arguments, within what a library holds. */
import type { Part } from '../generate-program.js';
import type { Trait } from './trait.js';

const converted: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [global, use, holder] = [draft.global('shared'), draft.global('use'), draft.global('Holder')];
  const [x, copy, held] = [draft.name('source'), draft.name('copy'), draft.name('held')];
  const [narrow, wide] = e.pick([
    ['float', 'double'],
    ['double', 'float'],
  ] as const);
  top.push(
    `static ${wide} ${global} = ${e.literal()};`,
    `static double ${use}(const ${narrow} &r)\n{\n  ${global} = ${global} / 3 + 1;\n  return r * 0.7;\n}`,
    `struct ${holder} {\n  const ${wide} &k;\n};`,
  );
  body.push(
    `  ${narrow} ${x} = ${e.real(scope, 1)};`,
    `  const ${wide} &${copy} = ${x};`,
    `  ${holder} ${held}{${x}};`,
    `  ${x} = ${x} / 3;`,
  );
  draft.print('converted', copy, `${held}.k`, x, `${use}(${global})`);
};

const bound: Part = (draft) => {
  const { e, body, scope } = draft;
  const [a, b, larger, pair, values] = [
    draft.name('left'),
    draft.name('right'),
    draft.name('larger'),
    draft.name('pair'),
    draft.name('values'),
  ];
  for (const header of ['algorithm', 'functional', 'numeric', 'tuple', 'utility', 'vector']) draft.headers.add(header);
  const type = e.pick(['double', 'float']);
  body.push(
    `  ${type} ${a} = ${e.real(scope, 1)}, ${b} = ${e.literal()};`,
    `  const ${e.pick([type, 'auto'])} &${larger} = ${e.pick([`std::max(${a}, ${b})`, `std::min(std::max(${a}, ${b}), ${b})`, `std::max(${b}, ${a})`])};`,
    `  ${e.pick([`std::pair<${type} &, int> ${pair}(${b}, 2);`, `std::tuple<${type} &, int> ${pair}(${b}, 2);`])}`,
    `  ${a} = ${a} / 3, ${b} = ${b} * 0.7 + std::get<1>(${pair});`,
    `  std::vector<double> ${values}{${e.real(scope, 1)}, 0.1, ${a}, 0.7, 0.3};`,
  );
  draft.print(
    'bound',
    larger,
    `std::get<0>(${pair})`,
    `std::reduce(${values}.begin(), ${values}.end(), 0.1)`,
    `std::transform_reduce(${values}.begin(), ${values}.end(), 0.1, std::plus<>(), [](double q) { return q / 3; })`,
  );
};

export const referenceTraits: readonly Trait[] = [
  { languages: ['c++', 'cuda'], part: converted },
  { languages: ['c++'], part: bound },
];
