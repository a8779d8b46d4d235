import type { Language } from './project.js';

// the most common ones first: of two equally similar names the first is suggested
const cxxYears = ['17', '20', '14', '11', '23', '26', '98', '03', '0x', '1y', '1z', '2a', '2b', '2c'];
const cYears = ['17', '11', '99', '23', '89', '90', '18', '9x', '1x', '2x'];
const isoYears = ['1990', '199409', '1999', '2011', '2017', '2018', '2024'];

/** Every value of `-std=` that clang 22 accepts for C++ and CUDA, and for C. */
export const CXX_STANDARDS: readonly string[] = ['c++', 'gnu++'].flatMap((dialect) =>
  cxxYears.map((year) => dialect + year),
);
export const C_STANDARDS: readonly string[] = [
  ...['c', 'gnu'].flatMap((dialect) => cYears.map((year) => dialect + year)),
  ...isoYears.map((year) => `iso9899:${year}`),
];
export const STANDARDS: readonly string[] = [...CXX_STANDARDS, ...C_STANDARDS];

/** The compilers' defaults: nvcc 12 C++17, g++ and clang++ GNU C++17, gcc GNU C17. */
const defaults: Readonly<Record<Language, string>> = { cuda: 'c++17', 'c++': 'gnu++17', c: 'gnu17' };

export function defaultStandard(language: Language): string {
  return defaults[language];
}

export function standardsFor(language: Language): readonly string[] {
  return language === 'c' ? C_STANDARDS : CXX_STANDARDS;
}

/** Whether a standard belongs to a language: `-std=c++20` does not apply to a C file. */
export function suits(standard: string, language: Language): boolean {
  return standardsFor(language).includes(standard);
}

/** Strict C89 does not declare `sqrtf`, and a call without a declaration returns an int. */
export function hasNoFloatFunctions(standard: string): boolean {
  return ['c89', 'c90', 'iso9899:1990', 'iso9899:199409'].includes(standard);
}
