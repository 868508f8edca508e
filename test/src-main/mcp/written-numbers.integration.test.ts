import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../../support/js-package.ts';
import { openTestLink } from '../../support/mcp-link.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A server that answers each call with the line by which it was asked. */
const SERVER = `
import { createInterface } from 'node:readline';
const answers = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'line', inputSchema: { type: 'object' } }] }),
  'tools/call': (line) => ({ content: [{ type: 'text', text: line }] }),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const result = answers[method]?.(line);
  if (result) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
`;

test('a program that speaks MCP gets whole numbers with all their digits', async () => {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, { 'server.mjs': SERVER });
  const argv = [process.execPath, join(folder.path, 'server.mjs')];
  await using link = await openTestLink({
    kind: 'mcp',
    name: 'lines',
    transport: { type: 'stdio', argv, environment: {} },
  });
  const written = '{"id":12345678901234567890}';
  const request = {
    tool: link.declarations()[0]?.name ?? '',
    arguments: written,
    dir: '/',
    session: 's',
    callId: 'c',
    timeoutMs: 10_000,
  };
  expect(await link.call(request, new AbortController().signal)).toContain(written);
});
