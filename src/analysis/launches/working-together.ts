/** Threads of a block, or of a warp, that know of one another: their number is then part of what a kernel computes. */
import type { AstNode } from '../../frontend/ast/node.js';
import type { Variables } from './variables.js';

/** Why the size of its blocks matters to a kernel. */
export interface Obstacle {
  readonly reason: string;
  readonly node: AstNode;
}

const TOGETHER =
  /^(?:__sync(?:threads|warp)|__shfl|__ballot|__any|__all|__activemask|__match|__reduce_\w+_sync|__barrier|__cluster|__nanosleep)/;

const GROUPS = /\b(?:cooperative_groups|cg::|(?:thread_block|grid_group|coalesced_group|cluster_group)(?:_tile)?\b)/;

/** What makes threads of a block, or of a warp, work together; null where nothing does. */
export function togetherness({ tree }: Variables): Obstacle | null {
  for (const node of tree.nodes) {
    if (node.kind === 'CUDASharedAttr') {
      const owner = tree.parent(node)!;
      return { reason: `${owner.name ?? 'something'} is shared by the threads of a block`, node: owner };
    }
    const name = node.referencedDecl?.name ?? '';
    if (node.kind === 'DeclRefExpr' && TOGETHER.test(name))
      return { reason: `${name} has threads of a block wait for one another or exchange values`, node };
    if (node.kind === 'DeclRefExpr' && name === 'warpSize') return { reason: 'it asks for the size of a warp', node };
    if (node.kind === 'GCCAsmStmt') return { reason: 'it has assembly of its own', node };
    if (GROUPS.test(`${node.type?.qualType} ${node.type?.desugaredQualType}`))
      return { reason: 'it has cooperative groups', node };
    if (node.kind === 'CUDALaunchBoundsAttr')
      return { reason: '__launch_bounds__ says how many threads its blocks have', node: tree.nodes[0]! };
  }
  return null;
}
