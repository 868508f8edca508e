import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildIfStale } from '../../support/build-if-stale.ts';
import { hasRedis, startRedis } from '../../support/redis-server.ts';
import { sigmaService } from '../../support/sigma-service.ts';
import { stubServer } from '../../support/stub-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

beforeAll(buildIfStale, 300_000);

const sigma = (folder: string, ...args: readonly string[]) => sigmaService('prompts', folder, ...args);

async function render(url: string, id: string, args: object): Promise<unknown> {
  const body = JSON.stringify({ args });
  const response = await fetch(`${url}/api/prompts/${id}/render`, { method: 'POST', body });
  return await response.json();
}

test('sigma prompts serves the folder until SIGTERM; another one follows it and leaves it on', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'config.yaml');
  await writeFile(file, 'server: { listen_addr: "127.0.0.1:0" }\nlogger: { format: json }\n');
  await using command = sigma(folder.path);
  const url = await command.url();
  expect(command.said.stdout).toContain(`Configuration ${file}\n`);
  const store = /Records (\S+)/.exec(command.said.stdout)?.[1] ?? '';
  expect(store).toContain(join(folder.path, 'data'));
  expect(await (await fetch(`${url}/api/tools`)).json()).toEqual(expect.any(Array));
  await mkdir(join(store, 'templates', 'mine'), { recursive: true });
  await writeFile(join(store, 'templates', 'mine', 'hi.json'), '{"name":"hi","prompt":"Hi {{.args.who}}"}');
  await expect
    .poll(() => render(url, 'mine.hi', { who: 'Ann' }), { timeout: 30_000 })
    .toEqual({ status: 'success', kind: 'prompt', rendered_prompt: 'Hi Ann' });
  await expect
    .poll(() => command.said.stdout)
    .toMatch(/"level":"info",.*"method":"POST","path":"\/api\/prompts\/mine.hi\/render","status":200/);
  expect(command.said.stdout).toContain('Changes of records are seen at once\n');
  await writeFile(join(store, 'templates', 'mine', 'bad.json'), '{"name":');
  await expect.poll(() => command.said.stdout, { timeout: 30_000 }).toMatch(/prompts.recordProblem.*mine:bad/);
  command.signal('SIGHUP');
  expect(await (await fetch(`${url}/api/problems`)).json()).toMatchObject([{ key: 'shenma:templates:mine:bad' }]);
  await using second = sigma(folder.path, '-config', file);
  expect(await second.url()).toBe(url);
  expect(second.said.stdout).toMatch(/One record has a problem:\n {2}shenma:templates:mine:bad: /);
  expect(second.said.stdout).toMatch(/already runs \(process \d+\)[\s\S]*was on already/);
  second.signal('SIGINT');
  expect(await second.ended).toBe(0);
  expect((await fetch(`${url}/api/prompts`)).status).toBe(200);
  command.signal('SIGTERM');
  expect(await command.ended).toBe(0);
  await expect(fetch(`${url}/api/prompts`)).rejects.toThrow();
});

test('a file that is named and missing, or broken, is told with every problem; the exit code is 1', async () => {
  await using folder = await temporaryFolder();
  await using missing = sigma(folder.path, '-config', join(folder.path, 'none.yaml'));
  expect(await missing.ended).toBe(1);
  expect(missing.said).toEqual({ stdout: '', stderr: `There is no configuration file ${folder.path}/none.yaml\n` });
  await writeFile(join(folder.path, 'config.yaml'), 'server:\n  listen_addr: 8080\nredis: { db: many }\n');
  await using broken = sigma(folder.path);
  expect(await broken.ended).toBe(1);
  expect(broken.said.stdout).toBe('');
  for (const key of ['server.listen_addr (line 2)', 'redis.db (line 3)']) expect(broken.said.stderr).toContain(key);
});

describe.runIf(hasRedis)('with Redis (skipped where redis-server is not installed)', () => {
  test('its records are those of redis.addr, and its log goes into the file; the key is in neither', async () => {
    await using folder = await temporaryFolder();
    await using redis = await startRedis();
    await redis.ask(['SET', 'shenma:templates:a:b', '{"name":"b","prompt":"from {{.vscode.x}}"}']);
    await redis.ask(['SET', 'shenma:environs:vscode:x', '"redis"']);
    const gone = await stubServer(() => {});
    await gone[Symbol.asyncDispose]();
    const key = 'sk-test-0123456789abcdefghij';
    await writeFile(
      join(folder.path, 'c.yaml'),
      `server: { listen_addr: "127.0.0.1:0" }
redis: { addr: "${redis.addr}" }
logger: { output: file, file_name: ${join(folder.path, 'rest.log')} }
llm: { api_base: "${gone.url}", api_key: "${key}", model: m }
`,
    );
    await using command = sigma(folder.path, '--config', 'c.yaml');
    const url = await command.url();
    await expect
      .poll(() => render(url, 'a.b', {}), { timeout: 30_000 })
      .toMatchObject({ rendered_prompt: 'from redis' });
    const response = await fetch(`${url}/api/prompts/a.b/chat`, { method: 'POST', body: '{}' });
    const text = await response.text();
    expect([response.status, text]).toEqual([502, expect.stringContaining('ECONNREFUSED')]);
    command.signal('SIGTERM');
    expect(await command.ended).toBe(0);
    const log = await readFile(join(folder.path, 'rest.log'), 'utf8');
    expect(log).toMatch(/level=error msg=request method=POST path=\/api\/prompts\/a.b\/chat status=502/);
    expect(text + log + command.said.stdout + command.said.stderr).not.toContain(key);
  });
});
