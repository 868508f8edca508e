import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Emitter } from '#core/async/emitter';
import { openRedisStore, writeOwnVariables } from '../../../../src-main/prompts/stores/index.ts';
import { hasRedis, startRedis } from '../../../support/redis-server.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

const KEY = 'shenma:environs:chat:current';

async function setUp() {
  const server = await startRedis();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const store = await openRedisStore({ addr: server.addr, log: silentLogger });
  onTestFinished(() => store[Symbol.asyncDispose]());
  const own = { keys: () => [KEY], read: async () => ['private'], onChanged: new Emitter<void>().subscribe };
  const setting = { isOn: true };
  const writing = writeOwnVariables({ own, store, isOn: () => setting.isOn, log: silentLogger });
  onTestFinished(() => writing[Symbol.asyncDispose]());
  await writing.look();
  return { server, store, writing, setting, exists: () => server.ask(['EXISTS', KEY]) };
}

describe.skipIf(!hasRedis)('the app’s own variables in Redis (skipped without redis-server)', () => {
  test('are there for others alone, and for as long as the app lives', async () => {
    const { server, store, writing, exists } = await setUp();

    expect(await exists()).toBe(':1');
    expect(Number((await server.ask(['PTTL', KEY])).slice(1))).toBeGreaterThan(60_000);
    expect(await store.scan('shenma:')).toEqual([]);
    await writing[Symbol.asyncDispose]();
    await vi.waitFor(async () => expect(await exists()).toBe(':0'));
  });

  test('are back in a server that lost them, live on with each look, and go when that is switched off', async () => {
    const { server, writing, setting, exists } = await setUp();
    await server.ask(['FLUSHALL']);
    await writing.look();
    expect(await exists()).toBe(':1');

    await server.ask(['PEXPIRE', KEY, '5000']);
    await writing.look();
    expect(Number((await server.ask(['PTTL', KEY])).slice(1))).toBeGreaterThan(60_000);

    setting.isOn = false;
    await writing.look();
    await vi.waitFor(async () => expect(await exists()).toBe(':0'));
  });

  test('do not hold up the end of the app where Redis does not answer', async () => {
    const { server, writing } = await setUp();
    server.freeze();
    const start = performance.now();
    await writing[Symbol.asyncDispose]();
    expect(performance.now() - start).toBeLessThan(3000);
    server.thaw();
  });
});
