/** The part of the report's document about the source: its texts, and the sites, groups and operations in them. */
import type { Figure } from './document.js';

export interface ReportSource {
  readonly files: readonly { readonly path: string; readonly lines: readonly string[]; readonly isChanged: boolean }[];
  readonly functions: readonly {
    readonly name: string;
    readonly kind: string;
    readonly file: number;
    readonly from: number;
    readonly to: number;
  }[];
  readonly sites: readonly ReportSite[];
  readonly groups: readonly ReportGroup[];
  readonly operations: readonly ReportOperation[];
  readonly profiles: readonly {
    readonly mode: 'count' | 'shadow';
    readonly input: string;
  }[];
}

/** Lines from 1, columns from 0, in characters of the line as shown. */
export interface Mark {
  readonly file: number;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export interface ReportSite extends Mark {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  readonly format: string;
  readonly function: string | null;
  /** Index into `groups`. */
  readonly group: number;
}

export interface ReportGroup {
  readonly id: string;
  readonly sites: readonly number[];
  readonly dimension: number | null;
  /** Reasons that its members must have one format. */
  readonly together: readonly string[];
  readonly status: 'lowered' | 'kept' | 'frozen' | 'out-of-scope';
  /** Reason for its format in the recommended configuration. */
  readonly why: string;
}

export interface ReportOperation extends Mark {
  readonly id: string;
  readonly symbol: string;
  readonly function: string;
  readonly format: string;
  readonly dimension: number | null;
  /** Execution counts in the order of `profiles`; empty if not counted. */
  readonly executions: readonly number[];
  /** Mean relative difference to the same operation in fp32, from shadow runs; null for count runs. */
  readonly differences: readonly (Figure | null)[];
}
