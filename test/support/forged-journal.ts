import * as fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';

/** A record without the restrictions of the schema. */
interface Fields {
  kind: string;
  root?: string;
  program?: string;
  goal?: object;
  opened?: object;
  files?: { path: string }[];
  inputs?: { arguments: string[] }[];
}

/** A copy of a study's journal with changed records and valid checksums, as an attacker could create it. */
export function forgeJournal(study: string, forged: string, change: (record: Fields) => void): string {
  const lines = fs.readFileSync(path.join(study, 'journal.jsonl'), 'utf8').trim().split('\n');
  const changed = lines.map((line) => {
    const { at, record } = JSON.parse(line) as { at: number; record: Fields };
    change(record);
    const text = JSON.stringify(record);
    const sum = crc32(Buffer.from(`${at} ${text}`))
      .toString(16)
      .padStart(8, '0');
    return `{"sum":"${sum}","at":${at},"record":${text}}\n`;
  });
  fs.mkdirSync(forged, { recursive: true });
  fs.writeFileSync(path.join(forged, 'journal.jsonl'), changed.join(''));
  return forged;
}
