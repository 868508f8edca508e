import { expect, test } from 'vitest';
import { inheritAgent } from '#app/inherit-agent';
import type { WorkspacesFeature } from '#workspaces';

test.each([false, true])(
  'a branch has the network as its original does (%s), whoever else has the same files',
  async (hasNetwork) => {
    const trusted: object[] = [];
    const read = async () => ({ review: { hash: 'h' }, trusted: { hasNetwork: !hasNetwork } });
    const agents = {
      isAgent: () => true,
      isTrusted: () => true,
      hasNetwork: () => hasNetwork,
      read,
      openCopy: async (path: string) => ({ path }),
      trust: async (path: string, seen: object) => void trusted.push({ path, ...seen }),
    };

    await inheritAgent(agents as unknown as WorkspacesFeature, '/work', '/branch');

    expect(trusted).toEqual([{ path: '/branch', hash: 'h', network: hasNetwork }]);
  },
);
