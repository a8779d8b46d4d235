/** Detects threads of a block or a warp that communicate: their number then affects the result of a kernel. */
import type { AstNode } from '../../frontend/ast/node.js';
import { blockSizeObstacles } from './block-size-obstacles.js';
import type { Variables } from './variables.js';

/** The reason why a kernel depends on its block size. */
export interface Obstacle {
  readonly reason: string;
  readonly node: AstNode;
}

const COOPERATING_CALLS =
  /^(?:__sync(?:threads|warp)|__shfl|__ballot|__any|__all|__activemask|__match|__reduce_\w+_sync|__barrier|__cluster|__nanosleep)/;

const GROUPS = /\b(?:cooperative_groups|cg::|(?:thread_block|grid_group|coalesced_group|cluster_group)(?:_tile)?\b)/;

/** The construct that makes threads of a block or a warp communicate; null if there is none. */
export function threadCooperation({ tree }: Variables): Obstacle | null {
  for (const node of tree.nodes) {
    if (node.kind === 'CUDASharedAttr') {
      const owner = tree.parent(node)!;
      return { reason: blockSizeObstacles.sharedByThreads(owner.name ?? 'something'), node: owner };
    }
    const name = node.referencedDecl?.name ?? '';
    if (node.kind === 'DeclRefExpr' && COOPERATING_CALLS.test(name))
      return { reason: blockSizeObstacles.threadsExchange(String(name)), node };
    if (node.kind === 'DeclRefExpr' && name === 'warpSize') return { reason: blockSizeObstacles.warpSize(), node };
    if (node.kind === 'GCCAsmStmt') return { reason: blockSizeObstacles.assembly(), node };
    if (GROUPS.test(`${node.type?.qualType} ${node.type?.desugaredQualType}`))
      return { reason: blockSizeObstacles.cooperativeGroups(), node };
    if (node.kind === 'CUDALaunchBoundsAttr')
      return { reason: blockSizeObstacles.launchBounds(), node: tree.nodes[0]! };
  }
  return null;
}
