import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { IMAGE, VectorisedSample } from './vectorised-sample.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
let sample: VectorisedSample;
beforeAll(async () => {
  sample = await VectorisedSample.of(clang, IMAGE);
});
afterAll(() => clang.close());

/** What one vector computes. */
function body(name: string): string {
  const [, inside] = /\ntemplate <class Lanes>[\s\S]*?\{\n([\s\S]*?)\n\}/.exec(sample.source(name, 'fp16', 8, true))!;
  return inside!.replace(/^ {2}/gm, '').replace(/^using .*\n/, '');
}

describe('the text of a vectorised loop', () => {
  test('has the names, the constants and the comments of the source, and an if as a select', () => {
    expect(body('lab_to_rgb')).toBe(`// lightness first
const half8 fy = (at.load(L) + 16.0f) * 0.00862069f;
const half8 fx = fma(at.load(a), 0.002f, fy);
const half8 fz = fma(at.load(b), -0.005f, fy);
const half8 X = select(fx > 0.20689655f, fx * fx * fx, (fx - 0.13793103f) * 0.12841855f) * 0.95047f;
// the white point has Y = 1
const half8 Y = select(fy > 0.20689655f, fy * fy * fy, (fy - 0.13793103f) * 0.12841855f);
const half8 Z = select(fz > 0.20689655f, fz * fz * fz, (fz - 0.13793103f) * 0.12841855f) * 1.08883f;
at.store(red, fma(Z, -0.4986f, fma(Y, -1.5372f, X * 3.2406f)));
at.store(green, fma(Z, 0.0415f, fma(X, -0.9689f, Y * 1.8758f)));
at.store(blue, fma(Z, 1.0570f, fma(Y, -0.2040f, X * 0.0557f)));`);
  });

  test('has the brackets of the source, also where LLVM has turned operands round', () => {
    const grouped = sample.source('grouped', 'fp32', 4);
    for (const value of [
      'p, a_i + (b_i - c_i)',
      'q, a_i - (c_i - b_i) - (a_i * 2.0f + c_i)',
      'r, a_i * (b_i * (c_i / a_i)) / (b_i * c_i)',
      's, c_i + b_i * 3.0f + a_i + (b_i + c_i)',
    ])
      expect(grouped).toContain(`at.store(${value});`);
  });

  test('reads adjacent elements from registers, and unaligned rows', () => {
    expect(body('smooth')).toContain('const auto x_i = at.template load_around<1, 1>(x);');
    expect(body('smooth')).toContain('x_i.template at<-1>() * 0.25f');
    expect(body('smooth_column')).toContain('at.load_anywhere(in + width + row * width)');
    expect(sample.source('smooth', 'fp16', 8)).toContain('count_vectors<8>(1, n - 1)');
  });

  test('moves records by whole vectors', () => {
    expect(body('desaturate')).toContain('const auto from_i = at.template load_records<3>(from);');
    expect(body('desaturate')).toContain('at.store_records(to, records_of(\n');
    expect(sample.source('desaturate', 'fp16', 8)).toContain(
      '// from: records of 3 fp16, r, g, b, one after the other',
    );
  });

  test('stores with a mask where the source stores under a condition', () => {
    expect(body('brighten')).toBe(`const half8 x_i = at.load(x);
at.store(y, x_i / (x_i + 1.0f), (x_i > threshold) & (x_i < 1.0f));`);
  });

  test('has the comment of the function above its vectorised form', () => {
    expect(sample.source('lab_to_rgb', 'bf16', 4)).toContain('// CIE L*a*b* to linear RGB, by way of XYZ\n');
    expect(sample.source('lab_to_rgb', 'bf16', 4)).toContain('using bfloat4 = typename Lanes::template of<bfloat>;');
  });
});
