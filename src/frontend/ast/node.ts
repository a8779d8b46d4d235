/** The parts of clang's JSON syntax tree that we read. Locations are complete only after `completeLocations`. */
export interface PlainLocation {
  offset?: number;
  file?: string;
  line?: number;
  col?: number;
  tokLen?: number;
  /** Printed where it differs from `file` and from the location before: of every spelling, since an expansion comes between two. */
  presumedFile?: string;
  isMacroArgExpansion?: boolean;
  includedFrom?: { file: string };
  /** Where a `new` ends, as far as clang says. */
  endsNew?: boolean;
}

export interface Location extends PlainLocation {
  spellingLoc?: PlainLocation;
  expansionLoc?: PlainLocation;
}

export interface TypeName {
  qualType: string;
  desugaredQualType?: string;
}

export interface DeclarationReference {
  id: string;
  kind: string;
  name?: string;
  type?: TypeName;
}

export interface AstNode {
  id: string;
  kind: string;
  loc?: Location;
  range?: { begin: Location; end: Location };
  name?: string;
  mangledName?: string;
  type?: TypeName;
  valueCategory?: string;
  opcode?: string;
  castKind?: string;
  value?: string | number | boolean;
  isPostfix?: boolean;
  isArrow?: boolean;
  isImplicit?: boolean;
  implicit?: boolean;
  isPartOfExplicitCast?: boolean;
  init?: string;
  storageClass?: string;
  tls?: string;
  previousDecl?: string;
  parentDeclContextId?: string;
  tagUsed?: string;
  completeDefinition?: boolean;
  variadic?: boolean;
  referencedDecl?: DeclarationReference;
  foundReferencedDecl?: DeclarationReference;
  referencedMemberDecl?: string;
  argType?: TypeName;
  computeLHSType?: TypeName;
  computeResultType?: TypeName;
  hasElse?: boolean;
  hasInit?: boolean;
  hasVar?: boolean;
  isArray?: boolean;
  inner?: AstNode[];
  [key: string]: unknown;
}

/** Children that exist: clang prints `{}` for an absent one, such as a missing `for` condition. */
export function children(node: AstNode): AstNode[] {
  return (node.inner ?? []).filter((child) => child.kind !== undefined);
}

/** What a declaration starts with, as far as the source says so. */
export function initialValue(declaration: AstNode): AstNode | undefined {
  return children(declaration).find((child) => !child.kind.endsWith('Attr'));
}

export function isPresent(node: AstNode | undefined): node is AstNode {
  return node !== undefined && node.kind !== undefined;
}
