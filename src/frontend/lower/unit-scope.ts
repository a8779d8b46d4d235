import type { Range } from '../../program/place.js';
import type { CellIndex, FunctionIndex, OperationIndex, SiteIndex, ValueIndex } from '../../program/program.js';
import { groupedBy } from '../../support/grouped-by.js';
import { containsOffset } from '../../support/spans.js';
import { TypeReader } from '../ast/c-types.js';
import type { AstNode, TypeName } from '../ast/node.js';
import type { MacroDefinitions } from '../lexical/macro-definitions.js';
import type { TranslationUnit } from '../project/project.js';
import type { ParsedUnit } from '../units/parse-unit.js';
import { type ProgramBuilder, parameterKey } from './builder.js';
import type { PointerType } from './calls/pointer-types.js';
import { repeatedRecordNames } from './declarations/local-records.js';
import type { VirtualFunctions } from './declarations/overriding.js';
import { placeKey } from './places.js';
import { isSameInstance } from './templates/template-parameters.js';
import { TemplateTexts } from './templates/template-redeclarations.js';

export interface RecordInfo {
  readonly name: string;
  readonly isUnion: boolean;
  /** The layout follows from the field types alone (no attributes or bit fields). */
  readonly hasPlainLayout: boolean;
  readonly bases: readonly TypeName[];
  /** Non-static data members in order. */
  readonly fields: readonly AstNode[];
  /** The sites of the fields; null for a field without a floating-point type. */
  readonly sites: readonly (SiteIndex | null)[];
}

/** Maps the declaration ids of one unit to entities of the program. */
export class UnitScope {
  readonly types = new TypeReader();
  readonly sites = new Map<string, SiteIndex>();
  readonly functions = new Map<string, FunctionIndex>();
  /** Declaration ids of each function's parameters, and back. */
  readonly parameterIds = new Map<FunctionIndex, readonly string[]>();
  readonly parameters = new Map<string, { function: FunctionIndex; position: number }>();
  /** `nodeId kind` → the operation lowered from that node, to find the syntax of an operation. */
  readonly operationNodes = new Map<string, OperationIndex>();
  /** Calls whose results are bound to references, by node: `const double &larger = std::max(a, b);`. */
  readonly boundCalls = new Set<string>();
  /** Node id → the value of an expression in a function body. */
  readonly valueNodes = new Map<string, { readonly function: FunctionIndex; readonly value: ValueIndex }>();
  /** Calls through pointers, by node. */
  readonly pointerCalls = new Map<string, PointerType>();
  /** Typedefs outside of records and namespaces, in order. */
  readonly typedefs: AstNode[] = [];
  /** Node id → the site of a cast whose format may change. */
  readonly casts = new Map<string, SiteIndex>();
  readonly integers = new Map<string, number>();
  /** Declarations without a floating-point type, which may still refer to memory or contain byte counts. */
  readonly others = new Map<string, AstNode>();
  /** The function of each local declaration; static ones belong to none, because they outlive the call. */
  readonly localTo = new Map<string, FunctionIndex>();
  /** Parameters of class templates by the id of their pattern and of each instantiation. */
  readonly recordParameters = new Map<string, readonly string[]>();
  readonly records = new Map<string, RecordInfo>();
  /** Records with a template template argument, which the syntax tree does not name. */
  readonly partlyNamed = new Map<string, RecordInfo>();
  /** Names of local records that several functions declare. */
  readonly repeatedRecords: ReadonlySet<string>;
  readonly unions: RecordInfo[] = [];
  /** The size of each enumeration in bytes; null if unknown. */
  readonly enumerations = new Map<string, number | null>();
  readonly recordNames = new Map<string, string>();
  readonly virtualFunctions = new Map<string, VirtualFunctions>();
  /** Unnamed records with the typedef that names them. */
  readonly typedefNames = new Map<string, string>();
  /** `Record constructorType` → function: clang's tree does not identify the constructor of a call. */
  readonly constructors = new Map<string, FunctionIndex>();
  /** Function definitions, which are lowered after everything is declared. */
  readonly bodies: { function: FunctionIndex; node: AstNode }[] = [];
  /** All declarations of the program's functions, including prototypes and instantiations. */
  readonly functionNodes: { function: FunctionIndex; node: AstNode }[] = [];
  /** Further texts of instantiated templates: patterns, earlier declarations, and definitions outside the class. */
  readonly patternNodes: { function: FunctionIndex; node: AstNode }[] = [];
  /** Functions that the compiler evaluates at compile time. */
  readonly constantFunctions = new Set<FunctionIndex>();
  /** Functions in the text of a template with a parameter pack. */
  readonly packFunctions = new Set<FunctionIndex>();
  /** The call operators of lambdas, by the name of their type. */
  readonly lambdas = new Map<string, FunctionIndex[]>();
  /** Call operators of the program's classes, by the name of the class. */
  readonly callOperators = new Map<string, FunctionIndex[]>();
  /** Steps for calls of lambdas that run after all lambdas of the unit are known. */
  readonly laterCalls: (() => void)[] = [];
  /** Instantiations of generic lambdas. */
  readonly genericLambdas: { function: FunctionIndex; node: AstNode }[] = [];
  readonly initialisers: { site: SiteIndex | null; node: AstNode }[] = [];
  /** Integers that a byte count was assigned to. */
  readonly byteCounts = new Set<string>();
  /** Arrays declared `extern __shared__`, by name. */
  readonly dynamicShared = new Map<string, CellIndex>();
  private readonly carriers = new Map<string, CellIndex>();
  /** The bodies of function templates and members of class templates, by file. */
  private templateBodies: ReadonlyMap<number, (offset: number) => boolean> | null = null;

