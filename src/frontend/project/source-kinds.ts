import path from 'node:path';
import type { Language } from './project.js';

// like g++ and nvcc: `.C` is C++, `.c` is C
const languages: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['.cu', 'cuda'],
  ['.cpp', 'c++'],
  ['.cc', 'c++'],
  ['.cxx', 'c++'],
  ['.c++', 'c++'],
  ['.C', 'c++'],
  ['.c', 'c'],
]);

const headers: ReadonlySet<string> = new Set([
  '.h',
  '.hh',
  '.hpp',
  '.hxx',
  '.h++',
  '.H',
  '.cuh',
  '.inl',
  '.inc',
  '.ipp',
  '.tpp',
  '.tcc',
]);

/** The language of a file by its extension; null if it is not a source. */
export function languageOf(file: string): Language | null {
  return languages.get(path.extname(file)) ?? null;
}

export function isHeader(file: string): boolean {
  return headers.has(path.extname(file));
}
