/** The meaning of an option's value; `skip` is for values that must not be mistaken for options. */
export type Effect =
  | 'include-folder'
  | 'quote-folder'
  | 'system-folder'
  | 'late-folder'
  | 'define'
  | 'undefine'
  | 'standard'
  | 'language'
  | 'forced-include'
  | 'host-flags'
  | 'preprocessor-flag'
  | 'options-file'
  | 'arithmetic'
  | 'skip';

export interface Option {
  readonly names: readonly string[];
  readonly effect: Effect;
  /** `-Idir`: the value may follow without a separator. */
  readonly joined?: boolean;
  /** `--name=value`; nvcc allows it on every option. */
  readonly equals?: boolean;
  /** g++ accepts `-std=c++17` but not `-std c++17`. */
  readonly onlyEquals?: boolean;
  /** nvcc: several values separated by commas. */
  readonly list?: boolean;
}

export type Dialect = 'gcc' | 'nvcc';

/** Options of g++, clang++ and compatible compilers. A longer name is listed before its prefix. */
const gcc: readonly Option[] = [
  { names: ['-include-pch'], effect: 'skip' },
  { names: ['-isystem'], effect: 'system-folder', joined: true },
  {
    names: ['-isysroot', '--sysroot', '-iprefix', '-iwithprefix', '-iwithprefixbefore', '-iframework'],
    effect: 'skip',
    equals: true,
  },
  { names: ['-iquote'], effect: 'quote-folder', joined: true },
  { names: ['-idirafter'], effect: 'late-folder', joined: true },
  { names: ['-include', '-imacros'], effect: 'forced-include', joined: true },
  { names: ['--include-directory'], effect: 'include-folder', equals: true },
  { names: ['--define-macro'], effect: 'define', equals: true },
  { names: ['--undefine-macro'], effect: 'undefine', equals: true },
  { names: ['--include'], effect: 'forced-include', equals: true },
  { names: ['-std', '--std'], effect: 'standard', equals: true, onlyEquals: true },
  { names: ['--language'], effect: 'language', equals: true },
  { names: ['-Xpreprocessor'], effect: 'preprocessor-flag' },
  {
    names: ['-Xlinker', '-Xassembler', '-Xclang', '-Xcuda-ptxas', '-Xcuda-fatbinary', '-Xarch_device', '-Xarch_host'],
    effect: 'skip',
  },
  {
    names: ['-MF', '-MT', '-MQ', '-MJ', '-mllvm', '-target', '--target', '--param', '-arch', '-framework'],
    effect: 'skip',
    equals: true,
  },
  { names: ['-aux-info', '-dumpbase', '-dumpdir', '-T', '-u', '-z', '-e', '-o', '-L', '-l', '-F'], effect: 'skip' },
  { names: ['-I'], effect: 'include-folder', joined: true },
  { names: ['-D'], effect: 'define', joined: true },
  { names: ['-U'], effect: 'undefine', joined: true },
  { names: ['-x'], effect: 'language', joined: true },
];

const nvcc: readonly Option[] = [
  { names: ['--system-include', '-isystem'], effect: 'system-folder', list: true },
  { names: ['--pre-include', '-include'], effect: 'forced-include', list: true },
  { names: ['--include-path'], effect: 'include-folder', list: true },
  { names: ['--define-macro'], effect: 'define', list: true },
  { names: ['--undefine-macro'], effect: 'undefine', list: true },
  { names: ['--std', '-std'], effect: 'standard' },
  { names: ['--x'], effect: 'language' },
  { names: ['--compiler-options', '-Xcompiler'], effect: 'host-flags', list: true },
  { names: ['--options-file', '-optf'], effect: 'options-file', list: true },
  {
    names: ['--fmad', '-fmad', '--ftz', '-ftz', '--prec-div', '-prec-div', '--prec-sqrt', '-prec-sqrt'],
    effect: 'arithmetic',
  },
  {
    names: ['--output-file', '--output-directory', '-odir', '--gpu-architecture', '-arch', '--gpu-code', '-code'],
    effect: 'skip',
  },
  {
    names: ['--generate-code', '-gencode', '--compiler-bindir', '-ccbin', '--ptxas-options', '-Xptxas'],
    effect: 'skip',
  },
  {
    names: ['--linker-options', '-Xlinker', '--nvlink-options', '-Xnvlink', '--archive-options', '-Xarchive'],
    effect: 'skip',
  },
  {
    names: ['-Xcudafe', '-Xfatbin', '--maxrregcount', '-maxrregcount', '--relocatable-device-code', '-rdc'],
    effect: 'skip',
  },
  {
    names: ['--dependency-output', '-MF', '--dependency-target-name', '-MT', '--machine', '--cudart', '-cudart'],
    effect: 'skip',
  },
  {
    names: ['--threads', '-t', '--keep-dir', '-keep-dir', '--optimize', '--library-path', '--library', '-L', '-l'],
    effect: 'skip',
  },
  {
    names: ['--diag-suppress', '-diag-suppress', '--diag-error', '-diag-error', '--diag-warn', '-diag-warn', '-o'],
    effect: 'skip',
  },
  { names: ['-I'], effect: 'include-folder', joined: true, list: true },
  { names: ['-D'], effect: 'define', joined: true, list: true },
  { names: ['-U'], effect: 'undefine', joined: true, list: true },
  { names: ['-x'], effect: 'language', joined: true },
];

/** With `-forward-unknown-to-host-compiler` nvcc also accepts the host compiler's options. */
const options: Readonly<Record<Dialect, readonly Option[]>> = {
  gcc,
  nvcc: [
    ...nvcc.map((option) => ({ ...option, equals: true })),
    ...gcc.filter(({ names }) => !nvcc.some((own) => own.names.includes(names[0]!))),
  ],
};

export interface MatchedOption {
  readonly option: Option;
  readonly name: string;
  /** With null, the next argument is the value. */
  readonly value: string | null;
}

export function matchOption(word: string, dialect: Dialect): MatchedOption | null {
  for (const option of options[dialect]) {
    for (const name of option.names) {
      if (!word.startsWith(name)) continue;
      const rest = word.slice(name.length);
      if (rest === '') {
        if (!option.onlyEquals) return { option, name, value: null };
      } else if (option.equals && rest[0] === '=') return { option, name, value: rest.slice(1) };
      else if (option.joined) return { option, name, value: rest };
    }
  }
  return null;
}

const ARITHMETIC_FLAG = new RegExp(
  [
    '^-Ofast$',
    '^-f(no-)?(fast-math|unsafe-math-optimizations|associative-math|reciprocal-math|finite-math-only|signed-zeros|trapping-math|rounding-math)$',
    '^-f(no-)?(honor-nans|honor-infinities|approx-func|float-store|single-precision-constant|cx-limited-range|cx-fortran-rules)$',
    '^-f(no-)?(cuda|gpu)-(flush-denormals-to-zero|approx-transcendentals)$',
    '^-ffp-(contract|model|eval-method|exception-behavior)=|^-fexcess-precision=|^-fdenormal-fp-math(-f32)?=|^-fcomplex-arithmetic=',
    '^-mfpmath=|^-m(no-)?fma4?$|^-mlong-double-\\d+$|^-m(no-)?daz-ftz$',
  ].join('|'),
);

/** A flag without a value that changes floating-point semantics, or null; nvcc flags are returned by their long names. */
export function arithmeticFlag(word: string): string | null {
  if (/^--?use_fast_math$/.test(word)) return '--use_fast_math';
  return ARITHMETIC_FLAG.test(word) ? word : null;
}
