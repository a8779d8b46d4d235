import { expect, test } from 'vitest';
import { functionName } from '../../../src/execution/wasm/function-name.js';

test.each([
  ['main', 'main'],
  ['limit(double, int)', 'limit'],
  ['limit(float, int)', 'limit'],
  ['double app::limit<double>(std::vector<double, std::allocator<double>> const&)', 'app::limit'],
  ['void (anonymous namespace)::solve<float, 3>(float (*)(float))', '(anonymous)::solve'],
  ['vec<double>::operator()(int) const', 'vec::operator()'],
  ['vec<float> operator+<float>(vec<float> const&, vec<float> const&)', 'operator+'],
  ['app::number::operator double() const', 'app::number::operator'],
  ['bool operator< <double>(a<double>, a<double>)', 'operator<'],
  ['operator new(unsigned long)', 'operator new'],
  ['main::$_0::operator()(double) const', 'main::$_0::operator()'],
  ['__operator_count', '__operator_count'],
])('%s is called %s', (demangled, name) => {
  expect(functionName(demangled)).toBe(name);
});
