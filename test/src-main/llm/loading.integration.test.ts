import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The heavy packages that a fresh process has loaded after `code`; V8's coverage lists every script. */
async function loadedAfter(code: string): Promise<string[]> {
  await using folder = await temporaryFolder();
  await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=commonjs', '-e', code], {
    cwd: ROOT,
    env: { ...process.env, NODE_V8_COVERAGE: folder.path },
  });
  const urls: string[] = [];
  for (const name of await readdir(folder.path)) {
    const report = JSON.parse(await readFile(join(folder.path, name), 'utf8')) as { result: { url: string }[] };
    urls.push(...report.result.map(({ url }) => url));
  }
  expect(urls.filter((url) => url.includes('src-main/llm/clients/create-clients.ts'))).not.toEqual([]);
  const packages = urls.map((url) => /node_modules\/(openai|undici)\//.exec(url)?.[1]);
  return [...new Set(packages.filter((name) => name !== undefined))].sort();
}

test('openai and undici load at the first request, not at the start', async () => {
  const start = `
    const { createClients } = require('#llm');
    const { Redactor } = require('#core/secrets/redact');
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const settings = () => ({ topP: 0.25, stallMs: 1000 });
    const keys = { keyFor: async () => ({ key: 'none' }), unauthorized: async () => undefined };
    const clients = createClients({ keys, settings, environment: {}, log, redactor: new Redactor() });
    const client = clients.clientFor({ name: 'p', baseUrl: 'http://127.0.0.1:1/v1', model: 'm', concurrency: 1 });`;
  expect(await loadedAfter(start)).toEqual([]);
  const request = `${start}
    (async () => {
      for await (const event of client.stream({ messages: [], tools: [] }, AbortSignal.timeout(9000))) if (event.type) break;
    })();`;
  expect(await loadedAfter(request)).toEqual(['openai', 'undici']);
});
