import { expect, test } from 'vitest';
import { compilingFlag, conditionalRegions, isCompilersChoice } from '../../../src/frontend/lexical/conditionals.js';
import { standsAlone } from '../../../src/frontend/lexical/macro-definitions.js';

test.each([
  [['#ifdef VERIFY'], '-DVERIFY'],
  [['#ifdef VERIFY', '#else'], '-UVERIFY'],
  [['#ifndef FAST'], '-UFAST'],
  [['#ifndef FAST', '#else'], '-DFAST'],
  [['# if defined(VERIFY)'], '-DVERIFY'],
  [['#if !defined( FAST )'], '-UFAST'],
  [['#if VERIFY'], '-DVERIFY'],
  [['#if 0'], null],
  [['#if A && B'], null],
  [['#ifdef A', '#elif defined(B)'], null],
])('what stands under %j would be compiled with %s', (directives, flag) => {
  expect(compilingFlag(directives)).toBe(flag);
});

test('a branch knows the directives of its own conditional and those around it', () => {
  const text = '#ifdef A\nint a;\n#if B && \\\n    C\nint b;\n#else\nint c;\n#endif\n#endif\n';
  expect(
    conditionalRegions(text).map(({ firstLine, directives, around }) => ({ firstLine, directives, around })),
  ).toEqual([
    { firstLine: 4, directives: ['#if B && C'], around: ['#ifdef A'] },
    { firstLine: 7, directives: ['#if B && C', '#else'], around: ['#ifdef A'] },
    { firstLine: 2, directives: ['#ifdef A'], around: [] },
  ]);
});

test('predefined macros may differ within one build', () => {
  expect(isCompilersChoice({ directives: ['#ifdef __CUDA_ARCH__', '#else'], around: [] })).toBe(true);
  expect(isCompilersChoice({ directives: ['#ifdef VERIFY'], around: ['#if defined(__GNUC__)'] })).toBe(true);
  expect(isCompilersChoice({ directives: ['#ifdef VERIFY'], around: ['#ifdef USE_MPI'] })).toBe(false);
});

test('an include guard decides nothing, whatever its name', () => {
  const text = '#ifndef __SOLVER_H__\n#define __SOLVER_H__\n#ifdef VERIFY\nint a;\n#endif\n#endif\n';
  expect(conditionalRegions(text)).toMatchObject([{ directives: ['#ifdef VERIFY'], around: [] }]);
});

test('macros that end in each other stand alone, and one that ends in a macro with arguments does not', () => {
  const object = (body: string) => [{ takesArguments: false, parameters: [], body }];
  const macros = new Map([
    ['A', object('B')],
    ['B', object('A')],
    ['ROOT', object('sqrt')],
    ['OUTER', object('INNER')],
    ['INNER', [{ takesArguments: true, parameters: ['x'], body: 'log(x)' }]],
  ]);
  expect(['A', 'B', 'ROOT', 'OUTER', 'INNER', 'unknown'].filter((name) => standsAlone(macros, name))).toEqual([
    'A',
    'B',
    'ROOT',
  ]);
});
