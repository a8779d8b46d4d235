export interface Surroundings {
  /** Enclosing namespaces and records. */
  readonly qualifiers: readonly string[];
  readonly record: string | null;
  /** The record's declaration. */
  readonly recordId?: string;
  readonly inUnion: boolean;
  /** Of the qualifiers, those that are namespaces. */
  readonly namespaces?: readonly string[];
}
