/** Types as clang spells them, seen from a target on which `long` has 32 bits. */
import type { TypeName } from '../../frontend/ast/node.js';

/** clang takes typedefs away from the outside only: those of the library are read inside pointers and arrays too. */
export function canonical(type: TypeName | undefined): string {
  return (type?.desugaredQualType ?? type?.qualType ?? '')
    .replace(/\b(?:const|volatile|__restrict)\b\s*/g, '')
    .replace(
      /(?:\b(?:std::)?(?:__1::)?|(?<=\W)::)(?:size_t|uintptr_t)\b|[\w:]*(?:<[^<>]*>)?::size_type\b/g,
      'unsigned long',
    )
    .replace(/\b(?:std::)?(?:__1::)?(?:ssize_t|ptrdiff_t|intptr_t)\b|[\w:]*(?:<[^<>]*>)?::difference_type\b/g, 'long')
    .trim();
}

/** `long` or `unsigned long` itself, or a reference to one. */
export function isLong(type: TypeName | undefined): boolean {
  return /^(?:unsigned )?long(?: ?&&?)?$/.test(canonical(type));
}

/**
 * A type with a `long` in it that is neither `long long` nor `long double`. What only the library names, an iterator, counts in whatever
 * it likes.
 */
export function mentionsLong(type: TypeName | undefined): boolean {
  if (/\bstd::(?:__1::)?__\w/.test(canonical(type))) return false;
  return /(?<!\blong )\blong\b(?! (?:long|double)\b)/.test(canonical(type));
}
