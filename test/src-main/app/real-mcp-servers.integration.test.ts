import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '#app/create-app';
import type { Api } from '#contract';
import { localClient } from '#core/servers/local-client';
import { type PhiHome, phiHome } from '../../support/phi-app.ts';

const PACKAGES = resolve(import.meta.dirname, '../../../node_modules/@modelcontextprotocol');

let home: PhiHome;
let app: App;
let api: Api;
/** Titles by server name; a rule is for the very command that was attached. */
const titles = new Map<string, string>();

async function stored(name: string, value: unknown): Promise<void> {
  const path = join(home.dataFolder, 'prompts', 'store', `${name}.json`);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, JSON.stringify(value));
}

const prompt = (content: string) => ({
  name: 'p',
  messages: [{ role: 'user', content }],
  supports: ['chat'],
  parameters: { type: 'object', properties: {} },
  returns: {},
});
const text = { type: 'string' };
const tool = (server: string, name: string, properties: Record<string, object>) => ({
  name,
  description: `${name} of ${server}`,
  parameters: { type: 'object', properties, required: Object.keys(properties) },
  returns: {},
  module: server,
  supports: ['chat'],
  type: 'mcp',
  mcp: { server, tool: name },
});

beforeAll(async () => {
  home = await phiHome({});
  const { workspace } = home;
  await writeFile(join(workspace, 'notes.txt'), 'kept in a file\n');
  await stored('tools/every/echo', tool('everything', 'echo', { message: text }));
  await stored('tools/every/sum', tool('everything', 'get-sum', { a: { type: 'number' }, b: { type: 'number' } }));
  await stored('tools/every/weather', tool('everything', 'get-structured-content', { location: text }));
  await stored('tools/disk/read', tool('disk', 'read_text_file', { path: text }));
  app = await home.open();
  api = localClient(app);
  await api.settings.set({ key: 'prompts.render.timeout_ms', value: 20_000 });
  const argvOf = {
    everything: ['server-everything/dist/index.js', 'stdio'],
    disk: ['server-filesystem/dist/index.js', workspace],
  };
  for (const [name, [script = '', ...rest]] of Object.entries(argvOf)) {
    const argv = [process.execPath, join(PACKAGES, script), ...rest];
    const spec = { kind: 'mcp', name, transport: { type: 'stdio', argv, environment: {} } } as const;
    titles.set(name, (await api.providers.attach({ spec, remember: false })).title);
  }
});

afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

async function rendered(content: string) {
  await stored('templates/real/p', prompt(content));
  await api.prompts.refresh();
  const { outcome } = await api.prompts.preview({ id: 'real.p', args: '{}' });
  return outcome.isRendered ? outcome.rendered.messages[0]?.content : outcome.failure;
}

const allow = (server: string, name: string, provider = titles.get(server) ?? '') =>
  api.rules.save({ scope: 'user', rule: { verdict: 'allow', subject: { kind: 'tool', provider, tool: name } } });

test('a template calls the tools of servers from npm once a rule allows them: text, JSON, structured content, files', async () => {
  expect(await rendered('[{{every_echo "before"}}]')).toBe('[]');
  await allow('everything', 'everything_echo');
  expect(await rendered('[{{every_echo "hi"}}]')).toBe('[Echo: hi]');
  await allow('everything', 'everything_get-sum');
  expect(await rendered('{{every_sum 2 40}}')).toMatch(/42/);
  await allow('everything', 'everything_get-structured-content');
  expect(await rendered('{{(every_weather "New York").conditions}}')).toMatch(/\w/);
  await allow('disk', 'disk_read_text_file');
  expect(await rendered(`[{{(disk_read "${join(home.workspace, 'notes.txt')}").content}}]`)).toBe('[kept in a file\n]');
});

test('what a server refuses is empty in the prompt, and its reason is said', async () => {
  const refused = await rendered('[{{disk_read "/etc/hostname"}}]');
  expect(refused).toBe('[]');
  const { outcome } = await api.prompts.preview({ id: 'real.p', args: '{}' });
  expect(JSON.stringify(outcome)).toMatch(/Access denied/);
});
