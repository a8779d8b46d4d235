export interface LexicalContext {
  /** Enclosing namespaces and records. */
  readonly qualifiers: readonly string[];
  readonly record: string | null;
  /** The record's declaration. */
  readonly recordId?: string;
  /** In the text of a template of as many parameters as one likes. */
  readonly inPack?: boolean;
  /** Of the qualifiers, those that are namespaces. */
  readonly namespaces?: readonly string[];
}
