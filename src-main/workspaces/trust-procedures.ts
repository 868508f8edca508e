import type { WorkspaceReview } from '#contract';
import { AppError } from '#core/app-error';
import { os } from '#core/servers/procedures';
import type { LifeParts } from './life/parts.ts';
import type { AgentWorkspaces } from './list/agent-workspaces.ts';

const of = os.workspaces;

/** Procedures for the review before a workspace is trusted, and for trusting it. */
export function trustProcedures(all: AgentWorkspaces, parts: LifeParts) {
  return {
    review: of.review.handler(({ input }) => reviewOf(parts, input.path)),
    trust: of.trust.handler(({ input }) => trustWorkspace(all, parts, input)),
    restrict: of.restrict.handler(async ({ input: { path } }) => {
      await parts.trust.restrict(path);
      parts.record('workspace.restricted', { workspace: path, by: 'person' });
      await all.find(path)?.refresh();
    }),
  };
}

/** Reviews what a folder would run, read again. @throws AppError NOT_FOUND, INVALID_INPUT, UNAVAILABLE */
async function reviewOf({ readLayout, trust }: LifeParts, path: string): Promise<WorkspaceReview> {
  const [layout, now] = await Promise.all([readLayout(path), trust.hash(path)]);
  return await trust.review(path, layout, now);
}

/** Review that a person read, and the extent of their trust. */
export interface TrustDecision {
  /** Hash of the review. */
  readonly hash: string;
  readonly network: boolean;
}

/**
 * Trusts what was reviewed and has it run. @throws AppError CONFLICT if the folder is another by now, DENIED,
 * UNAVAILABLE
 */
export async function trustWorkspace(
  all: AgentWorkspaces,
  parts: LifeParts,
  { path, hash, network }: TrustDecision & { readonly path: string },
): Promise<void> {
  const workspace = all.get(path);
  const now = await parts.trust.hash(path);
  if (now.problem !== undefined) throw new AppError('DENIED', now.problem, { where: path });
  const trusted = await parts.trust.trust(path, { hash, hasNetwork: network });
  parts.record('workspace.trusted', { workspace: path, hash, files: trusted.files.size, network });
  // Its own start is told by its state.
  void workspace.refresh();
}
