import * as fs from 'node:fs';
import path from 'node:path';
import type { Project } from '../frontend/project/project.js';
import type { ProgramSyntax } from '../frontend/read-program.js';

/** A copy of the user's files, some with other contents (by path relative to the project), as a project whose root is `folder`. */
export function copyProject(
  project: Project,
  syntax: ProgramSyntax,
  contents: ReadonlyMap<string, string>,
  folder: string,
): Project {
  const moved = (file: string) =>
    file.startsWith(project.root + path.sep) ? path.join(folder, path.relative(project.root, file)) : file;
  for (const file of syntax.program.files) {
    const target = moved(file.absolutePath);
    if (target === file.absolutePath) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, contents.get(file.path) ?? file.source.text, 'latin1');
  }
  for (const unit of project.units) {
    // a unit none of whose text matters to the model is still part of the program
    if (!fs.existsSync(moved(unit.file))) {
      fs.mkdirSync(path.dirname(moved(unit.file)), { recursive: true });
      fs.copyFileSync(unit.file, moved(unit.file));
    }
  }
  return {
    ...project,
    root: folder,
    units: project.units.map((unit) => ({
      ...unit,
      file: moved(unit.file),
      includeFolders: unit.includeFolders.map((one) => (one === project.root ? folder : moved(one))),
      forcedIncludes: unit.forcedIncludes.map(moved),
    })),
  };
}
