import path from 'node:path';
import type { EmbeddedClang } from '../clang/compiler.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Engine } from '../execution/engine.js';
import type { Project } from '../frontend/project/project.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Program } from '../program/program.js';
import type { ReadProgram } from './derived/derived-program.js';
import { type Flattening, flattenProject, readFlattened } from './flattened-units.js';
import { originalRunnable } from './runnable.js';
import { checkWidths } from './wide-program.js';

/** What the parts of a bench work with. */
export interface Tools {
  readonly clang: EmbeddedClang;
  readonly engine: Engine;
  /** For intermediate files. */
  readonly folder: string;
}

/** The program with the headers of its units in place, from which original and instrumented builds are made. */
export class FlatProgram {
  private flattened: Promise<ProgramSyntax> | null = null;
  private checked: Promise<ProgramSyntax> | null = null;

  constructor(
    private readonly tools: Tools,
    private readonly read: Pick<ReadProgram, 'project' | 'program'>,
    /** If the compiler was given the text before the source was read. */
    private readonly ahead?: Promise<Flattening>,
  ) {}

  static begin({ clang, folder }: Tools, project: Project): Promise<Flattening> {
    const flattening = flattenProject(clang, project, flatFolder(folder));
    flattening.catch(() => undefined); // of a source that does not compile, reading it says so
    return flattening;
  }

  /** Nothing in it has another width on this engine than on 64-bit Linux. */
  syntax(): Promise<ProgramSyntax> {
    this.checked ??= this.checkWidths();
    return this.checked;
  }

  unchecked(): Promise<ProgramSyntax> {
    this.flattened ??= this.flatten();
    return this.flattened;
  }

  private async checkWidths(): Promise<ProgramSyntax> {
    const { clang, engine, folder } = this.tools;
    const flat = await this.unchecked();
    if (engine.dataModel !== 'ilp32') return flat;
    const { request } = originalRunnable(flat);
    await checkWidths(clang, engine, flat, request, path.join(folder, 'widths'), this.read.project);
    return flat;
  }

  private async flatten(): Promise<ProgramSyntax> {
    const { clang, engine, folder } = this.tools;
    const { project, program } = this.read;
    const flat = await readFlattened(clang, project, flatFolder(folder), engine.dataModel, [], program, this.ahead);
    // the two are read from the same tokens: a difference would give a configuration two meanings
    const differs = (...of: ((one: Program) => string)[]) => of.some((text) => text(flat.program) !== text(program));
    if (differs(({ sites }) => sites.map(({ name }) => name).join(' ')))
      throw new MantissaError('MX1006', 'the flattened program has other sites than the source');
    if (
      differs(
        ({ transfers }) => transfers.map(({ call }) => call).join(' '),
        ({ measures }) => String(measures.length),
      )
    )
      throw new MantissaError(
        'MX1006',
        'the flattened program has other copies between host and device than the source',
      );
    return flat;
  }
}

function flatFolder(folder: string): string {
  return path.join(folder, 'flat');
}
