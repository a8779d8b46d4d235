import { call } from './call-text.js';
import type { LaneProgram } from './lane-program.js';
import type { SourceText } from './source-text.js';
import { arraysOf, type Launched, ownNames, parameterText, rangeText, withoutRestrict } from './write-launch.js';
import { writeResults } from './write-results.js';

/** Launch of loops with reductions: accumulators per thread, reduced per block and finally by one block. */
export function writeReduction(program: LaneProgram, source: SourceText, launched: Launched): string[] {
  const reduction = readReduction(program, source, launched);
  return program.isLeftInParts ? writeParts(reduction) : writeTotal(reduction);
}

/** Names and texts shared by both kinds of functions. */
function readReduction(program: LaneProgram, source: SourceText, { name, width, format, at, call: lanes }: Launched) {
  const words = ['aligned', 'count', 'stream', 'k', 'vectors', 'last_block', 'all', 'blocks', 'result', 'total'];
  const [aligned, count, stream, k, kernel, last, all, blocks, returned, total, threads, part, parts] = ownNames(
    program,
    ...words,
    ...['threads', 'part', 'parts'],
  );
  const folds = program.reductions.map(({ fold }) => `fold::${fold}`).join(', ');
  const isReturned = program.results.some(({ target }) => target === null);
  const accumulator = (place: string) => lanes(program.reductions.map((_, reduction) => `${place}.of[${reduction}]`));
  return {
    ...{ program, name, width, format, at, isReturned },
    ...{ aligned, count, stream, k, kernel, last, all, blocks, total, threads, part, parts },
    parameters: [
      ...program.parameters.map((one) => parameterText(one, program, format)),
      ...(isReturned ? [`float *__restrict__ ${returned}`] : []),
    ],
    passed: [...program.parameters.map((one) => one.name), ...(isReturned ? [returned!] : [])],
    range: rangeText(program),
    own: accumulator(all!),
    inThread: accumulator(`${threads}[${k} % ${threads}.size()]`),
    results: writeResults(program, source, { total: total!, returned: returned!, part: part! }),
    aligns: `  const bool ${aligned} = all_aligned<${width}>(${arraysOf(program)});`,
    header: [`using Accumulators = accumulators<${width}, ${folds}>;`, `using Totals = totals<${folds}>;`, ''],
  };
}

type Reduction = ReturnType<typeof readReduction>;

/** Each thread stores its partial result. */
function writeParts(reduction: Reduction): string[] {
  const { program, name, width, format, at, aligned, count, stream, k, kernel, all, total, threads, part, parts } =
    reduction;
  const { parameters, passed, range, own, inThread, results, aligns, header } = reduction;
  return [
    ...header,
    '// Stores the part of one thread.',
    ...call(`MANTISSA_DEVICE void finish`, [`const Totals &${total}`, `std::int64_t ${part}`, ...parameters], ' {'),
    ...results.map((line) => `  ${line}`),
    '}',
    '',
    '#ifdef __CUDACC__',
    '// Distributes the vectors over the threads; each thread stores its part.',
    ...call(`__global__ void ${kernel}`, [`bool ${aligned}`, `std::int64_t ${parts}`, ...parameters], ' {'),
    `  if (thread_number() >= ${parts}) return;`,
    `  Accumulators ${all};`,
    `  for (std::int64_t ${k} = thread_number(), ${count} = count_vectors<${width}>(${range}); ${k} < ${count}; ${k} += ${parts})`,
    `    run_vector<${width}>(${k}, ${range}, ${aligned}, [&](auto ${at}) { ${own}; });`,
    `  finish(${[`${all}.together()`, 'thread_number()', ...passed].join(', ')});`,
    '}',
    '',
    `// ${program.name} on arrays of ${format} in device memory. \`${parts}\` is the number of threads, and the size of the array of parts.`,
    ...call(
      `inline cudaError_t ${name}`,
      [`std::int64_t ${parts}`, ...parameters.map(withoutRestrict), `cudaStream_t ${stream} = 0`],
      ' {',
    ),
    aligns,
    `  if (${parts} > 0) ${kernel}<<<count_blocks(${parts}), THREADS, 0, ${stream}>>>(${[aligned, parts, ...passed].join(', ')});`,
    '  return cudaGetLastError();',
    '}',
    '#else',
    `// ${program.name} on arrays of ${format} on a CPU, in the order of \`${parts}\` threads.`,
    ...call(`inline void ${name}`, [`std::int64_t ${parts}`, ...parameters.map(withoutRestrict)], ' {'),
    aligns,
    `  const std::int64_t ${count} = count_vectors<${width}>(${range});`,
    `  std::vector<Accumulators> ${threads}(${parts});`,
    `  for (std::int64_t ${k} = 0; ${k} < ${count}; ++${k})`,
    `    run_vector<${width}>(${k}, ${range}, ${aligned}, [&](auto ${at}) { ${inThread}; });`,
    `  for (std::int64_t ${k} = 0; ${k} < ${parts}; ++${k}) finish(${[`${threads}[${k}].together()`, k, ...passed].join(', ')});`,
    '}',
    '#endif',
  ];
}