  readonly unit: TranslationUnit;
  /** The user's files that it includes, and its own. */
  readonly userFiles: readonly string[];
  /** The files that the compiler opened. */
  readonly filesRead: readonly string[];
  readonly templates: TemplateTexts;
  /** Ids of members that are defined outside their class. */
  readonly definedOutside = new Set<string>();
  /** Ids of the instantiations and specialisations of each function template. */
  readonly instantiations: (readonly string[])[] = [];
  /** Explicit specialisations: `template <> double root<double>(double x)`. */
  readonly specialisations = new Set<string>();
  /** Class templates with full or partial specialisations. */
  readonly specialisedClasses = new Set<string>();
  /** Static members of instantiated class templates. */
  readonly membersOfEachType = new Set<string>();
  /** Macros of its files and its command line, without those of the system. */
  readonly macros: MacroDefinitions;
  /** Macros with the name of a type: no other format can be written here. */
  readonly redefinedTypes: readonly string[];

  constructor(
    readonly builder: ProgramBuilder,
    {
      unit,
      userFiles,
      filesRead,
      root,
      macros,
      redefinedTypes,
    }: Omit<ParsedUnit, 'systemHeaders' | 'astBytes' | 'includesAgain'>,
  ) {
    this.repeatedRecords = repeatedRecordNames(root);
    this.userFiles = userFiles;
    this.filesRead = filesRead;
    this.templates = new TemplateTexts(root);
    this.unit = unit;
    this.macros = macros;
    this.redefinedTypes = redefinedTypes;
  }

  /** All sites that the unit declares. */
  allSites(): Set<SiteIndex> {
    const returned = this.functionNodes.map(({ function: index }) => this.builder.functions[index]!.returnSite);
    return new Set([...this.sites.values(), ...this.casts.values(), ...returned.filter((site) => site !== null)]);
  }

  /** Only valid after all functions of the unit are declared. */
  isInTemplate({ file, begin }: Range): boolean {
    if (this.templateBodies === null) {
      const bodies = this.builder.functions.flatMap(({ body, templateParameters, recordParameters }) =>
        body !== null && templateParameters.length + recordParameters.length > 0 ? [body] : [],
      );
      const byFile = [...groupedBy(bodies, (body) => body.file)];
      this.templateBodies = new Map(byFile.map(([index, spans]) => [index, containsOffset(spans)]));
    }
    return this.templateBodies.get(file)?.(begin) ?? false;
  }

