/** Containers: names of structured bindings, what libraries make and write, types that are asked for. */
import type { Part } from '../generate-program.js';
import type { Trait } from './trait.js';

const bindings: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [record, both, map, rows, sum] = [
    draft.global('Bound'),
    draft.global('both'),
    draft.name('bound'),
    draft.name('rows'),
    draft.name('sum'),
  ];
  for (const header of ['array', 'map', 'utility', 'vector']) draft.headers.add(header);
  top.push(
    `struct ${record} {\n  ${draft.type()} a, b;\n  int n;\n};`,
    `static std::pair<double, double> ${both}(${draft.type()} x) { return {x / 3, x * 0.7}; }`,
  );
  const by = e.pick(['auto &', 'const auto &', 'auto ']);
  body.push(
    `  ${draft.type()} ${sum} = ${e.real(scope, 1)};`,
    `  std::map<int, double> ${map}{{1, ${e.real(scope, 1)}}, {2, 0.3}};`,
    `  for (${by}[key, value] : ${map}) ${sum} += value * value / key;`,
    `  double ${rows}[2][2] = {{0.1, ${e.real(scope, 1)}}, {0.3, 0.7}};`,
    `  for (auto &[left, right] : ${rows}) left = right / 3, ${sum} += left * right;`,
    `  {\n    auto [low, high] = ${both}(${e.real(scope, 1)});\n    ${e.pick(['auto ', 'const auto &', 'auto &&'])}[a, b, n] = ${record}{${e.literal()}, 0.7, 2};\n    auto [first, second] = ${rows};\n    ${sum} += low * high - a * b / n + first[0] * second[1];\n  }`,
  );
  scope.declare(sum, 'double');
  draft.print('bindings', sum, `${rows}[0][0]`, `${map}[1]`);
};

const made: Part = (draft) => {
  const { e, body, scope } = draft;
  const [x, pair, memory, values, total] = [
    draft.name('given'),
    draft.name('pair'),
    draft.name('memory'),
    draft.name('values'),
    draft.name('total'),
  ];
  for (const header of ['memory', 'utility', 'vector', 'numeric', 'algorithm', 'limits', 'tuple'])
    draft.headers.add(header);
  body.push(
    `  ${draft.type()} ${x} = ${e.real(scope, 1)}, ${total} = 0;`,
    `  auto ${pair} = std::make_pair(${x}, ${e.literal()});`,
    `  auto ${memory} = std::make_unique<double[]>(3);`,
    `  std::vector<double> ${values}(3);`,
    e.pick([
      `  std::fill(${values}.begin(), ${values}.end(), ${x} / 3);`,
      `  std::generate(${values}.begin(), ${values}.end(), [&] { return ${x} / 7; });`,
      `  ${values} = {${x}, ${x} / 3, 0.1};`,
    ]),
    `  std::transform(${values}.begin(), ${values}.end(), ${values}.begin(), [](double q) { return q / 3; });`,
    `  ${memory}[1] = ${x} / 7;`,
    `  std::shared_ptr<std::vector<double>> ${values}_held = std::make_shared<std::vector<double>>(2, 0.3);`,
    `  ${values}_held->push_back(0.9);`,
    `  (*${values}_held).push_back(${x} / 7);`,
    `  ${values}[0] += ${values}_held->back() * (*${values}_held)[2];`,
    `  std::tie(${total}, std::ignore) = ${pair};`,
    `  ${total} += std::accumulate(${values}.begin(), ${values}.end(), 0.0) * ${pair}.second;`,
  );
  scope.declare(total, 'double');
  draft.print(
    'made',
    total,
    `${memory}[1]`,
    `${values}[1] * ${pair}.first`,
    `std::numeric_limits<decltype(${x})>::epsilon()`,
  );
};

/** Pointers, references and iterators whose type nobody writes, into a container of a class or a variable. */
const deduced: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [record, one, values, sum, at] = [
    draft.global('Deduced'),
    draft.name('deduced'),
    draft.name('values'),
    draft.name('sum'),
    draft.name('at'),
  ];
  const type = draft.type();
  top.push(
    `struct ${record} {\n  std::vector<${type}> v{0.1, 0.2, 0.7};\n  auto begin() { return v.begin(); }\n  auto end() { return v.end(); }\n  auto &first() { return v[0]; }\n  decltype(auto) last() { return v.back(); }\n  auto data() { return v.data(); }\n};`,
  );
  body.push(
    `  ${record} ${one};`,
    `  std::vector<${draft.type()}> ${values}{0.3, 0.6};`,
    `  ${draft.type()} ${sum} = 0;`,
    `  for (auto &x : ${one}) x += ${e.factor(scope, 1)};`,
    `  for (auto x : ${one}) ${sum} += x * x;`,
    `  auto ${e.pick([`&${at} = ${one}.first()`, `&${at} = ${one}.last()`, `&${at} = *${one}.data()`, `&${at} = *(&${values}[1])`])};`,
    `  ${at} /= 3;`,
    `  auto ${at}_p = ${e.pick([`${values}.data()`, `&${values}[0]`, `${one}.data()`])};`,
    `  *${at}_p /= 7;`,
  );
  draft.print('deduced', sum, `${at} / 3`, `*${at}_p / 3`);
};

export const containerTraits: readonly Trait[] = [
  { languages: ['c++'], part: bindings },
  { languages: ['c++'], part: made },
  { languages: ['c++'], part: deduced },
];
