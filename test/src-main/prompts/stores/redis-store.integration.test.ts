import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Logger } from '#core/logger';
import {
  openRedisStore,
  type RedisStoreOptions,
  writeOwnVariables,
} from '../../../../src-main/prompts/stores/index.ts';
import { freePort, hasRedis, type RedisServer, startRedis } from '../../../support/redis-server.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

const KEY = 'shenma:environs:a';

async function open(options: Partial<RedisStoreOptions> & { addr: string }) {
  const logged: string[] = [];
  const write = (event: string, fields?: unknown) => void logged.push(JSON.stringify([event, fields]));
  const log: Logger = { debug: write, info: write, warn: write, error: write };
  const store = await openRedisStore({ log, ...options });
  onTestFinished(() => store[Symbol.asyncDispose]());
  const hasState = (state: string) =>
    vi.waitFor(() => expect(store.state.value.state).toBe(state), { timeout: 10_000 });
  const readOne = async (key = KEY) => (await store.read([key])).get(key);
  return { store, logged, hasState, readOne };
}

async function serve(args: readonly string[] = []): Promise<RedisServer> {
  const server = await startRedis(args);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

async function timed<T>(step: Promise<T>): Promise<[T | Error, number]> {
  const start = performance.now();
  const outcome = await step.catch((error: Error) => error);
  return [outcome, performance.now() - start];
}

test('a server that is not there holds nothing up, and is found once it is', async () => {
  const { store, hasState } = await open({ addr: `127.0.0.1:${await freePort()}` });

  const [outcome, took] = await timed(store.scan('shenma:'));

  expect(outcome).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('ECONNREFUSED') });
  expect(took).toBeLessThan(1500);
  await hasState('down');
  expect(store.state.value.since).toEqual(expect.any(Number));
});