  /** The cell of a declaration: its site, or a carrier for an untyped pointer. */
  cellOf(id: string): CellIndex | null {
    const site = this.sites.get(id);
    if (site !== undefined) return site;
    const node = this.others.get(id);
    if (!node || !this.types.read(node.type).isUntypedPointer) return this.carriers.get(id) ?? null;
    return this.carrier(id, node, 'void-pointer');
  }

  /** The carrier of a dynamic shared array of unknown element type: `extern __shared__ int memory[]`. */
  sharedCell(id: string): CellIndex | null {
    const node = this.others.get(id);
    return node ? this.carrier(id, node, 'void-pointer') : null;
  }

  /** Makes an implicit variable (a range-for's iterator) an alias of the memory it is initialised with. */
  alias(id: string, cell: CellIndex | null): void {
    if (cell !== null) this.carriers.set(id, cell);
  }

  /** The cell of an integer that may contain a byte count. */
  byteCountCell(id: string): CellIndex | null {
    const node = this.others.get(id);
    return node && this.types.read(node.type).isInteger ? this.carrier(id, node, 'byte-count') : null;
  }

  /** Records an integer that is assigned a number other than a byte count. */
  assignPlainInteger(id: string): void {
    const node = this.others.get(id);
    if (node) this.builder.plainIntegers.add(this.carrierKey(id, node));
  }

  private carrier(id: string, node: AstNode, what: 'void-pointer' | 'byte-count'): CellIndex {
    let cell = this.carriers.get(id);
    if (cell === undefined) {
      cell = this.builder.carrierFor(this.carrierKey(id, node), what, node, this.localTo.get(id) ?? null);
      if (what === 'void-pointer' && this.isVoidPointer(node)) this.builder.untypedPointers.add(cell);
      this.carriers.set(id, cell);
    }
    return cell;
  }

  /** A range-for also declares a reference to the array and a pointer into it, which no other code can name. */
  private isVoidPointer({ type, isImplicit }: AstNode): boolean {
    const { isReference, pointerLevels } = this.types.read(type);
    const spelling = this.types.expand(type?.desugaredQualType ?? type?.qualType ?? '');
    if (!/^(?:const )?void\b/.test(spelling)) return false;
    return isImplicit ? pointerLevels === (isReference ? 1 : 2) : pointerLevels === 1 && !isReference;
  }

  /** One key for all declarations of a variable, parameter or field; null if it is not declared in the program. */
  declarationKey(id: string): string | null {
    const node = this.others.get(id);
    return node ? this.carrierKey(id, node) : null;
  }

  /** One key for all declarations of a parameter or global, in all units. */
  private carrierKey(id: string, node: AstNode): string {
    const parameter = this.parameters.get(id);
    if (parameter) return parameterKey(parameter.function, parameter.position);
    if (node.mangledName && node.storageClass !== 'static') return `link ${node.mangledName}`;
    const place = this.builder.places.ofName(node);
    const mark = this.builder.markOf(this.localTo.get(id) ?? null);
    return place ? `at ${placeKey(place)}${mark}` : `in ${this.unit.file} ${id}`;
  }

  /** The record named by a type; an unnamed one is identified by its place. */
  recordOf(type: TypeName | undefined, within = ''): RecordInfo | null {
    return this.record(this.types.read(type).record, within);
  }

  /** `within`: the record that contains the name, whose enclosing scopes the name may omit. */
  record(type: string | null, within = ''): RecordInfo | null {
    if (!type) return null;
    const around = within.split('::');
    for (let depth = around.length; depth > 0 && within !== ''; depth--) {
      const found = this.records.get(`${around.slice(0, depth).join('::')}::${type}`);
      if (found) return found;
    }
    return this.records.get(type) ?? this.records.get(type.split('::').at(-1)!) ?? this.instance(type);
  }

  private instance(type: string): RecordInfo | null {
    return [...this.partlyNamed].find(([name]) => isSameInstance(name, type))?.[1] ?? null;
  }
}
