/**
 * The parts of clang's JSON syntax tree that are used: a union over the kinds of node, discriminated by `kind`. A field that clang prints for some
 * kinds only is `undefined` for all others: `node.opcode === '&'` compiles for any node and narrows the kind. Locations are complete only after
 * `completeLocations`.
 */
export interface PlainLocation {
  offset?: number;
  file?: string;
  line?: number;
  col?: number;
  tokLen?: number;
  /** Printed if it differs from `file` and from the previous location; of every spelling, because an expansion is printed in between. */
  presumedFile?: string;
  isMacroArgExpansion?: boolean;
  includedFrom?: { file: string };
  /** The end of a `new` expression according to clang. */
  endsNew?: boolean;
}

export interface Location extends PlainLocation {
  spellingLoc?: PlainLocation;
  expansionLoc?: PlainLocation;
  /** The index of the reading, if the text is read several times (units/expansions.ts). */
  reading?: number;
}

export interface TypeName {
  qualType: string;
  desugaredQualType?: string;
}

export interface DeclarationReference {
  id: string;
  kind: DeclarationKind;
  name?: string;
  type?: TypeName;
}

/** Fields of every kind of node. */
interface Printed {
  id: string;
  loc?: Location;
  range?: { begin: Location; end: Location };
  inner?: AstNode[];
  name?: string;
  type?: TypeName;
  isImplicit?: boolean;
  implicit?: boolean;
  parentDeclContextId?: string;
  previousDecl?: string;
}

/** Fields of some kinds only, listed with each of them below. */
interface OwnFields {
  valueCategory: 'prvalue' | 'lvalue' | 'xvalue';
  opcode: string;
  isPostfix: boolean;
  computeLHSType: TypeName;
  computeResultType: TypeName;
  castKind: string;
  isPartOfExplicitCast?: boolean;
  /** The function called by a conversion between a class and another type. */
  conversionFunc?: DeclarationReference;
  value: string | number | boolean;
  referencedDecl?: DeclarationReference;
  foundReferencedDecl?: DeclarationReference;
  referencedMemberDecl: string;
  isArrow: boolean;
  argType?: TypeName;
  ctorType: TypeName;
  /** Written with braces. */
  list?: boolean;
  /** The elements of an array with more elements than are written. */
  array_filler?: AstNode[];
  isArray?: boolean;
  isPlacement?: boolean;
  hasElse?: boolean;
  hasInit?: boolean;
  hasVar?: boolean;
  isConstexpr?: boolean;
  declId: string;
  targetLabelDeclId: string;
  init?: string;
  storageClass?: string;
  tls?: string;
  mangledName?: string;
  inline?: boolean;
  constexpr?: boolean;
  immediate?: boolean;
  virtual?: boolean;
  pure?: boolean;
  explicitlyDefaulted?: string;
  explicitlyDeleted?: boolean;
  variadic?: boolean;
  /** The declaration in the template that this one is instantiated from. */
  TemplateInstantiationPattern?: string;
  anyInit?: DeclarationReference;
  bases?: { type: TypeName }[];
  definitionData?: { isPolymorphic?: boolean };
  fixedUnderlyingType?: TypeName;
  isBitfield?: boolean;
  tagUsed?: 'struct' | 'class' | 'union' | 'enum' | 'typename';
  completeDefinition?: boolean;
  isParameterPack?: boolean;
  decl?: DeclarationReference;
  ownedTagDecl?: DeclarationReference;
  language?: string;
  nominatedNamespace?: DeclarationReference;
  aliasedNamespace?: DeclarationReference;
}

type Node<Kind extends string, Own extends keyof OwnFields = never> = Printed & { kind: Kind } & Pick<
    OwnFields,
    Own
  > & {
    [Field in Exclude<keyof OwnFields, Own>]?: undefined;
  };
type Expression<Kind extends string, Own extends keyof OwnFields = never> = Node<Kind, Own | 'valueCategory'> & {
  type: TypeName;
};