describe.skipIf(!hasRedis)('with a redis-server (skipped where it is not installed)', () => {
  test('scans every key of a prefix without KEYS, and reads many at once', async () => {
    const server = await serve(['--rename-command', 'KEYS', '']);
    const { store, hasState, readOne } = await open({ addr: server.addr });
    await hasState('ready');
    const keys = Array.from({ length: 1200 }, (_, n) => `shenma:environs:[x]:n${n}`);
    await Promise.all(keys.map((key) => store.write(key, JSON.stringify(key))));
    await store.write('shenma:environs:x:other', '1');

    expect([...(await store.scan('shenma:environs:[x]:'))].sort()).toEqual([...keys].sort());
    const values = await store.read([...keys, 'shenma:environs:none']);
    expect(values.size).toBe(1200);
    expect(values.get(keys[7] ?? '')).toBe(JSON.stringify(keys[7]));
    await store.remove(keys[7] ?? '');
    expect(await readOne(keys[7])).toBeUndefined();
  });

  test('what is no string is a problem of its key, and a value that is too large too', async () => {
    const server = await serve();
    const { store } = await open({ addr: server.addr });
    await server.ask(['HSET', 'shenma:environs:h', 'a', '1']);
    await server.ask(['SETRANGE', 'shenma:environs:large', '16777300', 'x']);
    await store.write(KEY, '1');

    expect([...(await store.read([KEY, 'shenma:environs:h', 'shenma:environs:large']))]).toEqual([[KEY, '1']]);
    expect(store.problems.value.map(({ key, message }) => [key, message.split(/[;,]/)[0]])).toEqual([
      ['shenma:environs:h', 'It is a list'],
      ['shenma:environs:large', 'Its value has 16777301 bytes'],
    ]);
    await server.ask(['DEL', 'shenma:environs:h']);
    await store.read(['shenma:environs:h', 'shenma:environs:large']);
    expect(store.problems.value).toHaveLength(1);
  });

  test('changes are told where the server tells of them, and its configuration stays as it is', async () => {
    const server = await serve(['--notify-keyspace-events', 'KA']);
    const { store } = await open({ addr: server.addr });
    await vi.waitFor(() => expect(store.state.value).toMatchObject({ state: 'ready', isWatched: true }));
    const heard: unknown[] = [];
    store.onChanged((keys) => heard.push(...(keys ?? [undefined])));

    await server.ask(['SET', KEY, '1']);
    await server.ask(['SET', 'unrelated', '1']);
    await server.ask(['DEL', KEY]);
    await vi.waitFor(() => expect(heard.filter((key) => key === KEY).length).toBeGreaterThan(0));
    expect(heard).not.toContain('unrelated');

    const plain = await serve();
    const other = await open({ addr: plain.addr });
    await other.store.write(KEY, '1');
    expect(other.store.state.value).toMatchObject({ state: 'ready', isWatched: false });
  });

  test('a lent value is hidden as long as it lives; a record of others that comes later is seen', async () => {
    const server = await serve();
    let now = 0;
    const { store, hasState } = await open({ addr: server.addr, now: () => now });
    await hasState('ready');
    await store.lend?.(KEY, '1', 60_000);
    now = 50_000;
    expect(await store.scan('shenma:environs:')).toEqual([]);
    await store.lend?.(KEY, '1', 60_000);
    now = 109_999;
    expect(await store.scan('shenma:environs:')).toEqual([]);

    await server.ask(['SET', KEY, '2']);
    now = 110_000;
    expect(await store.scan('shenma:environs:')).toEqual([KEY]);
  });

  test('a record stays as it is under the key of a variable of the app, before it is written and after', async () => {
    const server = await serve();
    const { store, hasState, readOne } = await open({ addr: server.addr });
    await hasState('ready');
    const keys = [KEY, `${KEY}:later`, `${KEY}:own`];
    const own = { keys: () => keys, read: async () => 'of the app', onChanged: () => () => {} };
    await store.write(KEY, '"mine"');
    const writing = writeOwnVariables({ own, store, isOn: () => true, log: silentLogger });
    await writing.look();
    expect(await readOne()).toBe('"mine"');
    expect(await readOne(`${KEY}:later`)).toBe('"of the app"');
    await store.write(`${KEY}:later`, '"mine, too"');

    await writing[Symbol.asyncDispose]();
    await vi.waitFor(async () => expect(await readOne(`${KEY}:own`)).toBeUndefined());
    expect([await readOne(), await readOne(`${KEY}:later`)]).toEqual(['"mine"', '"mine, too"']);
    expect([...(await store.scan('shenma:'))].sort()).toEqual([KEY, `${KEY}:later`]);
  });

  test('Unix sockets, databases and passwords work; a wrong password is said and none is shown', async () => {
    const server = await serve(['--requirepass', 'sesame-open']);
    const good = await open({ addr: server.socket, password: 'sesame-open', db: 2 });
    await good.store.write(KEY, '1');
    const wrong = await open({ addr: server.addr, password: 'not-it-at-all' });
    await wrong.hasState('down');

    expect(await good.readOne()).toBe('1');
    const inUrl = await open({ addr: `redis://:sesame-open@${server.addr}/0` });
    expect(await inUrl.readOne()).toBeUndefined();
    expect(wrong.store.state.value.reason).toBe('Redis refuses the password');
    expect(`${wrong.logged}${JSON.stringify(wrong.store.state.value)}`).not.toMatch(/not-it-at-all|sesame/);
  });

  test('a database that is not there takes the store down, and nothing is written elsewhere', async () => {
    const server = await serve();
    const { store, hasState } = await open({ addr: server.addr, db: 99 });
    await hasState('down');

    expect(store.state.value.reason).toBe('Redis has no database 99');
    await expect(store.scan('shenma:')).rejects.toMatchObject({ message: expect.stringContaining('no database 99') });
    expect(await server.ask(['DBSIZE'])).toBe(':0');
  });

  test('another database is used after every new connection', async () => {
    const server = await serve();
    const { store, hasState } = await open({ addr: server.addr, db: 2 });
    await store.write(KEY, '1');
    await server.kill();
    await hasState('down');
    await server.start();
    await hasState('ready');
    await store.write(KEY, '2');

    expect(await server.ask(['GET', KEY])).toBe('$-1');
    expect(await store.scan('shenma:')).toEqual([KEY]);
  });

  test('a killed server is down with its reason, and back within 2 s; what was written meanwhile is kept', async () => {
    const server = await serve();
    const { store, hasState, readOne } = await open({ addr: server.addr });
    await store.write(KEY, '1');
    const heard: unknown[] = [];
    store.onChanged((keys) => heard.push(keys));

    await server.kill();
    await hasState('down');
    const [outcome, took] = await timed(store.read([KEY]));
    expect(outcome).toMatchObject({ code: 'UNAVAILABLE' });
    expect(took).toBeLessThan(500);
    const written = store.write(KEY, '2');
    await server.start();
    const [, recovery] = await timed(hasState('ready'));

    expect(recovery).toBeLessThan(2000);
    await written;
    expect(await readOne()).toBe('2');
    await vi.waitFor(() => expect(heard).toContain(undefined));
  });

  const isLong = process.env.SIGMA_TEST_LONG === '1';
  const name = `of 1500 writes during an outage 1000 wait${isLong ? ', and none is made after 5 s' : ''}`;
  test(name, async () => {
    const server = await serve();
    const { store, hasState } = await open({ addr: server.addr });
    await hasState('ready');
    await server.kill();
    await hasState('down');

    const writes = Array.from({ length: 1500 }, (_, n) => timed(store.write(`shenma:environs:n${n}`, '1')));
    if (isLong) await Promise.all(writes);
    await server.start();
    const results = await Promise.all(writes);
    await hasState('ready');

    expect(results.slice(1000).every(([outcome]) => outcome instanceof Error)).toBe(true);
    expect(results.slice(0, 1000).every(([outcome]) => outcome instanceof Error === isLong)).toBe(true);
    expect(await store.scan('shenma:')).toHaveLength(isLong ? 0 : 1000);
  });

  test('a frozen server costs one second once, then nothing; thawed, it is back within 2 s', async () => {
    const server = await serve();
    const { store, hasState, readOne } = await open({ addr: server.addr });
    await store.write(KEY, '1');

    server.freeze();
    const [first, waited] = await timed(store.read([KEY]));
    const [second, then] = await timed(store.read([KEY]));
    expect(first).toMatchObject({ code: 'UNAVAILABLE', message: 'Redis does not answer in time' });
    expect(second).toMatchObject({ code: 'UNAVAILABLE' });
    expect(waited).toBeLessThan(1500);
    expect(then).toBeLessThan(100);
    server.thaw();
    const [, recovery] = await timed(hasState('ready'));

    expect(recovery).toBeLessThan(2000);
    expect(await readOne()).toBe('1');
  });

  test('a slow server is one that does not answer', async () => {
    const server = await serve();
    const slow = await slowWay(server.port);
    const { store, hasState } = await open({ addr: `127.0.0.1:${slow.port}` });
    await hasState('ready');

    slow.delayMs = 1500;
    const [outcome, took] = await timed(store.scan('shenma:'));

    expect(outcome).toMatchObject({ code: 'UNAVAILABLE' });
    expect(took).toBeLessThan(1400);
    slow.delayMs = 0;
    await hasState('ready');
    expect(await store.scan('shenma:')).toEqual([]);
  });

  test('values that take long to come are waited for as long as something comes', async () => {
    const server = await serve();
    const slow = await slowWay(server.port);
    const { store, hasState } = await open({ addr: `127.0.0.1:${slow.port}` });
    await hasState('ready');
    await store.write(KEY, JSON.stringify('x'.repeat(1_000_000)));
    await store.write(`${KEY}:b`, JSON.stringify('y'.repeat(500_000)));
    const downs: unknown[] = [];
    store.state.onChanged(({ state }) => state === 'down' && downs.push(state));

    slow.bytesPerMs = 900;
    const [values, took] = await timed(store.read([KEY, `${KEY}:b`]));

    expect(values).toMatchObject({ size: 2 });
    expect(took).toBeGreaterThan(1100);
    expect(downs).toEqual([]);
  });

  test('a replica, and a server without memory, are read from and say why they are not written to', async () => {
    const primary = await serve(['--repl-diskless-sync-delay', '0']);
    const replica = await serve(['--replicaof', '127.0.0.1', String(primary.port)]);
    await primary.ask(['SET', KEY, '1']);
    const { store, readOne, hasState } = await open({ addr: replica.addr });
    await vi.waitFor(async () => expect(await readOne()).toBe('1'), { timeout: 10_000 });
    await expect(store.write(KEY, '2')).rejects.toMatchObject({ message: 'Redis is a read-only replica' });
    await hasState('ready');
    expect(await readOne()).toBe('1');

    const full = await serve(['--maxmemory', '1', '--maxmemory-policy', 'noeviction']);
    const other = await open({ addr: full.addr });
    await expect(other.store.write(KEY, '2')).rejects.toMatchObject({
      message: 'Redis has no memory left for writing',
      detail: { advice: expect.stringContaining('maxmemory') },
    });
    expect(other.store.state.value.state).toBe('ready');
    await full.ask(['CONFIG', 'SET', 'maxmemory', '0']);
    await other.store.write(KEY, '2');
    expect(await other.readOne()).toBe('2');
  });

  test('a user who may only read is read for, and told so when it writes', async () => {
    const server = await serve();
    await server.ask(['SET', KEY, '1']);
    await server.ask(['ACL', 'SETUSER', 'default', '-@write']);
    const { store, readOne } = await open({ addr: server.addr });

    expect(await readOne()).toBe('1');
    await expect(store.write(KEY, '2')).rejects.toMatchObject({
      message: 'The user of Redis may not do this',
      detail: { advice: expect.stringContaining('shenma:*') },
    });
    expect(store.state.value.state).toBe('ready');
    await server.ask(['ACL', 'SETUSER', 'default', '+@all']);
    await store.write(KEY, '2');
    expect(await readOne()).toBe('2');
  });

  test('a replica that takes writes again is written to', async () => {
    const primary = await serve(['--repl-diskless-sync-delay', '0']);
    const server = await serve(['--replicaof', '127.0.0.1', String(primary.port)]);
    const { store, readOne, hasState } = await open({ addr: server.addr });
    await expect(store.write(KEY, '1')).rejects.toMatchObject({ message: 'Redis is a read-only replica' });

    await server.ask(['REPLICAOF', 'NO', 'ONE']);

    await hasState('ready');
    await store.write(KEY, '2');
    expect(await readOne()).toBe('2');
  });

  test.each([
    ['of a server that had one', 'first-of-all'],
    ['of a server that had none', ''],
  ])('a password %s and changes meanwhile is told, and what is written waits until it is right', async (_, first) => {
    const server = await serve(first === '' ? [] : ['--requirepass', first]);
    const { store, logged, hasState, readOne } = await open({ addr: server.addr, password: first });
    await store.write(KEY, '1');

    await server.ask(['CONFIG', 'SET', 'requirepass', 'another-one'], first);
    expect(await readOne()).toBe('1');
    await server.ask(['CLIENT', 'KILL', 'TYPE', 'normal'], 'another-one');
    await hasState('down');
    await vi.waitFor(() => expect(store.state.value.reason).toBe('Redis refuses the password'), { timeout: 10_000 });
    await expect(store.scan('shenma:')).rejects.toMatchObject({
      message: 'Redis is out of reach: Redis refuses the password',
    });
    const written = store.write(KEY, '2');

    await server.ask(['CONFIG', 'SET', 'requirepass', first], 'another-one');
    await hasState('ready');
    await written;
    expect(await readOne()).toBe('2');
    expect(`${logged}`).not.toMatch(/first-of-all|another-one/);
  });
});

/** A way to a server on which answers take as long as one likes. */
async function slowWay(port: number): Promise<{ readonly port: number; delayMs: number; bytesPerMs: number }> {
  const sockets = new Set<Socket>();
  const way = { port: 0, delayMs: 0, bytesPerMs: 0 };
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (data) => {
      if (way.bytesPerMs > 0) {
        upstream.pause();
        client.write(data);
        setTimeout(() => upstream.resume(), data.length / way.bytesPerMs);
      } else if (way.delayMs === 0) client.write(data);
      else setTimeout(() => client.write(data), way.delayMs);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = proxy.address();
  return Object.assign(way, { port: typeof address === 'object' && address !== null ? address.port : 0 });
}
