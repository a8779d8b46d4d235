/** The reasons for freezing a site, for the program's author. Each completes "frozen: …". */
export const frozenReasons = {
  'called-uninstantiated': 'a template that is never instantiated uses it, and compilers check that use',
  captured: 'a lambda capture declares it, with the type of its initialiser',
  'class-deduced': 'the template arguments of a class are deduced from it',
  'constant-expression': 'it is part of a constant expression that the compiler evaluates',
  'declared-reduction': 'it is combined by an OpenMP reduction that the program declares for its type',
  'declared-by-type': 'its function is also declared through a typedef of a function type',
  deduced: 'a template parameter of a called function is deduced from it',
  'defined-twice': 'its template has more than one definition',
  escapes: 'its address is passed to code outside the program',
  external: 'it is declared here but defined outside the program',
  'follows-value': 'its type is deduced from the values it is made of',
  'for-library': 'its value is passed to a library function with a fixed parameter type',
  'function-pointer': 'its function is called through a pointer, whose type fixes the format',
  'given-macro': 'its type comes from a -D macro, which a patch cannot change',
  generic: 'its type is a template parameter and follows from each call',
  'in-macro': 'it is declared by a macro that contains a whole function or is defined outside the program',
  'included-again': 'it is declared or used in a file that is included more than once, which is left unchanged',
  'inactive-branch': 'it is also used in an #if branch that is not compiled',
  'inline-assembly': 'it is an operand of inline assembly',
  'library-arithmetic': 'its arithmetic is done inside a library',
  'long-double': 'Mantissa has no format for long double',
  'member-pointer': 'a pointer to member refers to it, and its type fixes the format',
  namesake: 'another class has the same name, and the source does not tell the two apart',
  'not-instantiated': 'its template is never instantiated',
  'other-build': 'it cannot change in another build of the program',
  'own-variable':
    'each instantiation of its template has its own static variable, and a changed type could merge two instantiations',
  overloaded: 'its function is overloaded on the formats of its parameters',
  'redefined-type': 'a macro redefines the name of a type, so no other format can be written here',
  'parameter-pack': 'its function has a parameter pack, so the same text stands for several values',
  'referred-to': 'a library function or object returns or holds a reference to it',
  reinterpreted: 'its bytes are reinterpreted as another type',
  'several-formats': 'its template is instantiated with several formats',
  'starting-value': 'the initialiser of a global, static or constexpr variable uses it',
  'shared-name': 'in a template, the same text refers to it and to something that cannot change',
  'shared-text': 'it is used in text that stands for several formats and is left unchanged',
  specialised: 'an explicit specialisation must keep the types of its template',
  'template-argument': 'it is a template argument, and the template parameter fixes its type',
  texture: 'it is read through a texture, whose type fixes the format',
  thrown: 'its type selects the exception handler that catches it',
  'type-asked': 'the program queries its type and depends on the answer',
  unsized: 'the size of its memory is given in bytes that do not depend on its type',
  unprototyped: 'its function is also declared without a prototype, so C passes it only doubles',
  union: 'it shares its bytes with other members of a union',
  variadic: 'its address is passed to a variadic function',
  volatile: 'it is volatile: other code may read or write it',
} as const;

export type FrozenCode = keyof typeof frozenReasons;

export interface Frozen {
  readonly code: FrozenCode;
  /** The reason with its evidence (name, place), in one sentence. */
  readonly reason: string;
}

export function frozenBecause(code: FrozenCode, evidence: string): Frozen {
  return { code, reason: evidence ? `${frozenReasons[code]}: ${evidence}` : frozenReasons[code] };
}
