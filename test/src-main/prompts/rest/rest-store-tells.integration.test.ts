import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasRedis } from '../../../support/redis-server.ts';
import { type RestBoxOptions, restBox } from '../../../support/rest-box.ts';

const record = (prompt: string) =>
  JSON.stringify({ name: 'x', prompt, supports: ['chat'], parameters: {}, returns: {} });
const TEMPLATE = 'shenma:templates:demo:x';

async function open(options: RestBoxOptions) {
  const box = await restBox(options);
  onTestFinished(() => box[Symbol.asyncDispose]());
  const rendered = async () => {
    const { json } = await box.post('/api/prompts/demo.x/render', { args: {} });
    const { rendered_prompt: text, message } = json as { rendered_prompt?: string; message?: string };
    return text ?? message;
  };
  return { box, rendered };
}

const BAD = {
  'shenma:environs:bad': '{not json',
  'shenma:templates:demo:five': '5',
  'shenma:tools:lone': '{"name":"x"}',
  'shenma:extensions:broken': '{"name":',
  'shenma:environs:good': '"yes"',
};

test('bad records are a warning in the log and can be read, and keep nothing else from working', async () => {
  const { box } = await open({ store: 'folder' });
  for (const [key, text] of Object.entries(BAD)) await box.store.write(key, text);
  await box.engine.refresh();
  const { json, status } = await box.get('/api/problems');
  expect(status).toBe(200);
  const keys = (json as { key: string }[]).map(({ key }) => key).sort();
  expect(keys).toEqual(
    Object.keys(BAD)
      .filter((key) => !key.endsWith('good'))
      .sort(),
  );
  const logged = () =>
    box.warnings
      .filter(([event]) => event === 'prompts.recordProblem')
      .map(([, fields]) => (fields as { key: string }).key);
  expect(logged().sort()).toEqual(keys);
  await box.engine.refresh();
  await box.engine.refresh();
  expect(logged()).toHaveLength(keys.length);
  expect((await box.get('/api/environs/good')).json).toBe('yes');
  expect((await box.post('/api/problems')).status).toBe(405);
});

test('digits of integers are kept, of a variable and inside of one', async () => {
  const { box } = await open({ store: 'folder' });
  await box.store.write('shenma:environs:big', '12345678901234567890');
  await box.store.write('shenma:environs:deep', '{ "item": {"ids": [9007199254740993] }, "ratio": 1.50 }');
  await box.engine.refresh();
  expect((await box.get('/api/environs/big')).text).toBe('12345678901234567890');
  expect((await box.get('/api/environs/deep.item')).text).toBe('{"ids": [9007199254740993] }');
  expect((await box.get('/api/environs/deep.ratio')).text).toBe('1.50');
  expect((await box.get('/api/environs/deep.none')).status).toBe(404);
});

test('a thousand bad records are counted in the log rather than written line by line', async () => {
  const { box } = await open({ store: 'folder' });
  const writing = Array.from({ length: 1000 }, (_, n) => box.store.write(`shenma:environs:bad:n${n}`, '{'));
  await Promise.all(writing);
  await box.engine.refresh();
  expect((await box.get('/api/problems')).json).toHaveLength(1000);
  expect(box.warnings.filter(([event]) => event === 'prompts.recordProblem').length).toBeLessThanOrEqual(40);
  expect(box.warnings.some(([event]) => event === 'prompts.moreRecordProblems')).toBe(true);
});

test('the official client of OpenAI shows what is wrong', async () => {
  const { box } = await open({ store: 'folder' });
  const client = new OpenAI({ baseURL: `${box.url}/api/prompts/no.such`, apiKey: 'none', maxRetries: 0 });
  const failure = await client.post('/chat', { body: { args: {} } }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OpenAI.NotFoundError);
  expect((failure as Error).message).toContain('template not found');
});

describe.skipIf(!hasRedis)('with a redis-server that tells of nothing (skipped where it is not installed)', () => {
  test('what another program writes is seen within 5 s of being used, and at once where it was missing', async () => {
    const { box, rendered } = await open({ store: 'redis' });
    const set = (key: string, text: string) => box.redis.ask(['SET', key, text]);
    expect(await rendered()).toBe('template not found');
    await sleep(1100);
    await set(TEMPLATE, record('one'));
    expect(await rendered()).toBe('one');

    await set(TEMPLATE, record('two {{.fresh}}'));
    await expect.poll(rendered, { timeout: 6000, interval: 200 }).toContain('fresh');
    await sleep(1100);
    await set('shenma:environs:fresh', '"value"');
    expect(await rendered()).toBe('two value');

    await box.redis.ask(['DEL', TEMPLATE]);
    await expect.poll(rendered, { timeout: 6000, interval: 200 }).toBe('template not found');
    await set('shenma:templates:demo:listed', record('x'));
    await expect
      .poll(async () => (await box.get('/api/prompts')).json, { timeout: 6000, interval: 200 })
      .toEqual(['demo.listed']);
  });

  test('POST /api/reload reads everything at once, and says what there is', async () => {
    const { box, rendered } = await open({ store: 'redis' });
    await box.redis.ask(['SET', TEMPLATE, record('one')]);
    expect((await box.post('/api/reload')).json).toMatchObject({ status: 'success', prompts: 1, problems: 0 });
    expect(await rendered()).toBe('one');
    await box.redis.ask(['SET', TEMPLATE, record('two')]);
    await box.redis.ask(['SET', 'shenma:environs:bad', '{']);
    expect((await box.post('/api/reload')).json).toMatchObject({ status: 'success', prompts: 1, problems: 1 });
    expect(await rendered()).toBe('two');
    expect((await box.get('/api/reload')).status).toBe(405);
  });

  test('POST /api/reload says that nothing was read where the user of the server may not list keys', async () => {
    const { box, rendered } = await open({ store: 'redis' });
    await box.redis.ask(['SET', TEMPLATE, record('one')]);
    expect((await box.post('/api/reload')).status).toBe(200);
    await box.redis.ask(['ACL', 'SETUSER', 'default', '-scan']);
    const { status, json } = await box.post('/api/reload');
    expect(status).toBe(503);
    expect(json).toMatchObject({ message: 'the store cannot be read: The user of Redis may not do this' });
    expect(await rendered()).toBe('one');
  });

  test('a server that is set to tell of changes while it runs is heard from then on', async () => {
    const { box } = await open({ store: 'redis' });
    expect(box.store.state.value.isWatched).toBe(false);
    await box.redis.ask(['CONFIG', 'SET', 'notify-keyspace-events', 'KEA']);
    await expect.poll(() => box.store.state.value.isWatched, { timeout: 10_000 }).toBe(true);
    await box.redis.ask(['SET', TEMPLATE, record('told')]);
    await expect.poll(() => box.engine.prompt('demo.x')?.record.prompt, { timeout: 5000 }).toBe('told');
  });
});
