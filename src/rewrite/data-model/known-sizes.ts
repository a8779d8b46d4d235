/**
 * Types with the same size on a target with 32-bit pointers as on 64-bit Linux: numbers, arrays of them, and the program's own records of such
 * fields, where `long` is written `long long`. Types that contain a pointer differ, and those of the library are unknown.
 */
import { isRecordDeclaration, isTypeAlias } from '../../frontend/ast/kinds.js';
import { type AstNode, children, type TypeName } from '../../frontend/ast/node.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import { canonical } from './long-types.js';

const NUMBER =
  /^(?:bool|_Bool|char|signed char|unsigned char|char(?:8|16|32)_t|wchar_t|(?:unsigned )?(?:short|int|long|long long|__int128)|float|double|long double|_Float16|(?:__half|__nv_bfloat16)2?|__nv_fp8_e(?:4m3|5m2)|dim3|u?(?:char|short|int|longlong)[1-4]|(?:float|double)[1-4]|std::complex<(?:float|double)>|_Complex (?:float|double)|(?:::)?(?:std::)?(?:u?int(?:_least|_fast)?(?:8|16|32|64)_t|u?intmax_t|(?:time|clock|off|suseconds)_t)|mx_u?long|(?:mantissa::)?(?:fp32x2|fp64x[24]|double_word<(?:float|double)>))$/;

export class KnownSizes {
  /** Records with a virtual function table, and the base classes of each record, by name. */
  private readonly polymorphic = new Set<string>();
  private readonly typedefs = new Map<string, TypeName>();
  private readonly bases = new Map<string, readonly TypeName[]>();

  constructor(
    private readonly scope: UnitScope,
    root: AstNode,
  ) {
    const pending = [root];
    while (pending.length > 0) {
      const node = pending.pop()!;
      if (node.name !== undefined && node.type && isTypeAlias(node)) this.typedefs.set(node.name, node.type);
      if (
        node.name !== undefined &&
        (isRecordDeclaration(node) || node.kind === 'ClassTemplatePartialSpecializationDecl')
      ) {
        if (node.definitionData?.isPolymorphic) this.polymorphic.add(node.name);
        const { bases } = node;
        if (bases) this.bases.set(node.name, [...(this.bases.get(node.name) ?? []), ...bases.map(({ type }) => type)]);
      }
      pending.push(...children(node));
    }
  }

  isSame(type: TypeName | undefined, depth = 0): boolean {
    const name = canonical(type)
      .replace(/\s*\[[^[\]]*\]/g, '') // of any length: a bound may be computed
      .replace(/^enum .*/, 'int')
      .replace(/^(?:struct|union|class) /, '')
      .trim();
    if (NUMBER.test(name)) return true;
    if (/[*&(]/.test(name.replace(/\((?:unnamed|anonymous)[^)]*\)/, '')) || depth > 20) return false;
    const meant = this.typedefs.get(name);
    if (meant && canonical(meant).replace(/^(?:struct|union|class) /, '') !== name)
      return this.isSame(meant, depth + 1);
    const record = this.scope.recordOf({ qualType: name });
    if (!record || this.polymorphic.has(record.name)) return false;
    return [...record.fields.map((field) => field.type), ...(this.bases.get(record.name) ?? [])].every((part) =>
      this.isSame(part, depth + 1),
    );
  }
}