/** One block reduces the results of all blocks. */
function writeTotal(reduction: Reduction): string[] {
  const { program, name, width, format, at, isReturned, aligned, count, stream, k, kernel, last, all, blocks } =
    reduction;
  const { total, threads, parameters, passed, range, own, inThread, results, aligns, header } = reduction;
  return [
    ...header,
    '// What is done with what the loop came to.',
    ...call(`MANTISSA_DEVICE void finish`, [`const Totals &${total}`, ...parameters], ' {'),
    ...results.map((line) => `  ${line}`),
    '}',
    '',
    '#ifdef __CUDACC__',
    '// Vectors in turn to all threads; what a block came to is left for the last one.',
    ...call(`__global__ void ${kernel}`, [`bool ${aligned}`, `Totals *${blocks}`, ...parameters], ' {'),
    `  Accumulators ${all};`,
    `  for (std::int64_t ${k} = thread_number(), ${count} = count_vectors<${width}>(${range}); ${k} < ${count}; ${k} += thread_count())`,
    `    run_vector<${width}>(${k}, ${range}, ${aligned}, [&](auto ${at}) { ${own}; });`,
    `  const Totals ${total} = join_block(${all}.together());`,
    `  if (threadIdx.x == 0) ${blocks}[blockIdx.x] = ${total};`,
    '}',
    '',
    ...call(`__global__ void ${last}`, [`const Totals *${blocks}`, `std::int64_t ${count}`, ...parameters], ' {'),
    `  const Totals ${total} = join_blocks(${blocks}, ${count});`,
    `  if (threadIdx.x == 0) finish(${[total, ...passed].join(', ')});`,
    '}',
    '',
    `// ${program.name} on arrays of ${format} in device memory${isReturned ? '; what it returns is put there too' : ''}.`,
    ...call(`inline cudaError_t ${name}`, [...parameters.map(withoutRestrict), `cudaStream_t ${stream} = 0`], ' {'),
    `  const std::int64_t ${count} = reducing_blocks(count_vectors<${width}>(${range}));`,
    aligns,
    `  return with_memory<Totals>(${count}, ${stream}, [=](Totals *${blocks}) {`,
    `    ${kernel}<<<${count}, THREADS, 0, ${stream}>>>(${[aligned, blocks, ...passed].join(', ')});`,
    `    ${last}<<<1, THREADS, 0, ${stream}>>>(${[blocks, count, ...passed].join(', ')});`,
    '  });',
    '}',
    '#else',
    `// ${program.name} on arrays of ${format} on a CPU, in the order of the GPU's threads.`,
    ...call(`inline void ${name}`, parameters.map(withoutRestrict), ' {'),
    aligns,
    `  const std::int64_t ${count} = count_vectors<${width}>(${range});`,
    `  std::vector<Accumulators> ${threads}(reducing_blocks(${count}) * THREADS);`,
    `  for (std::int64_t ${k} = 0; ${k} < ${count}; ++${k})`,
    `    run_vector<${width}>(${k}, ${range}, ${aligned}, [&](auto ${at}) { ${inThread}; });`,
    `  finish(${[`join_threads(${threads})`, ...passed].join(', ')});`,
    '}',
    '#endif',
  ];
}
