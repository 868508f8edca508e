import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CleanupStack } from '#core/async/cleanup-stack';
import { Emitter } from '#core/async/emitter';
import { Redactor } from '#core/secrets/redact';
import { createPromptEngine } from '../../../../src-main/prompts/index.ts';
import { RestService } from '../../../../src-main/prompts/rest/index.ts';
import { openFolderStore, openRedisStore } from '../../../../src-main/prompts/stores/index.ts';
import { createToolCaller } from '../../../../src-main/prompts/tools/index.ts';
import { hasRedis, startRedis } from '../../../support/redis-server.ts';
import { restBox } from '../../../support/rest-box.ts';
import { promptRecord } from '../../../support/rest-fixture.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const RENDERS = process.env.SIGMA_TEST_LONG === '1' ? 10_000 : 600;

test('while a refresh replaces templates, none is mixed or missing', async () => {
  await using box = await restBox({ store: 'folder' });
  const versions = ['one', 'two'].map((word) => promptRecord(`${word} {{.args.x}} ${word}`));
  await box.put(versions[0] ?? {});
  let isOver = false;
  const replacing = (async () => {
    for (let at = 1; !isOver; at++) await box.put(versions[at % 2] ?? {});
  })();
  const wrong: string[] = [];
  for (let at = 0; at < RENDERS; at += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => box.post('/api/prompts/demo.p/render', { args: { x: 'x' } })),
    );
    wrong.push(...answers.map(({ text }) => text).filter((text) => !/"(?:one x one|two x two)"/.test(text)));
  }
  isOver = true;
  await replacing;
  expect(wrong).toEqual([]);
});

/** The service as the app has it, over a store of its own. */
async function serviceBox() {
  const cleanup = new CleanupStack();
  const folder = cleanup.use(await temporaryFolder());
  const store = cleanup.use(await openFolderStore({ folder: join(folder.path, 'store'), log: silentLogger }));
  const mcp = { call: () => Promise.reject(new Error('There are no MCP servers')) };
  const tools = cleanup.use(createToolCaller({ settings: () => ({ allow: [] }), mcp, log: silentLogger }));
  const refresh = { extension: 300_000, template: 300_000, environ: 300_000, tool: 300_000 };
  const settings = { timeoutMs: 20_000, undefined: 'guarded', refresh } as const;
  const own = { keys: () => [], read: async () => undefined, onChanged: new Emitter<void>().subscribe };
  const engine = cleanup.use(createPromptEngine({ store, own, tools, settings: () => settings, log: silentLogger }));
  const redactor = new Redactor();
  const service = cleanup.use(
    new RestService({
      engine,
      file: {
        openFolder: (log) => openFolderStore({ folder: join(folder.path, 'embedded'), log }),
        openRedis: (redis, log) => openRedisStore({ ...redis, log }),
        own,
        mcp,
        protoFolder: folder.path,
      },
      llm: { resolve: async () => undefined },
      settings: () => ({ port: 0, systemPrompt: '' }),
      tokenFile: join(folder.path, 'rest.token'),
      version: '0.0.0',
      redactor,
      log: silentLogger,
    }),
  );
  return { service, redactor, folder: folder.path, [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose]() };
}

