import { isName } from '../../../support/tokens.js';
import { compilingFlag } from '../../lexical/conditionals.js';
import type { InactiveLines } from '../../units/inactive-branches.js';
import type { ProgramBuilder } from '../builder.js';

/**
 * Text that no unit compiles. A patch is for the build that was read, so such text is listed if it uses a changed name. A local variable used in it
 * is frozen if another pass of this build may compile the text, or with --strict-branches.
 */
export class InactiveText {
  private readonly unitsOfFile = new Map<string, number>();
  private readonly inactiveIn = new Map<string, InactiveLines & { units: number }>();

  addUnit(userFiles: readonly string[], inactive: readonly InactiveLines[]): void {
    for (const file of userFiles) this.unitsOfFile.set(file, (this.unitsOfFile.get(file) ?? 0) + 1);
    for (const lines of inactive) {
      const key = `${lines.file}:${lines.firstLine}`;
      this.inactiveIn.set(key, { ...lines, units: (this.inactiveIn.get(key)?.units ?? 0) + 1 });
    }
  }

  apply(builder: ProgramBuilder, strictBranches: boolean): void {
    for (const { file, firstLine, lastLine, units, directives, isCompilersChoice } of this.inactiveIn.values()) {
      const index = builder.places.fileIndex(file);
      if (index === null || units < (this.unitsOfFile.get(file) ?? 0)) continue;
      const { source } = builder.places.files[index]!;
      const range = { file: index, begin: source.lineStart(firstLine), end: source.lineStart(lastLine + 1) };
      // a directive (#pragma omp … reduction(+: sum)) is valid for variables of any format
      const code = source.tokens.within(range).filter((token) => isName(token) && !token.directive);
      const names = new Set(code.map(({ text }) => text));
      builder.inactive.push({ range, directives, flag: compilingFlag(directives), names });
      if (!strictBranches && !isCompilersChoice) continue;
      builder.sites.forEach((site, position) => {
        const body = site.function === null ? null : builder.functions[site.function]!.body;
        if (!body || body.file !== index || range.begin < body.begin || range.end > body.end) return;
        if (site.kind !== 'return' && names.has(site.name))
          builder.freeze(position, 'inactive-branch', builder.at({ range, spelling: null }));
      });
    }
  }
}
