/**
 * `extern __shared__ T s[];` is an array allocated by the launch. The port turns it into a pointer to the dynamic shared memory of the running
 * block.
 */
import { type AstNode, children } from '../frontend/ast/node.js';
import type { SourceEdits } from './source-edits.js';

interface Declared {
  readonly node: AstNode;
  /** Declared in a function; otherwise every function of the file may name it. */
  readonly isLocal: boolean;
  readonly nameBegin: number;
  readonly nameEnd: number;
  readonly end: number;
}

export function portDynamicShared(edits: SourceEdits): void {
  const lists = new Map<string, { file: number; begin: number; declared: Declared[] }>();
  for (const scope of edits.syntax.scopes) {
    for (const node of scope.others.values()) {
      const range = isDynamicShared(node) ? edits.syntax.places.ofNode(node)?.range : undefined;
      const name = edits.syntax.places.ofName(node)?.range;
      if (!range || !name) continue;
      const key = `${range.file}:${range.begin}`;
      if (!lists.has(key)) lists.set(key, { file: range.file, begin: range.begin, declared: [] });
      const { declared } = lists.get(key)!;
      if (!declared.some(({ nameBegin }) => nameBegin === name.begin))
        declared.push({
          node,
          isLocal: scope.localTo.has(node.id),
          nameBegin: name.begin,
          nameEnd: name.end,
          end: range.end,
        });
    }
  }
  for (const { file, begin, declared } of lists.values())
    replaceDeclaration(
      edits,
      file,
      begin,
      declared.sort((a, b) => a.nameBegin - b.nameBegin),
    );
}

export function isDynamicShared(node: AstNode): boolean {
  return (
    node.kind === 'VarDecl' &&
    node.storageClass === 'extern' &&
    children(node).some((attribute) => attribute.kind === 'CUDASharedAttr')
  );
}

const IN_PARENTHESES = String.raw`\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
const SPECIFIERS = new RegExp(
  String.raw`\b(?:extern|static|__shared__)\b|\b(?:__align__|alignas|__attribute__|__declspec)${IN_PARENTHESES}`,
  'g',
);

/** The type of a shared variable, from the text before its name. */
export function sharedType(text: string): string {
  return text.replace(SPECIFIERS, '').replace(/\s+/g, ' ').trim();
}

function replaceDeclaration(edits: SourceEdits, file: number, begin: number, declared: readonly Declared[]): void {
  const { text } = edits.syntax.places.files[file]!.source;
  const [first] = declared as [Declared];
  const end = declared.at(-1)!.end;
  edits.replace({ file, begin, end }, 'dynamic-shared', (inner) => {
    const type = sharedType(inner(begin, first.nameBegin));
    return declared
      .map(({ node, isLocal, nameEnd, end: own }) => {
        const rows = (text.slice(nameEnd, own).match(/\[[^\]]*\]/g) ?? ['[]']).slice(1).join('');
        return isLocal ? localPointer(type, node.name!, rows) : filePointer(type, node, rows);
      })
      .join('; ');
  });
}

function localPointer(type: string, name: string, rows: string): string {
  if (rows)
    return `${type} (*${name})${rows} = reinterpret_cast<${type} (*)${rows}>(::mx_runtime::port::dynamic_shared<${type}>())`;
  return `${type} *${name} = ::mx_runtime::port::dynamic_shared<${type}>()`;
}

/** A reference to the port's own pointer, whose value changes with the running block. */
function filePointer(type: string, { name, previousDecl }: AstNode, rows: string): string {
  if (previousDecl) return '';
  const pointer = `mx_pointer_to_${name}`;
  const aliased = '__attribute__((__may_alias__))';
  const declarator = rows ? `(*${aliased} ${pointer})${rows}` : `*${aliased} ${pointer}`;
  return `typedef ${type} ${declarator}; static ${pointer} &${name} = reinterpret_cast<${pointer} &>(::mx_runtime::port::shared_memory)`;
}
