/**
 * Explicit casts to a number, `(double)x`, `static_cast<double>(x)`, `real(0.5)`, are unnamed sites inside expressions. A cast whose value is stored,
 * passed or returned directly changes with that site; the cast of a constant changes with the number it is combined with. Any other cast is a group
 * of its own.
 */
import type { Place } from '../../../program/place.js';
import type { Operation, SiteIndex, Value, ValueIndex } from '../../../program/program.js';
import { operandsOf } from '../../../program/verify.js';
import type { AstNode } from '../../ast/node.js';
import { readCast } from '../../lexical/cast-text.js';
import type { BodyLowering } from '../body/function-body.js';
import type { ProgramBuilder } from '../builder.js';
import type { FunctionDraft } from '../drafts.js';
import { placeKey } from '../places.js';

/** The name of a cast for users, numbered within its function. */
export const CAST_NAME = '(cast)';

/** The site of a cast; null if it is not executed at run time. */
export function declareCast(body: BodyLowering, node: AstNode): SiteIndex | null {
  const { builder, owner } = body;
  const place = body.place(node);
  const { format } = body.types(node);
  if (owner === null || !place || body.unevaluated > 0 || body.constants > 0 || body.initialised !== null) return null;
  const isGiven = builder.places.isInCommandLineMacro(node);
  if ((format !== 'fp64' && format !== 'fp32') || (!isGiven && builder.places.isInSystemMacro(node))) return null;
  const draft = builder.functions[owner]!;
  const onDevice = draft.kind !== 'host';
  const site = builder.declareSite(
    {
      kind: 'cast',
      name: CAST_NAME,
      function: owner,
      record: null,
      namespace: '',
      place,
      declaration: typeRange(builder, place),
      type: node.type!.qualType,
      shape: 'scalar',
      isOfVectors: false,
      elements: null,
      format,
      space: onDevice ? 'local' : 'host',
      inDeviceCode: onDevice,
      startsAsConstant: draft.isConstexpr,
      isConstantOfHost: false,
      isPassedByLibrary: false,
      combinedByOpenMp: null,
      scannedAt: null,
      usedInPlace: null,
      overloadedFor: null,
    },
    `cast in ${owner} ${body.numbered(placeKey(place))}`,
  );
  if (isGiven) builder.freeze(site, 'given-macro', '');
  body.scope.casts.set(node.id, site);
  return site;
}

/** The span of the type. For a cast in the body of a macro only the place of the macro's use is known. */
function typeRange(builder: ProgramBuilder, { range, spelling }: Place): Place['range'] {
  const type = spelling === null ? readCast(builder.places.text(range)) : null;
  return type ? { file: range.file, begin: range.begin + type.begin, end: range.begin + type.end } : range;
}

export function joinCasts(builder: ProgramBuilder): void {
  for (const draft of builder.functions) new CastsOf(builder, draft).join();
}

class CastsOf {
  private readonly users: ValueIndex[][];

  constructor(
    private readonly builder: ProgramBuilder,
    private readonly draft: FunctionDraft,
  ) {
    this.users = draft.values.map(() => []);
    draft.values.forEach((value, user) => {
      for (const operand of operandsOf(value)) this.users[operand]?.push(user);
    });
  }

  join(): void {
    this.draft.values.forEach((value, index) => {
      const operation = this.operationOf(value);
      if (value.kind !== 'operation' || operation?.castTo === undefined) return;
      const cast = operation.castTo;
      if (this.builder.sites[cast]!.frozen.some(({ code }) => code === 'given-macro')) return; // it is not joined with anything
      const isConstant = value.operands.every((operand) => this.isConstant(operand));
      const partner = this.goal(index, cast) ?? (isConstant ? this.met(index, cast, 0) : null);
      if (partner !== null) this.builder.join(cast, partner, 'converted', operation.place, operation.function);
      else if (this.users[index]!.every((user) => this.isLibraryUse(user)))
        this.builder.freeze(cast, 'for-library', `at ${this.builder.at(operation.place)}`);
    });
  }