/** Expressions of which only the common fields are used. */
type PlainExpressionKind =
  | 'AddrLabelExpr'
  | 'ArrayInitIndexExpr'
  | 'ArrayInitLoopExpr'
  | 'ArraySubscriptExpr'
  | 'AtomicExpr'
  | 'BinaryConditionalOperator'
  | 'CallExpr'
  | 'ChooseExpr'
  | 'CoawaitExpr'
  | 'CompoundLiteralExpr'
  | 'ConceptSpecializationExpr'
  | 'ConditionalOperator'
  | 'ConvertVectorExpr'
  | 'CoyieldExpr'
  | 'CUDAKernelCallExpr'
  | 'CXXBindTemporaryExpr'
  | 'CXXDefaultArgExpr'
  | 'CXXDefaultInitExpr'
  | 'CXXDeleteExpr'
  | 'CXXDependentScopeMemberExpr'
  | 'CXXFoldExpr'
  | 'CXXInheritedCtorInitExpr'
  | 'CXXMemberCallExpr'
  | 'CXXNoexceptExpr'
  | 'CXXNullPtrLiteralExpr'
  | 'CXXOperatorCallExpr'
  | 'CXXParenListInitExpr'
  | 'CXXPseudoDestructorExpr'
  | 'CXXRewrittenBinaryOperator'
  | 'CXXScalarValueInitExpr'
  | 'CXXStdInitializerListExpr'
  | 'CXXThisExpr'
  | 'CXXThrowExpr'
  | 'CXXTypeidExpr'
  | 'DependentCoawaitExpr'
  | 'DependentScopeDeclRefExpr'
  | 'DesignatedInitExpr'
  | 'ExprWithCleanups'
  | 'ExtVectorElementExpr'
  | 'GenericSelectionExpr'
  | 'GNUNullExpr'
  | 'ImaginaryLiteral'
  | 'ImplicitValueInitExpr'
  | 'LambdaExpr'
  | 'MaterializeTemporaryExpr'
  | 'NoInitExpr'
  | 'OffsetOfExpr'
  | 'OpaqueValueExpr'
  | 'PackExpansionExpr'
  | 'PackIndexingExpr'
  | 'ParenExpr'
  | 'ParenListExpr'
  | 'PredefinedExpr'
  | 'PseudoObjectExpr'
  | 'RecoveryExpr'
  | 'RequiresExpr'
  | 'ShuffleVectorExpr'
  | 'SizeOfPackExpr'
  | 'SourceLocExpr'
  | 'StmtExpr'
  | 'SubstNonTypeTemplateParmExpr'
  | 'SubstNonTypeTemplateParmPackExpr'
  | 'TypeTraitExpr'
  | 'UnresolvedLookupExpr'
  | 'UnresolvedMemberExpr'
  | 'UserDefinedLiteral'
  | 'VAArgExpr';

type ExpressionNode =
  | Expression<PlainExpressionKind>
  | Expression<'BinaryOperator', 'opcode'>
  | Expression<'CompoundAssignOperator', 'opcode' | 'computeLHSType' | 'computeResultType'>
  | Expression<'UnaryOperator', 'opcode' | 'isPostfix'>
  | Expression<'UnaryExprOrTypeTraitExpr', 'argType'>
  | Expression<
      | 'IntegerLiteral'
      | 'FloatingLiteral'
      | 'CharacterLiteral'
      | 'CXXBoolLiteralExpr'
      | 'StringLiteral'
      | 'ConstantExpr',
      'value'
    >
  | Expression<'ImplicitCastExpr', 'castKind' | 'conversionFunc' | 'isPartOfExplicitCast'>
  | Expression<
      | 'CStyleCastExpr'
      | 'CXXAddrspaceCastExpr'
      | 'CXXConstCastExpr'
      | 'CXXDynamicCastExpr'
      | 'CXXFunctionalCastExpr'
      | 'CXXReinterpretCastExpr'
      | 'CXXStaticCastExpr',
      'castKind' | 'conversionFunc'
    >
  | Expression<'BuiltinBitCastExpr', 'castKind'>
  | Expression<'DeclRefExpr', 'referencedDecl' | 'foundReferencedDecl'>
  | Expression<'MemberExpr', 'referencedMemberDecl' | 'isArrow'>
  | Expression<'CXXConstructExpr' | 'CXXTemporaryObjectExpr', 'ctorType' | 'list'>
  | Expression<'CXXUnresolvedConstructExpr', 'list'>
  | Expression<'InitListExpr', 'array_filler'>
  | Expression<'CXXNewExpr', 'isArray' | 'isPlacement'>;

type StatementNode =
  | Node<
      | 'AttributedStmt'
      | 'BreakStmt'
      | 'CaseStmt'
      | 'CapturedStmt'
      | 'CompoundStmt'
      | 'ContinueStmt'
      | 'CoreturnStmt'
      | 'CoroutineBodyStmt'
      | 'CXXCatchStmt'
      | 'CXXForRangeStmt'
      | 'CXXTryStmt'
      | 'DeclStmt'
      | 'DefaultStmt'
      | 'DependentCoreturnStmt'
      | 'DoStmt'
      | 'ForStmt'
      | 'GCCAsmStmt'
      | 'IndirectGotoStmt'
      | 'MSAsmStmt'
      | 'NullStmt'
      | 'ReturnStmt'
      | 'WhileStmt'
      | `OMP${string}`
    >
  | Node<'IfStmt', 'hasElse' | 'hasInit' | 'hasVar' | 'isConstexpr'>
  | Node<'SwitchStmt', 'hasInit' | 'hasVar'>
  | Node<'LabelStmt', 'declId'>
  | Node<'GotoStmt', 'targetLabelDeclId'>;

type FunctionFields =
  | 'constexpr'
  | 'explicitlyDefaulted'
  | 'explicitlyDeleted'
  | 'immediate'
  | 'inline'
  | 'mangledName'
  | 'pure'
  | 'storageClass'
  | 'TemplateInstantiationPattern'
  | 'variadic'
  | 'virtual';