test('started by the settings it needs the generated token, which stays and is its owner’s alone', async () => {
  await using box = await serviceBox();
  const { service, folder } = box;
  const { url } = await service.start({});
  const token = await service.token();
  expect(service.state.value).toMatchObject({ isOn: true, url, needsToken: true, requests: 0 });
  expect((await fetch(`${url}/api/prompts`)).status).toBe(401);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${url}/api/prompts`, { headers })).status).toBe(200);
  await expect.poll(() => service.state.value).toMatchObject({ requests: 2, failures: 1 });
  expect((await stat(join(folder, 'rest.token'))).mode & 0o777).toBe(0o600);
  expect((await readFile(join(folder, 'rest.token'), 'utf8')).trim()).toBe(token);
  await expect(service.start({})).rejects.toThrow('The REST API is on already');
  await service.stop();
  expect(service.state.value.isOn).toBe(false);
  await service.start({});
  expect(await service.token()).toBe(token);
});

test('by a file it needs none on loopback, and says what it serves; a broken one leaves it off', async () => {
  await using box = await serviceBox();
  const { service, folder } = box;
  const config = join(folder, 'config.yaml');
  await writeFile(config, 'server: { listen_addr: nowhere }\n');
  await expect(service.start({ config })).rejects.toThrow(/server.listen_addr: must be host:port/);
  expect(service.state.value).toMatchObject({ isOn: false, problem: expect.stringContaining('server.listen_addr') });
  await writeFile(config, 'server: { listen_addr: "127.0.0.1:0" }\n');
  const lines: string[] = [];
  service.onLog((text) => lines.push(text));
  const { url } = await service.start({ config });
  expect(service.state.value).toMatchObject({
    isOn: true,
    needsToken: false,
    file: config,
    store: join(folder, 'embedded'),
  });
  expect(await (await fetch(`${url}/api/prompts`)).json()).toEqual([]);
  await expect.poll(() => lines.join('')).toMatch(/level=info msg=request method=GET path=\/api\/prompts status=200/);
  expect(await service.start({ config, mayBeOn: true })).toEqual({ url, wasOn: true });
  await expect(service.token()).rejects.toThrow(/need no token/);
});

test('a log’s file lies beside its configuration, and a password within redis.addr is in nothing', async () => {
  await using box = await serviceBox();
  const { service, folder, redactor } = box;
  const config = join(folder, 'config.yaml');
  await writeFile(
    config,
    `server: { listen_addr: "127.0.0.1:0" }
logger: { output: file, file_name: rest.log }
redis: { addr: "redis://me:p%40ss-w0rd-123@127.0.0.1:1" }
`,
  );
  const { url } = await service.start({ config });
  await fetch(`${url}/api/prompts/a.b/p%40ss-w0rd-123`);
  await service.stop();
  const log = await readFile(join(folder, 'rest.log'), 'utf8');
  expect(log).toContain('status=404');
  expect(log).not.toContain('ss-w0rd');
  expect(redactor.text('with p@ss-w0rd-123.')).not.toContain('ss-w0rd');
});

describe.runIf(hasRedis)('Redis (skipped where redis-server is not installed)', () => {
  test('that is down at the start: it starts all the same, says so, and serves when it comes', async () => {
    await using box = await serviceBox();
    const redis = await startRedis();
    await redis.kill();
    const config = join(box.folder, 'config.yaml');
    await writeFile(config, `server: { listen_addr: "127.0.0.1:0" }\nredis: { addr: "${redis.addr}" }\n`);
    const { url } = await box.service.start({ config });
    const down = await fetch(`${url}/api/prompts`);
    expect([down.status, await down.json()]).toEqual([500, expect.objectContaining({ code: '500', success: false })]);
    await redis.start();
    await redis.ask(['SET', 'shenma:templates:a:b', '{"name":"b","prompt":"back"}']);
    await expect
      .poll(async () => (await fetch(`${url}/api/prompts/a.b/render`, { method: 'POST' })).status, { timeout: 15_000 })
      .toBe(200);
    await redis[Symbol.asyncDispose]();
  });

  test('that is killed while it is used: what was read goes on being rendered', async () => {
    await using box = await serviceBox();
    await using redis = await startRedis();
    await redis.ask(['SET', 'shenma:templates:a:b', '{"name":"b","prompt":"{{.x}}"}']);
    await redis.ask(['SET', 'shenma:environs:x', '"kept"']);
    const config = join(box.folder, 'config.yaml');
    await writeFile(config, `server: { listen_addr: "127.0.0.1:0" }\nredis: { addr: "${redis.addr}" }\n`);
    const { url } = await box.service.start({ config });
    const render = async () => (await fetch(`${url}/api/prompts/a.b/render`, { method: 'POST' })).text();
    await expect.poll(render, { timeout: 15_000 }).toContain('"kept"');
    await redis.kill();
    const answers = await Promise.all(Array.from({ length: 200 }, render));
    expect(answers.filter((text) => !text.includes('"kept"'))).toEqual([]);
    expect((await fetch(`${url}/api/prompts`)).status).toBe(200);
  });
});
