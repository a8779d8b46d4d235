/** Why a site cannot change its format. The text completes "frozen: …" and is written for the program's author. */
export const frozenReasons = {
  'called-uninstantiated':
    'a template that is never instantiated names it as memory, in text that is checked all the same',
  captured: 'a lambda captures it with the type of its value',
  'class-deduced': 'the arguments of a class template are deduced from it',
  'constant-expression': 'the compiler computes with it while it translates',
  'declared-reduction': 'OpenMP combines it by a reduction that is declared for its type',
  'declared-by-type': 'its function is also declared by the name of a function type',
  deduced: 'a call deduces the type parameter of its template from it',
  'defined-twice': 'its template is defined in more than one text',
  escapes: 'its address is handed to code we do not see',
  external: 'it is declared here but defined in code we do not see',
  'follows-value': 'its type is written nowhere: it follows from the values that it is made of',
  'for-library': 'it makes a number for a function of a library, which takes that format',
  'function-pointer': 'its function is called through a pointer, whose type fixes the format',
  'given-macro': 'a macro of the command line spells it, which no patch of the source changes',
  generic: 'its type is a template parameter: it follows what each call gives it',
  'in-macro': 'a macro that holds all of a function, or that is not of this program, declares it',
  'included-again':
    'it is declared or named in a file that is included more than once, whose text is left as it is written',
  'inactive-branch': 'it is also named in an #if branch that is not compiled here',
  'inline-assembly': 'it is an operand of inline assembly',
  'library-arithmetic': 'its arithmetic happens inside a library',
  'long-double': 'long double is not a format of this tool',
  'member-pointer': 'a pointer to a member names it, whose type fixes the format',
  namesake: 'another class has the name of its class, and a text that names one of them does not say which',
  'not-instantiated': 'its template is never instantiated',
  'other-build': 'another build, which is to stay right, keeps it',
  'own-variable':
    'each instantiation of its template has a variable of its own there, and with one type fewer they would be one',
  overloaded: 'functions of this name are told apart by the formats of their parameters',
  'redefined-type': 'a macro gives the name of a type another meaning, so that no other format can be written here',
  'parameter-pack': 'its function has a parameter pack, whose one text stands for several values',
  'referred-to':
    'a library refers to numbers by it: a function that returns one of its arguments, or an object that holds references',
  reinterpreted: 'its bytes are reinterpreted as another type',
  'several-formats': 'its template is instantiated with several formats',
  'starting-value': 'a value that is computed outside any function is computed from it',
  'shared-name': 'one text of a template stands for it and for something that cannot change',
  'shared-text': 'a text that stands for several formats at once names it, and is left as it is written',
  specialised: 'an explicit specialisation must keep the types of its template',
  'template-argument': 'it is an argument of a template, whose parameter fixes its type',
  texture: 'it is read through a texture, whose type fixes the format',
  thrown: 'its type decides which handler catches it',
  'type-asked': 'the program asks for its type and goes by the answer',
  unsized: 'its memory is measured in bytes that do not follow its type',
  unprototyped: 'its function is also declared without parameters, which C calls with doubles only',
  union: 'it shares its bytes with other members of a union',
  variadic: 'its address is handed to a variadic function',
  volatile: 'it is volatile: what else reads or writes it is not visible',
} as const;

export type FrozenCode = keyof typeof frozenReasons;

export interface Frozen {
  readonly code: FrozenCode;
  /** One sentence for a person: the reason above with the evidence (who, where). */
  readonly reason: string;
}

export function frozenBecause(code: FrozenCode, evidence: string): Frozen {
  return { code, reason: evidence ? `${frozenReasons[code]}: ${evidence}` : frozenReasons[code] };
}
