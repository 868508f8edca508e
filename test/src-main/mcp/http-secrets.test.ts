import { expect, test } from 'vitest';
import { Redactor } from '#core/secrets/redact';
import { reachHttp } from '../../../src-main/mcp/http-wire.ts';
import { mcpOpener } from '../../../src-main/mcp/open-mcp.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { json, stubServer } from '../../support/stub-server.ts';

const URL_WITH_KEY = 'http://127.0.0.1:9/mcp?tavilyApiKey=tvly-abc-0123456789&page=1';

test('a key in an address is not in what is logged of it', async () => {
  const lines: unknown[] = [];
  const log = { debug: (_: string, data?: object) => void lines.push(data) };
  const wire = await reachHttp({ url: URL_WITH_KEY, headers: {}, log });
  wire.transport.onerror?.(new Error('no'));
  expect(lines).toEqual([{ url: 'http://127.0.0.1:9/mcp', error: 'no' }]);
  await wire.close(0);
});

test('a key in an address is blanked like one in a header', async () => {
  const redactor = new Redactor();
  const open = mcpOpener({ version: '1', redactor, log: silentLogger });
  const none = async () => undefined;
  const context = {
    cwd: '/',
    environment: {},
    readyMs: 1000,
    confirm: async () => true,
    askForm: none,
    onProgress: () => {},
    onStderr: () => {},
  };
  const transport = { type: 'http', url: URL_WITH_KEY, headers: {} } as const;
  const signal = new AbortController().signal;
  await expect(open({ kind: 'mcp', name: 's', transport }, context, signal)).rejects.toThrow();
  expect(redactor.text('no quota for tvly-abc-0123456789')).toBe('no quota for [secret removed]');
});

test('secrets among the variables and headers of a server are blanked, whatever they are called', async () => {
  const redactor = new Redactor();
  const open = mcpOpener({ version: '1', redactor, log: silentLogger });
  const none = async () => undefined;
  const context = {
    cwd: '/',
    environment: {},
    readyMs: 5000,
    confirm: async () => true,
    askForm: none,
    onProgress: () => {},
    onStderr: () => {},
  };
  const environment = { DB_PASS: 'hush-hush-1', GITHUB_PAT: 'hush-hush-2', DATABASE: 'postgres://me:hush-hush-3@db/x' };
  const program = {
    type: 'stdio' as const,
    argv: ['/bin/false'],
    environment: { ...environment, MODE: 'plain-words', SMTP_PASS: 'correct horse x' },
  };
  const address = { type: 'http', url: 'http://127.0.0.1:9/mcp', headers: { 'X-Auth': 'hush-hush-4' } } as const;
  for (const transport of [program, address]) {
    const opening = open({ kind: 'mcp', name: 's', transport }, context, new AbortController().signal);
    await expect(opening).rejects.toThrow();
  }
  const said = 'hush-hush-1 hush-hush-2 me:hush-hush-3@db hush-hush-4 plain-words (correct horse x)';
  const blank = '[secret removed]';
  expect(redactor.text(said)).toBe(`${blank} ${blank} me:${blank}@db ${blank} plain-words (${blank})`);
});

test.each([
  [{}, `Basic ${Buffer.from('me:p@ss wörd').toString('base64')}`],
  [{ authorization: 'Bearer own-token' }, 'Bearer own-token'],
])(
  'a name and a password before an address are sent as a header, beside %j, and blanked',
  async (headers, expected) => {
    await using server = await stubServer(json({}, 500));
    const redactor = new Redactor();
    const open = mcpOpener({ version: '1', redactor, log: silentLogger });
    const none = async () => undefined;
    const context = {
      cwd: '/',
      environment: {},
      readyMs: 5000,
      confirm: async () => true,
      askForm: none,
      onProgress: () => {},
      onStderr: () => {},
    };
    const url = `${server.url.replace('//', '//me:p%40ss%20w%C3%B6rd@')}/mcp`;
    const transport = { type: 'http', url, headers } as const;
    const opening = open({ kind: 'mcp', name: 's', transport }, context, new AbortController().signal);
    await expect(opening).rejects.toThrow('HTTP status 500');
    expect(server.requests[0]?.headers.authorization).toBe(expected);
    expect(redactor.text(`${url} p@ss wörd`)).not.toMatch(/p@ss|p%40ss/);
  },
);
