import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRedisStore } from '../../../../src-main/prompts/stores/index.ts';
import { hasRedis, type RedisServer, startRedis } from '../../../support/redis-server.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { storeEngine } from '../../../support/store-engine.ts';

const isLong = process.env.SIGMA_TEST_LONG === '1';
const EVERY_MS = 5;
/** Limit for the 99th percentile, in milliseconds; in the quick version other tests run beside it. */
const P99_MS = isLong ? 300 : 1000;

/** Simulates outages of a server, each for about as long as it takes to notice. */
async function outages(server: RedisServer, pauseMs: number): Promise<void> {
  await server.kill();
  await sleep(pauseMs);
  await server.start();
  await sleep(pauseMs);
  server.freeze();
  await sleep(1.5 * pauseMs);
  server.thaw();
  await sleep(pauseMs);
  for (let flap = 0; flap < 4; flap++) {
    await sleep(pauseMs / 5);
    await server.kill();
    await sleep(pauseMs / 5);
    await server.start();
  }
}

const name = '200 renderings a second go on from the cache while Redis is killed, frozen and flapping';
test.skipIf(!hasRedis)(`${name} (skipped without redis-server)`, async () => {
  const server = await startRedis(['--appendonly', 'yes', '--appendfsync', 'always']);
  onTestFinished(() => server[Symbol.asyncDispose]());
  await server.ask(['SET', 'shenma:environs:who', '"Ann"']);
  const record = { name: 'hello', prompt: 'Hi {{.who}} and {{.args.who}}', supports: [], parameters: {}, returns: {} };
  await server.ask(['SET', 'shenma:templates:demo:hello', JSON.stringify(record)]);
  const store = await openRedisStore({ addr: server.addr, log: silentLogger });
  const engine = await storeEngine(store);
  const renderOne = () => engine.render({ id: 'demo.hello', args: { who: 'Bo' }, traced: false });
  await renderOne();

  const took: number[] = [];
  const wrong: unknown[] = [];
  let isOver = false;
  const running: Promise<void>[] = [];
  const measured = async () => {
    const start = performance.now();
    const outcome = await renderOne();
    took.push(performance.now() - start);
    if (!outcome.isRendered || outcome.rendered.messages[0]?.content !== 'Hi Ann and Bo') wrong.push(outcome);
  };
  const load = (async () => {
    while (!isOver) {
      running.push(measured());
      await sleep(EVERY_MS);
    }
  })();
  await outages(server, isLong ? 7000 : 1000);
  const back = performance.now();
  await vi.waitFor(() => expect(store.state.value.state).toBe('ready'), { timeout: 10_000, interval: 20 });
  const recovery = performance.now() - back;
  isOver = true;
  await load;
  await Promise.all(running);

  const sorted = took.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  if (isLong)
    process.stderr.write(`${took.length} renderings, p99 ${p99.toFixed(1)} ms, back in ${recovery.toFixed(0)} ms\n`);
  expect(took.length).toBeGreaterThan(200);
  expect(wrong.slice(0, 1)).toEqual([]);
  expect(p99).toBeLessThanOrEqual(P99_MS);
  expect(recovery).toBeLessThan(2000);
  await server.ask(['SET', 'shenma:environs:who', '"Cy"']);
  await engine.refresh();
  await vi.waitFor(
    async () => expect(await renderOne()).toMatchObject({ rendered: { messages: [{ content: 'Hi Cy and Bo' }] } }),
    { timeout: 10_000 },
  );
});
