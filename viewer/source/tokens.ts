/** A tokenizer of C, C++ and CUDA for syntax highlighting. */
export interface Token {
  readonly kind: 'comment' | 'string' | 'number' | 'keyword' | 'type' | 'directive' | 'name' | 'other';
  readonly from: number;
  readonly to: number;
}

const KEYWORDS = new Set(
  `alignas alignof asm auto break case catch class const constexpr continue decltype default delete do else enum explicit extern
   for friend goto if inline namespace new noexcept nullptr operator private protected public return sizeof static static_cast
   reinterpret_cast const_cast dynamic_cast struct switch template this throw try typedef typename union using virtual volatile
   while restrict __restrict__ __global__ __device__ __host__ __shared__ __constant__ __launch_bounds__`.split(/\s+/),
);
const TYPES = new Set(
  `bool char double float int long short signed unsigned void size_t float2 float4 double2 double4 dim3 __half __nv_bfloat16
   __nv_fp8_e4m3 __nv_fp8_e5m2
   uint32_t int32_t uint64_t int64_t half`.split(/\s+/),
);

const WORD = /[A-Za-z_]\w*/y;
const NUMBER = /(?:0[xX][\da-fA-F']+|(?:\d[\d']*)?\.?\d[\d']*(?:\.(?!\w))?(?:[eE][-+]?\d+)?)[uUlLfF]*/y;

/** The tokens of each line, without blanks. Comments may span lines. */
export function tokenize(lines: readonly string[]): Token[][] {
  let isInComment = false;
  return lines.map((line) => {
    const tokens: Token[] = [];
    let at = 0;
    const take = (kind: Token['kind'], to: number) => {
      tokens.push({ kind, from: at, to });
      at = to;
    };
    if (isInComment) {
      const end = line.indexOf('*/');
      isInComment = end < 0;
      take('comment', end < 0 ? line.length : end + 2);
    } else if (/^\s*#/.test(line)) {
      const comment = line.search(/\/[/*]/);
      take('directive', comment < 0 ? line.length : comment);
    }
    while (at < line.length) {
      const character = line[at]!;
      if (/\s/.test(character)) at++;
      else if (line.startsWith('//', at)) take('comment', line.length);
      else if (line.startsWith('/*', at)) {
        const end = line.indexOf('*/', at + 2);
        isInComment = end < 0;
        take('comment', end < 0 ? line.length : end + 2);
      } else if (character === '"' || character === "'") take('string', endOfString(line, at));
      else if (/[A-Za-z_]/.test(character)) {
        const word = matchAt(WORD, line, at);
        take(KEYWORDS.has(word) ? 'keyword' : TYPES.has(word) ? 'type' : 'name', at + word.length);
      } else if (/[\d.]/.test(character) && matchAt(NUMBER, line, at) !== '')
        take('number', at + matchAt(NUMBER, line, at).length);
      else take('other', at + 1);
    }
    return tokens;
  });
}

function endOfString(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === line[from]) return at + 1;
  }
  return line.length;
}

function matchAt(pattern: RegExp, line: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? '';
}
