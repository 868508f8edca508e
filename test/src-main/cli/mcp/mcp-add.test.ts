import { expect, test } from 'vitest';
import type { Api } from '#contract';
import { mcpServersCommand } from '../../../../src-main/cli/mcp/mcp-servers.ts';

test('sigma mcp add fails where the server could not be written down, and says so', async () => {
  const said = { out: '', err: '' };
  const api = {
    app: { openWorkspace: async () => ({ path: '/w' }) },
    providers: {
      remembered: async () => [],
      attach: async () => ({ title: 'notes: true', tools: [], unsaved: 'ENOSPC: no space left on device, write' }),
    },
  } as unknown as Api;
  const code = await mcpServersCommand({
    stdout: { write: (text: string) => (said.out += text) },
    stderr: { write: (text: string) => (said.err += text) },
    words: ['add', 'notes', 'true'],
    workspace: '/w',
    environment: {},
    open: async () => ({ api, joined: undefined, [Symbol.asyncDispose]: async () => {} }),
  });
  expect([code, said.out]).toEqual([1, '']);
  expect(said.err).toContain(
    'notes: true was started, but is not remembered: it could not be written down: ENOSPC: no space left on device',
  );
});
