/**
 * The oracle of `mantissa vectorize`: generated loops, as their source means them in a format and as they are written on vectors, run by g++ on a
 * CPU and compared bit by bit. Three comparisons for each loop and format:
 *   plain: written without fma ≡ the meaning of the source;
 *   split: written with fma, but each fma computed as a product and a sum ≡ the meaning of the source (in fp32);
 *   fused: written with fma ≡ the program read from LLVM's code, one statement per operation.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EmbeddedClang } from '../../../src/clang/compiler.js';
import { MantissaError } from '../../../src/diagnostics/mantissa-error.js';
import type { Engine } from '../../../src/execution/engine.js';
import { fuseProducts } from '../../../src/features/vectorize/fuse-products.js';
import { keptInFloat } from '../../../src/features/vectorize/keep-in-float.js';
import type { LaneProgram } from '../../../src/features/vectorize/lane-program.js';
import { SourceText } from '../../../src/features/vectorize/source-text.js';
import {
  VECTOR_FORMATS,
  type VectorFormat,
  vectorType,
  type Width,
} from '../../../src/features/vectorize/vector-format.js';
import { writeSource } from '../../../src/features/vectorize/write-source.js';
import { temporaryFolder } from '../../../src/support/temporary-folder.js';
import { type GeneratedLoop, generateLoop, type LoopTrait, RECORDS } from './generate-loop.js';
import { meaningOfProgram } from './program-meaning.js';
import { VectorisedSample } from './vectorised-sample.js';

export interface LoopBench {
  readonly clang: EmbeddedClang;
  readonly engine: Engine;
}

export interface Refused {
  readonly loop: GeneratedLoop;
  readonly reason: string;
}

export interface Difference {
  readonly loop: GeneratedLoop;
  readonly format: VectorFormat;
  readonly comparison: string;
  readonly written: string;
}

export interface LoopVerdict {
  /** Comparisons that ran. */
  readonly compared: number;
  readonly refused: readonly Refused[];
  readonly differences: readonly Difference[];
}

const folders = ['../../../runtime/vectorize', '.'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));

export async function checkLoops(
  bench: LoopBench,
  seeds: readonly number[],
  formats: readonly VectorFormat[],
  traits?: readonly LoopTrait[],
): Promise<LoopVerdict> {
  const loops = seeds.map((seed) => generateLoop(seed, traits));
  const folder = temporaryFolder('mantissa-loops-');
  try {
    const file = path.join(folder.path, 'loops.c');
    fs.writeFileSync(
      file,
      `#include <math.h>\n#include <stddef.h>\n${RECORDS}\n${loops.map(({ source }) => source).join('\n')}`,
    );
    const sample = await VectorisedSample.of(bench.clang, file);
    const text = SourceText.of(file);
    const refused: Refused[] = [];
    const programs = new Map<GeneratedLoop, LaneProgram>();
    for (const loop of loops)
      try {
        programs.set(loop, sample.program(loop.name));
      } catch (error) {
        if (!(error instanceof MantissaError))
          throw new Error(`${loop.name}: ${(error as Error).stack}\n${loop.source}`);
        refused.push({ loop, reason: reasonOf(error) });
      }
    const differences: Difference[] = [];
    let compared = 0;
    for (const format of formats) {
      const pieces: Piece[] = [];
      for (const [loop, program] of programs)
        try {
          pieces.push(...piecesOf(loop, program, text, format));
        } catch (error) {
          if (!(error instanceof MantissaError)) throw error;
          refused.push({ loop, reason: reasonOf(error) });
        }
      const counts = await run(bench.engine, loops, pieces, format);
      compared += pieces.length;
      pieces.forEach((piece, at) => {
        if (counts[at] !== 0) differences.push({ ...piece, format });
      });
    }
    return { compared, refused, differences };
  } finally {
    folder.remove();
  }
}

