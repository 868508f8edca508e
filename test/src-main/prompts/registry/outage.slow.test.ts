import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { openRedisStore } from '../../../../src-main/prompts/stores/index.ts';
import { promptEngineBox } from '../../../support/prompt-engine-box.ts';
import { hasRedis, startRedis } from '../../../support/redis-server.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

const RECORDS = {
  'shenma:environs:v': '"1"',
  'shenma:templates:a:b': JSON.stringify({ name: 'b', prompt: 'v {{.v}}' }),
};

describe.runIf(hasRedis)(hasRedis ? 'a Redis that comes and goes' : 'skipped: redis-server is not installed', () => {
  test('costs no rendering more than a moment, and what changed meanwhile is found', async () => {
    await using redis = await startRedis();
    await using store = await openRedisStore({ addr: redis.addr, log: silentLogger });
    for (const [key, value] of Object.entries(RECORDS)) await redis.ask(['SET', key, value]);
    await using box = await promptEngineBox(store);
    await vi.waitFor(() => expect(box.engine.prompt('a.b')).toBeDefined(), 10_000);
    const times: number[] = [];
    let isOver = false;
    const rendering = (async () => {
      while (!isOver) {
        const from = performance.now();
        const outcome = await box.outcome({ id: 'a.b' });
        times.push(performance.now() - from);
        // It comes back empty, for a moment.
        if (outcome.isRendered) expect(outcome.rendered.messages[0]?.content).toMatch(/^v [12]$/);
        else expect([400, 404]).toContain(outcome.failure.status);
        await sleep(5);
      }
    })();
    redis.freeze();
    await sleep(1500);
    redis.thaw();
    await redis.kill();
    await sleep(500);
    await redis.start();
    for (const [key, value] of Object.entries(RECORDS)) await redis.ask(['SET', key, value.replace('"1"', '"2"')]);
    await vi.waitFor(async () => expect(await box.engine.variable('v')).toMatchObject({ value: '2' }), 15_000);
    isOver = true;
    await rendering;
    times.sort((a, b) => a - b);
    expect(times.length).toBeGreaterThan(50);
    expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(300);
  });

  test('need not be there when the engine starts', async () => {
    await using redis = await startRedis();
    await redis.kill();
    await using store = await openRedisStore({ addr: redis.addr, log: silentLogger });
    const from = performance.now();
    await using box = await promptEngineBox(store);
    expect(performance.now() - from).toBeLessThan(3000);
    expect(box.engine.state.value.prompts).toEqual([]);
    await redis.start();
    for (const [key, value] of Object.entries(RECORDS)) await redis.ask(['SET', key, value]);
    await vi.waitFor(async () => {
      await box.engine.refresh();
      expect(box.engine.prompt('a.b')).toBeDefined();
    }, 15_000);
    expect((await box.rendered({ id: 'a.b' })).messages[0]?.content).toBe('v 1');
  });
});