type VariableFields =
  | 'constexpr'
  | 'init'
  | 'inline'
  | 'mangledName'
  | 'storageClass'
  | 'TemplateInstantiationPattern'
  | 'tls';
type RecordFields = 'bases' | 'completeDefinition' | 'definitionData' | 'tagUsed' | 'TemplateInstantiationPattern';

type DeclarationNode =
  | Node<
      | 'AccessSpecDecl'
      | 'BindingDecl'
      | 'BlockDecl'
      | 'BuiltinTemplateDecl'
      | 'CapturedDecl'
      | 'ClassTemplateDecl'
      | 'ConceptDecl'
      | 'ConstructorUsingShadowDecl'
      | 'EmptyDecl'
      | 'EnumConstantDecl'
      | 'ExportDecl'
      | 'FileScopeAsmDecl'
      | 'FriendDecl'
      | 'FriendTemplateDecl'
      | 'FunctionTemplateDecl'
      | 'ImplicitConceptSpecializationDecl'
      | 'IndirectFieldDecl'
      | 'LabelDecl'
      | 'LifetimeExtendedTemporaryDecl'
      | 'NamespaceDecl'
      | 'NonTypeTemplateParmDecl'
      | 'OMPThreadPrivateDecl'
      | 'PragmaCommentDecl'
      | 'RequiresExprBodyDecl'
      | 'StaticAssertDecl'
      | 'TemplateParamObjectDecl'
      | 'TopLevelStmtDecl'
      | 'TranslationUnitDecl'
      | 'TypeAliasDecl'
      | 'TypeAliasTemplateDecl'
      | 'TypedefDecl'
      | 'UnresolvedUsingTypenameDecl'
      | 'UnresolvedUsingValueDecl'
      | 'UsingDecl'
      | 'UsingEnumDecl'
      | 'UsingPackDecl'
      | 'UsingShadowDecl'
      | 'VarTemplateDecl'
    >
  | Node<'NamespaceAliasDecl', 'aliasedNamespace'>
  | Node<'UsingDirectiveDecl', 'nominatedNamespace'>
  | Node<
      | 'CXXConstructorDecl'
      | 'CXXConversionDecl'
      | 'CXXDeductionGuideDecl'
      | 'CXXDestructorDecl'
      | 'CXXMethodDecl'
      | 'FunctionDecl',
      FunctionFields
    >
  | Node<
      | 'DecompositionDecl'
      | 'ImplicitParamDecl'
      | 'OMPCapturedExprDecl'
      | 'ParmVarDecl'
      | 'VarDecl'
      | 'VarTemplatePartialSpecializationDecl'
      | 'VarTemplateSpecializationDecl',
      VariableFields | 'isParameterPack'
    >
  | Node<
      'ClassTemplatePartialSpecializationDecl' | 'ClassTemplateSpecializationDecl' | 'CXXRecordDecl' | 'RecordDecl',
      RecordFields
    >
  | Node<'TemplateTypeParmDecl' | 'TemplateTemplateParmDecl', 'isParameterPack' | 'tagUsed'>
  | Node<'EnumDecl', 'fixedUnderlyingType'>
  | Node<'FieldDecl', 'isBitfield'>
  | Node<'LinkageSpecDecl', 'language'>;

/** Nodes inside declarations other than statements and declarations: parts of types, attributes, comments. */
type PartNode =
  | Node<'CXXCtorInitializer', 'anyInit'>
  | Node<'TemplateArgument', 'decl' | 'value'>
  | Node<`${string}Type`, 'decl' | 'ownedTagDecl'>
  | Node<`${string}Attr` | `${string}Comment`>;

export type AstNode = ExpressionNode | StatementNode | DeclarationNode | PartNode;
export type CastNode = Extract<AstNode, { castKind: string }>;
export type NodeKind = AstNode['kind'];
export type DeclarationKind = DeclarationNode['kind'];
/** The nodes of these kinds. */
export type NodeOf<Kind extends NodeKind> = AstNode & { kind: Kind };

/** A predicate for nodes of these kinds. */
export function ofKind<Kind extends NodeKind>(...kinds: readonly Kind[]) {
  const named: ReadonlySet<string> = new Set(kinds);
  return <Candidate extends { kind: NodeKind }>(node: Candidate | undefined): node is Candidate & { kind: Kind } =>
    node !== undefined && named.has(node.kind);
}

/** The children without placeholders: clang prints `{}` for an absent child, such as a missing `for` condition. */
export function children(node: AstNode): AstNode[] {
  return (node.inner ?? []).filter(isPresent);
}

/** The initialiser of a declaration, if the source has one. */
export function initialValue(declaration: AstNode): AstNode | undefined {
  return children(declaration).find((child) => !child.kind.endsWith('Attr'));
}

export function isPresent(node: AstNode | undefined): node is AstNode {
  return node !== undefined && node.kind !== undefined;
}
