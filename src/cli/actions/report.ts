import * as fs from 'node:fs';
import path from 'node:path';
import { count } from '../../inspection/table.js';
import { JOURNAL_FILE } from '../../journal/journal.js';
import type { ReportDocument } from '../../report/document.js';
import { renderMarkdown } from '../../report/markdown.js';
import { renderPage } from '../../report/page.js';
import { renderStudiesMarkdown, renderStudiesPage } from '../../report/studies-page.js';
import type { ReportOptions } from '../commands/report.js';
import { writeNamedFile } from '../named-file.js';
import { namedStudy } from '../named-study.js';
import { reportOf, viewerTemplate } from '../report-of-study.js';
import { Progress } from '../text/progress.js';
import { answer, say } from '../text/terminal.js';

/** `mantissa report`: writes a study as one HTML file, as Markdown for a pull request, or as JSON. */
export function report(named: readonly string[], options: ReportOptions): void {
  const progress = new Progress('normal');
  const folders = options.study === undefined ? named : [options.study, ...named];
  try {
    if (folders.length > 1) sideBySide(folders, options, progress);
    else ofOne(folders, options, progress);
  } finally {
    progress.end();
  }
}

function ofOne(folders: readonly string[], options: ReportOptions, progress: Progress): void {
  // -o names the study in other commands, so a folder with a journal is taken as the study
  const isStudy = options.output !== undefined && fs.existsSync(path.join(options.output, JOURNAL_FILE));
  const where = folders[0] ?? (isStudy ? options.output : undefined);
  const output = isStudy ? undefined : options.output;
  progress.step('reading the study');
  const study = namedStudy(where === undefined ? {} : { study: where });
  progress.step(`building the report of ${count(study.state.trials().length, 'trial')}`);
  const document = reportOf(study.folder, study.state)!;
  progress.end();
  if (options.json) return write(output, `${JSON.stringify(document, null, 2)}\n`);
  if (options.format === 'markdown') return write(output, renderMarkdown(document));
  const file = output ?? path.join(study.folder, 'report.html');
  write(file, renderPage(viewerTemplate(), document));
  say(`${summary(document)}\n`);
  answer(`${path.relative(process.cwd(), path.resolve(file)) || file}\n`);
}

/** Default file for several studies side by side. */
const STUDIES_FILE = 'studies.html';

function sideBySide(folders: readonly string[], options: ReportOptions, progress: Progress): void {
  const documents = folders.map((study, at) => {
    progress.step(`reading study ${at + 1} of ${folders.length}`);
    const { folder, state } = namedStudy({ study });
    return reportOf(folder, state)!;
  });
  progress.end();
  if (options.json) return write(options.output, `${JSON.stringify(documents, null, 2)}\n`);
  if (options.format === 'markdown') return write(options.output, renderStudiesMarkdown(documents));
  const file = options.output ?? STUDIES_FILE;
  write(file, renderStudiesPage(documents));
  answer(`${path.relative(process.cwd(), path.resolve(file)) || file}\n`);
}

function write(file: string | undefined, text: string): void {
  if (file === undefined) return answer(text);
  writeNamedFile(file, text, 'name a writable file with --output, in an existing folder on a disk with free space');
}

function summary({ verdict, notices }: ReportDocument): string {
  const warnings = notices.filter(({ kind }) => kind === 'warning').length;
  return `${verdict.sentence}${warnings > 0 ? ` ${warnings} ${warnings === 1 ? 'warning' : 'warnings'} in the report.` : ''}`;
}
