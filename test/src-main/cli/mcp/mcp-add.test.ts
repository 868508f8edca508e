import { expect, test } from 'vitest';
import type { Api, ProviderView } from '#contract';
import { mcpServersCommand } from '../../../../src-main/cli/mcp/mcp-servers.ts';

/** Runs `sigma mcp add notes true` where attaching answers with this, too. */
async function add(kept: Pick<ProviderView, 'unsaved' | 'values'>) {
  const said = { out: '', err: '' };
  const api = {
    app: { openWorkspace: async () => ({ path: '/w' }) },
    providers: {
      remembered: async () => [],
      attach: async () => ({ title: 'notes: true', tools: [], ...kept }),
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
  return { code, ...said };
}

test('sigma mcp add fails where the server could not be written down, and says so', async () => {
  const { code, out, err } = await add({ unsaved: 'ENOSPC: no space left on device, write' });
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(
    'notes: true was started, but is not remembered: it could not be written down: ENOSPC: no space left on device',
  );
});

test('sigma mcp add says where the secret values of the server last for the run alone', async () => {
  const kept = 'Added notes: true\nIt offers no tools.\n';
  expect(await add({})).toEqual({ code: 0, out: kept, err: '' });
  const { code, out } = await add({ values: 'for-this-run' });
  expect([code, out.startsWith(kept)]).toEqual([0, true]);
  expect(out).toContain('Its secret values are forgotten when the app ends');
});
