/**
 * Class templates of the program that only manage memory: `template <class T> class DeviceBuffer { T *data; … }`, or a class derived from a library's
 * vector. Like library containers, their objects are sites of their own, because fields in the one text of the class would join all objects. A struct
 * with several arrays, or without methods, is not treated as a container, because its fields are more precise.
 */
import { type AstNode, children } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';
import { templateParameters } from './template-parameters.js';
import { isState } from './type-dependent-code.js';

const LIBRARY_CONTAINER =
  /^(?:std|thrust)::(?:\w+::)*(?:vector|array|deque|list|(?:host|device|universal)_vector|unique_ptr|shared_ptr|device_ptr)\s*</;

export function isContainerTemplate(scope: UnitScope, template: AstNode): boolean {
  const types = templateParameters(template).filter((name) => name !== '');
  const pattern = children(template).find((child) => child.kind === 'CXXRecordDecl' && child.completeDefinition);
  if (types.length !== 1 || !pattern || holdsState(pattern)) return false;
  if (scope.specialisedClasses.has(template.name ?? '')) return false;
  const element = types[0]!;
  const mentions = new RegExp(`\\b${element}\\b`);
  const holds = (type: string) => mentions.test(type) && (type.includes('*') || LIBRARY_CONTAINER.test(type));
  const bases = (pattern.bases ?? []) as { type: { qualType: string } }[];
  const fields = children(pattern).filter((child) => child.kind === 'FieldDecl');
  const memories =
    bases.filter((base) => LIBRARY_CONTAINER.test(base.type.qualType)).length +
    fields.filter((field) => holds(field.type?.qualType ?? '')).length;
  const hasMethods = children(pattern).some(
    ({ kind, isImplicit }) => (kind === 'CXXMethodDecl' || kind === 'CXXConstructorDecl') && !isImplicit,
  );
  const onlyMemory = fields.every((field) => field.type?.qualType !== element);
  if (memories !== 1 || !hasMethods || !onlyMemory) return false;
  const instantiations = children(template).filter((child) => child.kind === 'ClassTemplateSpecializationDecl');
  return !instantiations.some((instantiation) => computes(scope, instantiation));
}

/** A variable shared by all objects of one type. */
function holdsState(node: AstNode): boolean {
  return (node.kind === 'VarDecl' && isState(node)) || children(node).some(holdsState);
}

/** Arithmetic on numbers, or numbers passed to a kernel or function of the program: more than storing them. */
function computes(scope: UnitScope, node: AstNode): boolean {
  if (node.kind === 'CUDAKernelCallExpr') return true;
  const isOperator =
    node.kind === 'CompoundAssignOperator' ||
    (node.kind === 'BinaryOperator' && !/^(?:=|,|&&|\|\||[<>=!]=?|==)$/.test(node.opcode ?? ''));
  if (isOperator && scope.types.read(node.type).shape === 'scalar' && scope.types.read(node.type).format !== null)
    return true;
  return children(node).some((child) => computes(scope, child));
}
