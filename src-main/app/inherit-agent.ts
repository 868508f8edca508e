import type { WorkspacesFeature } from '#workspaces';

type Agents = Pick<WorkspacesFeature, 'isAgent' | 'isTrusted' | 'hasNetwork' | 'read' | 'openCopy' | 'trust'>;

/** Makes the copy of an agent workspace one, too, set up like it and trusted where what would run of it is what was trusted. */
export async function inheritAgent(agents: Agents, from: string, to: string): Promise<void> {
  if (!agents.isAgent(from)) return;
  const { review, trusted } = await agents.read(to, new AbortController().signal);
  const { path } = await agents.openCopy(to, from);
  if (!agents.isTrusted(from) || !trusted) return;
  // The original's own: another folder with the same files may have been trusted with the network.
  await agents.trust(path, { hash: review.hash, network: agents.hasNetwork(from) });
}
