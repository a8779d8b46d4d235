export interface LexicalContext {
  /** Enclosing namespaces and records. */
  readonly qualifiers: readonly string[];
  readonly record: string | null;
  /** The record's declaration. */
  readonly recordId?: string;
  /** Inside the text of a template with a parameter pack. */
  readonly inPack?: boolean;
  /** The qualifiers that are namespaces. */
  readonly namespaces?: readonly string[];
}
