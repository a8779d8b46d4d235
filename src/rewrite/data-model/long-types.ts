/** Types in clang's notation, on a target where `long` has 32 bits. */
import type { TypeName } from '../../frontend/ast/node.js';

/** clang removes only outer typedefs, so library typedefs inside pointers and arrays are resolved here. */
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

/** `long`, `unsigned long`, or a reference to one. */
export function isLong(type: TypeName | undefined): boolean {
  return /^(?:unsigned )?long(?: ?&&?)?$/.test(canonical(type));
}

/**
 * A type with a `long` in it that is neither `long long` nor `long double`. A type that only the library names, such as an iterator, does not
 * count.
 */
export function mentionsLong(type: TypeName | undefined): boolean {
  if (/\bstd::(?:__1::)?__\w/.test(canonical(type))) return false;
  return /(?<!\blong )\blong\b(?! (?:long|double)\b)/.test(canonical(type));
}