  /** The site of the same format that the value is stored in, passed as or returned as. */
  private goal(value: ValueIndex, cast: SiteIndex): SiteIndex | null {
    for (const user of this.users[value]!) {
      const found = this.draft.values[user]!;
      const site =
        found.kind === 'store'
          ? found.site
          : found.kind === 'return'
            ? this.draft.returnSite
            : this.passedAs(found, value);
      if (site !== null && this.isAlike(site, cast)) return site;
    }
    return null;
  }

  private passedAs(call: Value, value: ValueIndex): SiteIndex | null {
    if (call.kind !== 'call' || call.function === null) return null;
    const parameters = this.builder.functions[call.function]!.parameters.filter(
      (site) => site !== null && /^(?:scalar|vector)$/.test(this.builder.sites[site]!.shape),
    );
    return parameters.length === call.arguments.length ? parameters[call.arguments.indexOf(value)]! : null;
  }

  /** The number that a constant is combined with, or the site that the result goes to. */
  private met(value: ValueIndex, cast: SiteIndex, depth: number): SiteIndex | null {
    if (depth > MAX_DEPTH) return null;
    for (const user of this.users[value]!) {
      const found = this.draft.values[user]!;
      if (found.kind !== 'operation' && found.kind !== 'select') continue;
      for (const operand of found.operands) {
        const site = operand === value ? null : this.origin(operand, cast, 0);
        if (site !== null && site !== cast) return site;
      }
      const further = this.goal(user, cast) ?? this.met(user, cast, depth + 1);
      if (further !== null) return further;
    }
    return null;
  }

  /** A site of the cast's format that a value comes from. */
  private origin(value: ValueIndex, cast: SiteIndex, depth: number): SiteIndex | null {
    const found = this.draft.values[value];
    if (!found || depth > MAX_DEPTH) return null;
    switch (found.kind) {
      case 'load':
      case 'parameter':
      case 'phi':
      case 'store':
        return found.site !== null && this.isAlike(found.site, cast) ? found.site : null;
      case 'call': {
        const returned = found.function === null ? null : this.builder.functions[found.function]!.returnSite;
        return returned !== null && this.isAlike(returned, cast) ? returned : null;
      }
      case 'operation': {
        const castTo = this.operationOf(found)?.castTo;
        if (castTo === undefined) return this.firstOrigin(found.operands, cast, depth);
        // with two constants, neither determines the other's format
        const isConstant = found.operands.every((operand) => this.isConstant(operand));
        return !isConstant && this.isAlike(castTo, cast) ? castTo : null;
      }
      case 'select':
        return this.firstOrigin(found.operands, cast, depth);
      default:
        return null;
    }
  }

  private firstOrigin(operands: readonly ValueIndex[], cast: SiteIndex, depth: number): SiteIndex | null {
    for (const operand of operands) {
      const site = this.origin(operand, cast, depth + 1);
      if (site !== null) return site;
    }
    return null;
  }

  private isConstant(value: ValueIndex): boolean {
    const found = this.draft.values[value]!;
    if (found.kind === 'literal' || found.kind === 'integer') return true;
    if (found.kind !== 'operation' || this.operationOf(found)?.castTo !== undefined) return false;
    return found.operands.every((operand) => this.isConstant(operand));
  }

  /** Passed to a library function or stored in a library object. */
  private isLibraryUse(user: ValueIndex): boolean {
    const found = this.draft.values[user]!;
    return (found.kind === 'call' && found.function === null) || (found.kind === 'store' && found.site === null);
  }

  private isAlike(site: SiteIndex, cast: SiteIndex): boolean {
    return this.builder.sites[site]!.format === this.builder.sites[cast]!.format;
  }

  private operationOf(value: Value): Omit<Operation, 'id'> | null {
    return value.kind === 'operation' ? this.builder.operations[value.operation]! : null;
  }
}

/** The maximal depth to which an expression is followed. */
const MAX_DEPTH = 8;
