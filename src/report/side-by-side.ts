/** Converts a unified patch into rows of old and new lines. */
import { readable } from '../support/byte-text.js';
import type { DiffRow, PatchFile } from './document.js';

export function sideBySide(patch: string): PatchFile[] {
  const files: { path: string; hunks: { title: string; rows: DiffRow[] }[] }[] = [];
  let hunk: HunkRows | null = null;
  const finish = () => {
    if (hunk) files.at(-1)!.hunks.push({ title: hunk.title, rows: hunk.close() });
    hunk = null;
  };
  for (const line of patch.split('\n')) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (line.startsWith('--- ') && !hunk?.isOpen()) {
      finish();
      continue;
    }
    if (line.startsWith('+++ ') && !hunk?.isOpen()) {
      finish();
      files.push({ path: readable(line.slice(4).replace(/^b\//, '').replace(/\t.*$/, '')), hunks: [] });
      continue;
    }
    if (header) {
      finish();
      hunk = new HunkRows(line, Number(header[1]), Number(header[2]));
      continue;
    }
    hunk?.add(line);
  }
  finish();
  return files;
}

/** Rows of one hunk. Removed and added lines are paired in order. */
class HunkRows {
  readonly title: string;
  private readonly rows: DiffRow[] = [];
  private removed: string[] = [];
  private added: string[] = [];
  private leftToCome: number;
  private rightToCome: number;

  constructor(
    header: string,
    private leftLine: number,
    private rightLine: number,
  ) {
    const [, left = '1', right = '1'] = /-\d+(?:,(\d+))? \+\d+(?:,(\d+))?/.exec(header) ?? [];
    this.leftToCome = Number(left);
    this.rightToCome = Number(right);
    this.title = `line ${leftLine}`;
  }

  /** Whether lines of the hunk are still missing; a line that begins with `---` then belongs to the file's text. */
  isOpen(): boolean {
    return this.leftToCome > 0 || this.rightToCome > 0;
  }

  add(line: string): void {
    if (!this.isOpen()) return;
    const text = readable(line.slice(1).replace(/\r$/, ''));
    switch (line[0]) {
      case '-':
        this.leftToCome--;
        this.removed.push(text);
        return;
      case '+':
        this.rightToCome--;
        this.added.push(text);
        return;
      case '\\': // no newline at the end of the file
        return;
      default:
        this.leftToCome--;
        this.rightToCome--;
        this.flush();
        this.rows.push({
          left: { line: this.leftLine++, text },
          right: { line: this.rightLine++, text },
          isChanged: false,
        });
    }
  }

  close(): DiffRow[] {
    this.flush();
    return this.rows;
  }

  private flush(): void {
    for (let at = 0; at < Math.max(this.removed.length, this.added.length); at++) {
      const [left, right] = [this.removed[at], this.added[at]];
      this.rows.push({
        left: left === undefined ? null : { line: this.leftLine++, text: left },
        right: right === undefined ? null : { line: this.rightLine++, text: right },
        isChanged: true,
      });
    }
    this.removed = [];
    this.added = [];
  }
}
