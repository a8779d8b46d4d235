import * as fs from 'node:fs';
import path from 'node:path';
import type { Project } from '../frontend/project/project.js';
import type { ProgramSyntax } from '../frontend/read-program.js';

/** The name of a program's file: its path relative to the root, with slashes. */
export function nameIn(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/');
}

/** A copy of the user's files, some with other contents (by path relative to the project), as a project in `folder`. */
export function copyProject(
  project: Project,
  syntax: ProgramSyntax,
  contents: ReadonlyMap<string, string>,
  folder: string,
): Project {
  const texts = new Map(syntax.program.files.map(({ absolutePath, source }) => [absolutePath, source.text]));
  // includes files without influence on the model
  const read = syntax.scopes.flatMap(({ userFiles }) => userFiles);
  const files = new Set([...texts.keys(), ...read, ...project.units.map(({ file }) => file)]);
  const folders = [...files].map((file) => path.dirname(file));
  const base = commonFolder([project.root, ...folders]);
  const moved = (file: string) =>
    file === base || file.startsWith(base + path.sep) ? path.join(folder, path.relative(base, file)) : file;
  for (const file of files) {
    const target = moved(file);
    const text = contents.get(nameIn(syntax.program.root, file)) ?? texts.get(file);
    if (target === file || (text === undefined && !fs.existsSync(file))) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (text === undefined) fs.copyFileSync(file, target);
    else fs.writeFileSync(target, text, 'latin1');
  }
  for (const unit of project.units) {
    // `<./../types.h>` is looked up through the include folder, which must exist
    for (const one of unit.includeFolders) if (moved(one) !== one) fs.mkdirSync(moved(one), { recursive: true });
  }
  return {
    ...project,
    root: moved(project.root),
    units: project.units.map((unit) => ({
      ...unit,
      file: moved(unit.file),
      includeFolders: unit.includeFolders.map(moved),
      forcedIncludes: unit.forcedIncludes.map(moved),
    })),
  };
}

/** The common folder of all files: the project's root, unless some headers are above it. */
function commonFolder(folders: readonly string[]): string {
  return folders.reduce((common, folder) => {
    let at = common;
    while (folder !== at && !folder.startsWith(at + path.sep) && at !== path.dirname(at)) at = path.dirname(at);
    return at;
  });
}
