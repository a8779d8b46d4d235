import * as fs from 'node:fs';
import path from 'node:path';
import type { Project } from '../frontend/project/project.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { SourceEdits } from '../rewrite/source-edits.js';
import { writeVariant } from '../rewrite/variant.js';
import { type Configuration, resolve } from '../space/resolve.js';

/** The text of every file a configuration changes: path relative to the project → new contents (one character per byte). */
export function rewriteFiles(syntax: ProgramSyntax, configuration: Configuration): Map<string, string> {
  const edits = new SourceEdits(syntax);
  writeVariant(edits, configuration, resolve(syntax.program, configuration));
  const changed = new Map<string, string>();
  syntax.program.files.forEach((file, index) => {
    const text = edits.apply(index);
    if (text !== file.source.text) changed.set(file.path, text);
  });
  return changed;
}

/** The project over a copy of the user's files with the configuration written into them; `folder` becomes its root. */
export function variantProject(project: Project, syntax: ProgramSyntax, configuration: Configuration, folder: string): Project {
  const changed = rewriteFiles(syntax, configuration);
  const moved = (file: string) => (file.startsWith(project.root + path.sep) ? path.join(folder, path.relative(project.root, file)) : file);
  for (const file of syntax.program.files) {
    const target = moved(file.absolutePath);
    if (target === file.absolutePath) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, changed.get(file.path) ?? file.source.text, 'latin1');
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
    units: project.units.map((unit) => ({ ...unit, file: moved(unit.file), includeFolders: unit.includeFolders.map((one) => (one === project.root ? folder : moved(one))), forcedIncludes: unit.forcedIncludes.map(moved) })),
  };
}
