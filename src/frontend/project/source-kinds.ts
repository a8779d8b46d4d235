import path from 'node:path';
import type { Language } from './project.js';

// as g++ and nvcc decide: `.C` is C++, `.c` is C
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

/** The language a file's name gives it; null where the name is not a source's. */
export function languageOf(file: string): Language | null {
  return languages.get(path.extname(file)) ?? null;
}

export function isHeader(file: string): boolean {
  return headers.has(path.extname(file));
}