function reasonOf(error: MantissaError): string {
  return `${error.code} ${(error.findings[0]?.text ?? error.message).replace(/loop\d+/g, 'the loop')}`;
}

interface Piece {
  readonly loop: GeneratedLoop;
  readonly comparison: 'plain' | 'split' | 'fused';
  readonly written: string;
  /** The scalar functions that it must equal, if they are not the meaning of the source. */
  readonly meaning: string | null;
  readonly width: Width;
}

function piecesOf(loop: GeneratedLoop, program: LaneProgram, text: SourceText, format: VectorFormat): Piece[] {
  const widths: readonly Width[] = format === 'fp32' ? [2, 4] : [2, 4, 8, 8];
  const width = widths[Number(loop.name.slice('loop'.length)) % widths.length]!;
  const choices = { format, width, selectBy: 'bits' as const, command: 'mantissa vectorize' };
  const source = (from: LaneProgram) => {
    const inFloat = keptInFloat(from, format);
    return writeSource(from, text, { ...choices, inFloat: (node) => inFloat.has(node) });
  };
  const fused = fuseProducts(program);
  const written = source(fused);
  return [
    { loop, comparison: 'plain', written: source(program), meaning: null, width },
    ...(format === 'fp32'
      ? [
          {
            loop,
            comparison: 'split' as const,
            written: written.replaceAll('fma(', 'split_fma('),
            meaning: null,
            width,
          },
        ]
      : []),
    { loop, comparison: 'fused', written, meaning: meaningOfProgram(fused, format), width },
  ];
}

/** How many numbers of each piece differ. */
async function run(
  engine: Engine,
  loops: readonly GeneratedLoop[],
  pieces: readonly Piece[],
  format: VectorFormat,
): Promise<number[]> {
  const { type } = VECTOR_FORMATS[format];
  const text = `#include "mantissa_vector.h"
#include <tuple>
#include <utility>
#define NUMBER ${format === 'fp32' ? 'float' : `mantissa::${type}`}
#define NUMBERS_IN_ARRAY 512
#define COUNTS_IN_FLOAT ${format === 'fp16'}
#include "against-source.h"
namespace meaning {
${RECORDS.replaceAll('float', 'number')}
${loops.map(({ meaning }) => meaning).join('\n')}
}
${pieces
  .map(
    ({ written, meaning }, at) => `namespace piece${at} {
${written}
${meaning === null ? '' : `namespace meaning {\n${RECORDS.replaceAll('float', 'number')}\n${meaning}\n}`}
}`,
  )
  .join('\n')}
int main() {
${pieces
  .map(({ loop, comparison, meaning, width }, at) => {
    const vectors = `piece${at}::${loop.name}_${vectorType(format, width)}`;
    const scalar = `${meaning === null ? '' : `piece${at}::`}meaning::${loop.name}`;
    return `  splits = ${comparison === 'split'};\n  compare_some(${vectors}, ${scalar});`;
  })
  .join('\n')}
}
`;
  const outcome = await engine.build({
    sources: [{ name: 'loops.cpp', text, language: 'c++', standard: 'c++17', flags: ['-ffp-contract=off', '-w'] }],
    ...{ includeFolders: folders, systemFolders: [], defines: [], forcedIncludes: [], optimisation: 0 },
  });
  if (outcome.kind !== 'built') {
    fs.writeFileSync('/tmp/loops-failed.cpp', text);
    throw new Error(JSON.stringify(outcome, null, 2).slice(0, 6000));
  }
  const ran = await engine.run(outcome.artifact, {
    ...{ arguments: [], environment: {}, timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30 },
  });
  if (ran.kind !== 'exited' || ran.exitCode !== 0) fs.writeFileSync('/tmp/loops-failed.cpp', text);
  if (ran.kind !== 'exited' || ran.exitCode !== 0) throw new Error(JSON.stringify(ran));
  return ran.stdout.toString().trim().split('\n').map(Number);
}
