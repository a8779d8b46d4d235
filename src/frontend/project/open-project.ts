import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { scanIncludes } from '../lexical/includes.js';
import { type CommandLineFlags, commandLineFlags, requireStandardUsed, withFlags } from './command-line-flags.js';
import { readCompileCommands } from './compile-commands.js';
import { withoutIncludedSources } from './included-sources.js';
import { isFile, kindOf, type Mention, readInput, requireFile, showFile } from './input-files.js';
import { buildsOfCommandLine, buildsOfProjectFile, requireDistinct } from './other-builds.js';
import { movedIn, type Project, type TranslationUnit } from './project.js';
import { readProjectFile } from './project-file.js';
import { unitsOfProjectFile } from './project-units.js';
import { commonFolder, rootAround, rootWithHeaders } from './root-folder.js';
import { languageOf } from './source-kinds.js';
import { notASource, sourcesIn } from './source-list.js';
import { defaultStandard } from './standards.js';

/** The program named on the command line; `inputs` are source files, one folder, one project file, or nothing. */
export interface ProjectRequest {
  readonly inputs: readonly string[];
  readonly includeFolders: readonly string[];
  readonly defines: readonly string[];
  readonly undefines: readonly string[];
  readonly standard?: string | undefined;
  /** Compiler flags, one per item. */
  readonly flags?: readonly string[] | undefined;
  /** Variables used in `#if` branches that are not compiled keep their formats. */
  readonly strictBranches?: boolean | undefined;
  /** Every copy between host and device may convert. */
  readonly convertCopies?: boolean | undefined;
  /** The kernels of a CUDA program are timed on a CPU, and these times count as the program's. */
  readonly cpuTimes?: boolean | undefined;
  /** Each call of a function with several callers may have its own formats. */
  readonly callsApart?: boolean | undefined;
  /** Macros of other builds that must stay correct, one item per build: `-DVERIFY`. */
  readonly also?: readonly string[] | undefined;
  readonly workingFolder: string;
}

const PROJECT_FILES = ['mantissa.json', 'compile_commands.json', path.join('build', 'compile_commands.json')];

export function openProject(request: ProjectRequest): Project {
  const opening = new Opening(path.resolve(request.workingFolder), commandLineFlags(request));
  const project = opening.open(request.inputs);
  requireStandardUsed(project.units, opening.flags);
  const { strictBranches, convertCopies } = project.settings ?? {};
  const otherBuilds = [...(project.otherBuilds ?? []), ...buildsOfCommandLine(request.also ?? [])];
  requireDistinct(otherBuilds);
  return {
    ...project,
    units: project.units.map((unit) => ({ ...unit, ...movedIn(project.root) })),
    ...((request.strictBranches || strictBranches) && { strictBranches: true }),
    ...((request.convertCopies || convertCopies) && { convertingTransfers: 'all' as const }),
    ...(request.cpuTimes && { cpuTimes: true }),
    ...(request.callsApart && { callsApart: true }),
    ...(otherBuilds.length > 0 && { otherBuilds }),
  };
}

class Opening {
  constructor(
    private readonly workingFolder: string,
    readonly flags: CommandLineFlags,
  ) {}

  open(inputs: readonly string[]): Project {
    if (inputs.length === 0) return this.openWorkingFolder();
    const mentions = inputs.map((written) => ({ file: path.resolve(this.workingFolder, written), written }));
    const [first] = mentions as [Mention];
    const whole = mentions.find((mention) => kindOf(mention) === 'folder' || mention.file.endsWith('.json'));
    if (!whole) return this.openSources(mentions);
    if (mentions.length > 1) {
      const text = `${whole.written} is a whole program and cannot be combined with ${mentions.length - 1} more ${mentions.length === 2 ? 'input' : 'inputs'}`;
      throw new MantissaError('MX2004', text, { remedy: 'name one folder, or one project file, or source files' });
    }
    return kindOf(first) === 'folder' ? this.openFolder(first) : this.openProjectFile(first, path.dirname(first.file));
  }

