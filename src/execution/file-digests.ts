import { createHash } from 'node:crypto';
import * as fs from 'node:fs';

/** SHA-256 of files, computed again only when size, inode or modification time (nanoseconds) say a file may have changed. */
export class FileDigests {
  private readonly known = new Map<string, { stamp: string; digest: string }>();

  /** Null if the file does not exist. */
  of(file: string): string | null {
    try {
      const stat = fs.statSync(file, { bigint: true });
      const stamp = `${stat.size} ${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs}`;
      const known = this.known.get(file);
      if (known?.stamp === stamp) return known.digest;
      const digest = createHash('sha256').update(fs.readFileSync(file)).digest('hex').slice(0, 32);
      this.known.set(file, { stamp, digest });
      return digest;
    } catch {
      return null;
    }
  }
}
