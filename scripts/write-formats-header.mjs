// node scripts/write-formats-header.mjs: writes runtime/mantissa/mantissa_formats.h, the single header that a patch with fp32x2, fp64x2 or fp64x4 adds
// to the sources: the files of runtime/formats in order of their includes, without the parts under MX_WIDE_ONLY, in a separate namespace so that it
// does not conflict with other copies.
import * as fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const runtime = fileURLToPath(new URL('../runtime/', import.meta.url));
const HEADER = path.join(runtime, 'mantissa', 'mantissa_formats.h');

/** @param {string} text */
function wideOnly(text) {
  return text
    .replace(/^#ifndef MX_WIDE_ONLY\n[\s\S]*?^#endif {2}\/\/ MX_WIDE_ONLY\n/gm, '')
    .replace(/^\/\/ MX_WIDE_ONLY .*\n/gm, '');
}

/** The files below one, each once, before what includes it; `system` collects the headers of the library. */
function collect(
  /** @type {string} */ name,
  /** @type {Map<string, string>} */ files,
  /** @type {Set<string>} */ system,
) {
  if (files.has(name)) return;
  const text = wideOnly(fs.readFileSync(path.join(runtime, 'formats', name), 'utf8'));
  for (const [, local] of text.matchAll(/^#include "(.*)"$/gm)) collect(local ?? '', files, system);
  for (const [, header] of text.matchAll(/^#include <(.*)>$/gm)) system.add(header ?? '');
  files.set(name, text.replace(/^#include .*\n/gm, '').replace(/^#pragma once\n/m, ''));
}

function formatsHeader() {
  const files = new Map();
  const system = new Set();
  for (const name of ['fp32x2.h', 'fp64x2.h', 'fp64x4.h', 'decimal.h', 'full-digits.h', 'converted-range.h'])
    collect(name, files, system);
  for (const name of ['fp32x2.h', 'fp64x2.h', 'fp64x4.h']) files.delete(name);
  const parts = [...files].map(([name, text]) => `// ---- ${name}\n${text.trim().replace(/\n{3,}/g, '\n\n')}\n`);
  return `${[
    ...[
      'fp32x2, fp64x2 and fp64x4: numbers made of two floats, two doubles and four doubles, with about 48, 106 and 212 bits, as types that',
      "C++17 and CUDA programs compute with: operators, C's math functions, atomicAdd, shuffles, conversions. Everything is in this file.",
      "Made by mantissa's scripts/write-formats-header.mjs; Apache License 2.0.",
    ].map((line) => `// ${line}`),
    // a program may have a copy of it beside its sources and be read with ours
    '#ifndef MANTISSA_FORMATS_H',
    '#define MANTISSA_FORMATS_H',
    '#if !defined(__cplusplus) || __cplusplus < 201703L',
    '#error "mantissa_formats.h: compile this file as C++17 (g++ -x c++ -std=gnu++17, nvcc -std=c++17)"',
    '#endif',
    '',
    ...[...system].sort().map((header) => `#include <${header}>`),
    '',
    ...parts,
    fs.readFileSync(path.join(runtime, 'formats', 'global-names.h'), 'utf8').replace(/^#pragma once\n/m, ''),
    '#endif  // MANTISSA_FORMATS_H',
    '',
  ].join('\n')}`
    .replaceAll('mx_runtime', 'mantissa')
    .replaceAll(/\bMX_/g, 'MANTISSA_');
}

const text = formatsHeader();
if (!fs.existsSync(HEADER) || fs.readFileSync(HEADER, 'utf8') !== text) fs.writeFileSync(HEADER, text);