  private openWorkingFolder(): Project {
    const file = findProjectFile(this.workingFolder);
    if (file === null)
      throw new MantissaError(
        'MX2005',
        'no program was named, and the current folder has no mantissa.json or compile_commands.json',
      );
    return this.openProjectFile(this.mention(file), this.workingFolder);
  }

  private openFolder({ file: folder, written }: Mention): Project {
    const projectFile = findProjectFile(folder);
    if (projectFile !== null) return this.openProjectFile(this.mention(projectFile), folder);
    const files = sourcesIn(folder, written);
    if (files.length === 0)
      throw new MantissaError('MX2005', `the folder ${written} contains no project file and no source file`);
    const units = files.map(this.plainUnit);
    const root = rootOf(folder, units);
    return { name: nameOf(folder), root, units: withoutIncludedSources(units, root, new Set()), projectFile: null };
  }

  private openSources(mentions: readonly Mention[]): Project {
    const files = new Set<string>();
    for (const mention of mentions) {
      if (languageOf(mention.file) === null) throw notASource(mention);
      files.add(requireFile(mention).file);
    }
    const folder = commonFolder([...files]);
    const name = files.size === 1 ? path.parse([...files][0]!).name : nameOf(folder);
    const units = [...files].map(this.plainUnit);
    return { name, root: rootOf(folder, units), units, projectFile: null };
  }

  /** `around` is the folder in which the program is expected: the folder that the user named, or that of the project file. */
  private openProjectFile(mention: Mention, around: string): Project {
    const bytes = readInput(mention);
    const shown = showFile(mention.file, this.workingFolder);
    const folder = path.dirname(mention.file);
    if (isDatabase(mention.file, bytes)) {
      const units = readCompileCommands(bytes, folder, shown).map((unit) => withFlags(unit, this.flags));
      const root = rootAround(
        around,
        units.map(({ file }) => file),
      );
      return { name: nameOf(root), root, units, projectFile: mention.file };
    }
    const read = readProjectFile(bytes, shown);
    const { units, named } = unitsOfProjectFile(read, folder);
    return {
      name: read.settings.name ?? nameOf(folder),
      root: folder,
      units: withoutIncludedSources(
        units.map((unit) => withFlags(unit, this.flags)),
        folder,
        named,
      ),
      projectFile: mention.file,
      settings: read.settings,
      otherBuilds: buildsOfProjectFile(read),
    };
  }

  private readonly plainUnit = (file: string): TranslationUnit => {
    const language = languageOf(file)!;
    const unit = {
      file,
      language,
      standard: defaultStandard(language),
      includeFolders: [],
      systemFolders: [],
      defines: [],
      undefines: [],
      forcedIncludes: [],
      arithmeticFlags: [],
    };
    return withFlags(unit, this.flags);
  };

  private mention(file: string): Mention {
    return { file, written: showFile(file, this.workingFolder) };
  }
}

function rootOf(folder: string, units: readonly TranslationUnit[]): string {
  return rootWithHeaders(folder, (root) => units.flatMap((unit) => scanIncludes(unit, root).userFiles));
}

function findProjectFile(folder: string): string | null {
  return PROJECT_FILES.map((name) => path.join(folder, name)).find(isFile) ?? null;
}

/** By the file name, otherwise by the content: a compilation database is a list, a project file an object. */
function isDatabase(file: string, bytes: Buffer): boolean {
  const name = path.basename(file);
  if (name === 'mantissa.json' || name === 'compile_commands.json') return name === 'compile_commands.json';
  return /^(?:\u00ef\u00bb\u00bf)?\s*\[/.test(bytes.subarray(0, 4096).toString('latin1'));
}

function nameOf(folder: string): string {
  return path.basename(folder) || 'program';
}
