import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '#app/create-app';
import type { AnyLedgerEvent, Api, ConversationUpdate, PromptRecord, SendUpdate } from '#contract';
import { localClient } from '#core/servers/local-client';
import { arrayOf } from '../../support/array-of.ts';
import { type PhiHome, phiHome, sentTo } from '../../support/phi-app.ts';

const REVIEW: PromptRecord = {
  name: 'review',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Review {{.args.code}} in {{.vscode.programming_language}}' },
  ],
  supports: ['chat'],
  parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
  returns: {},
};

let home: PhiHome;
let app: App;
let api: Api;

beforeAll(async () => {
  home = await phiHome();
  await stored('environs/vscode/programming_language', 'go');
  await stored('templates/demo/review', REVIEW);
  app = await home.open();
  api = localClient(app);
  // A busy machine takes its time for the first ones.
  await api.settings.set({ key: 'prompts.render.timeout_ms', value: 20_000 });
});

afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

async function stored(name: string, value: unknown): Promise<void> {
  const path = join(home.dataFolder, 'prompts', 'store', `${name}.json`);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, JSON.stringify(value));
}

/** Message with a prompt to a conversation. */
const ASK = { text: '/review', prompt: { id: 'demo.review', args: '{"code":"y"}' }, profile: 'A' };

/** The conversation as it is now. */
async function firstOf(client: Api, session: string): Promise<ConversationUpdate[]> {
  for await (const update of await client.sessions.conversation({ session })) return [update];
  return [];
}

/** Reads the record of the REST API's requests to models. */
async function onRecord() {
  const folder = join(home.dataFolder, 'ledger', 'sessions');
  const name = (await readdir(folder)).find((one) => one.startsWith('rest-')) ?? '';
  const lines = (await readFile(join(folder, name), 'utf8')).trim().split('\n');
  return { record: name.replace(/\.jsonl$/, ''), events: lines.map((line) => JSON.parse(line) as AnyLedgerEvent) };
}

describe('the prompt engine in the app', () => {
  test('the samples of the first start are there', async () => {
    await using fresh = await phiHome();
    const started = await fresh.open();
    try {
      const client = localClient(started);
      await client.prompts.refresh();
      for await (const state of await client.prompts.changed()) {
        expect(state.prompts.length).toBeGreaterThan(0);
        expect(state.variables.map(({ id }) => id)).toContain('codebase.current_project');
        break;
      }
    } finally {
      await started[Symbol.asyncDispose]();
    }
  });

  test('a prompt that is stopped as soon as it was sent has no answer', async () => {
    const sending = 'chosen-by-the-page';
    const updates: SendUpdate[] = [];
    // It may reach the model's server, or not.
    home.model.push({ isSilent: true });
    for await (const update of await api.prompts.send({ id: 'demo.review', args: '{"code":"x"}', sending })) {
      updates.push(update);
      if (update.kind === 'sent') await api.prompts.stopSending({ sending });
    }
    expect(updates.map(({ kind }) => kind)).toEqual(['sent', 'failed']);
    expect(await api.app.running()).toEqual([]);
    home.model.clear();
  });

  test('a prompt of the store is listed with its version, previewed, and says where its words came from', async () => {
    await api.prompts.refresh();
    await expect.poll(async () => (await api.prompts.versions({ id: 'demo.review' })).length).toBe(1);
    const { outcome } = await api.prompts.preview({ id: 'demo.review', args: '{"code":"x"}' });
    expect(outcome).toMatchObject({
      isRendered: true,
      rendered: { messages: [{ content: 'Be brief.' }, { content: 'Review x in go' }] },
    });
    const bad = await api.prompts.preview({ id: 'demo.review', args: '{bad' });
    expect(bad.outcome).toMatchObject({ isRendered: false, failure: { status: 400, reason: 'arguments' } });
  });

  test('what is sent is what was rendered, alone; the conversation goes on in chat, and its message opens here', async () => {
    home.model.push({ text: 'Looks fine.' }, { text: 'Yes, it does.' });
    const before = sentTo(home.model).length;
    const updates = await arrayOf<SendUpdate>(
      await api.prompts.send({ id: 'demo.review', args: '{"code":"x"}', profile: 'A' }),
    );
    expect(updates[0]).toMatchObject({ kind: 'sent', model: 'model-a', profile: 'A' });
    expect(updates.flatMap((one) => (one.kind === 'text' ? [one.text] : [])).join('')).toBe('Looks fine.');
    expect(updates.at(-1)).toMatchObject({ kind: 'done', finish: 'stop' });
    const sent = sentTo(home.model)[before];
    expect(sent?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Review x in go' },
    ]);
    expect(sent?.tools).toBeUndefined();

    const [first] = updates;
    if (first?.kind !== 'sent') throw new Error('nothing was sent');
    const past = await api.prompts.past({ session: first.session, event: first.event });
    expect(past).toMatchObject({ prompt: { id: 'demo.review', record: { name: 'review' } } });
    expect(past.rendered.messages.map(({ content }) => content)).toEqual(['Be brief.', 'Review x in go']);

    await api.sessions.send({ session: first.session, text: 'Really?', profile: 'A' });
    await expect.poll(() => sentTo(home.model).length).toBe(before + 2);
    const [system, ...rest] = sentTo(home.model)[before + 1]?.messages ?? [];
    expect(system?.content).toMatch(/^You are the assistant in Sigma Shell[\s\S]*\n\nBe brief\.$/);
    expect(rest.map(({ content }) => content)).toEqual(['Review x in go', 'Looks fine.', 'Really?']);

    const [snapshot] = await firstOf(api, first.session);
    const items = snapshot?.kind === 'snapshot' ? snapshot.items : [];
    expect(items[0]).toMatchObject({ kind: 'user', text: 'Review x in go', rendered: { event: first.event } });
    expect(items[1]).toMatchObject({ kind: 'assistant', rendered: { event: first.event } });
    const ours = items.at(-1);
    if (ours?.kind !== 'assistant' || !ours.rendered) throw new Error('the reply does not say what it was asked with');
    const own = await api.prompts.past({ session: first.session, event: ours.rendered.event });
    expect(own.prompt).toBeUndefined();
    expect(own.rendered.messages[0]?.content).toContain('Sigma Shell');
  });

  test('a prompt in a session is sent in place of a text, among its messages; one that does not render sends nothing', async () => {
    home.model.push({ text: 'Good.' });
    const { id: session } = await api.sessions.create({});
    await expect(
      api.sessions.send({ session, ...ASK, prompt: { id: 'demo.review', args: '{}' } }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const before = sentTo(home.model).length;
    await api.sessions.send({ session, ...ASK });
    await expect.poll(() => sentTo(home.model).length).toBe(before + 1);
    const messages = sentTo(home.model).at(-1)?.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[0]?.content).toMatch(/\n\nBe brief\.$/);
    expect(messages[1]?.content).toBe('Review y in go');
    const [snapshot] = await firstOf(api, session);
    const items = snapshot?.kind === 'snapshot' ? snapshot.items : [];
    expect(items.filter(({ kind }) => kind === 'user')).toMatchObject([{ text: 'Review y in go', rendered: {} }]);
  });

  test('the REST API renders the same with its token, is named among what runs, and asks profiles', async () => {
    const { url } = await api.prompts.startRest({ port: 0 });
    const { token } = await api.prompts.restToken();
    expect((await stat(join(home.dataFolder, 'prompts', 'rest.token'))).mode & 0o777).toBe(0o600);
    expect(app.running()).toContain(`REST API of prompts at ${url}`);
    const post = (path: string, body: unknown, headers = { authorization: `Bearer ${token}` }) =>
      fetch(new URL(path, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const path = '/api/prompts/demo.review/render';
    const rendered = await post(path, { args: { code: 'z' } });
    expect(await rendered.json()).toMatchObject({
      status: 'success',
      rendered_prompt: [{ content: 'Be brief.' }, { content: 'Review z in go' }],
    });
    expect((await post(path, {}, { authorization: 'Bearer wrong' })).status).toBe(401);
    home.model.push({ body: JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'ok' } }] }) });
    await post('/api/prompts/demo.review/chat', { model: 'B', args: { code: 'z' } });
    expect(sentTo(home.model).at(-1)).toMatchObject({ model: 'model-b' });

    const streamed = ['to', 'gether'].map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
    const lines = [...streamed, { choices: [{ index: 0, delta: {}, finish_reason: 'length' }] }];
    const body = `${lines.map((line) => `data: ${JSON.stringify(line)}\n\n`).join('')}data: [DONE]\n\n`;
    home.model.push({ body });
    const stream = await post('/api/prompts/demo.review/chat', { model: 'B', args: { code: 'z' }, stream: true });
    expect([stream.status, await stream.text()]).toEqual([200, body]);
    const { record, events } = await onRecord();
    expect(events.map(({ type }) => type)).toEqual([
      'session.created',
      'prompt.rendered',
      'llm.requested',
      'llm.replied',
      'prompt.rendered',
      'llm.requested',
      'llm.replied',
    ]);
    expect(events[2]?.data).toMatchObject({ client: 'REST API', model: 'model-b', messages: 2, tools: [] });
    expect(events[3]?.data).toMatchObject({ text: 'ok', finish: 'stop' });
    expect(events[6]?.data).toMatchObject({ text: 'together', finish: 'length' });
    const past = await api.prompts.past({ session: record, event: events[1]?.id ?? '' });
    expect(past).toMatchObject({ prompt: { id: 'demo.review' }, rendered: { variables: [{ id: 'args.code' }, {}] } });
    expect(past.rendered.messages[1]?.pieces).not.toEqual([]);
    await api.prompts.stopRest();
    expect(app.running()).toEqual([]);
  });

  test('a tool of an MCP server that is not attached is empty, and the failure says so', async () => {
    await api.prompts.saveRecord({
      kind: 'tool',
      id: 'demo.look',
      json: JSON.stringify({
        name: 'look',
        module: 'demo',
        type: 'mcp',
        mcp: { server: 'nobody', tool: 'look' },
        description: '',
        supports: [],
        parameters: {},
        returns: {},
      }),
    });
    const tried = await api.prompts.tryTool({ id: 'demo.look', args: '{}' });
    expect(tried).toMatchObject({ outcome: 'empty', json: 'null' });
    expect(tried.error).toContain('No MCP server called nobody');
    const draft: PromptRecord = { name: 'd', prompt: '[{{(demo_look).x}}]', supports: [], parameters: {} };
    const { outcome } = await api.prompts.preview({ draft });
    expect(outcome).toMatchObject({ isRendered: true, rendered: { messages: [{ content: '[]' }] } });
    const details = await api.prompts.get({ id: 'demo.review' });
    expect(details).toMatchObject({ isOwn: true, references: ['args.code', 'vscode.programming_language'] });
  });
});

test('samples of a first start are said to have come with the app; what is written later is not', async () => {
  await using first = await phiHome({ replies: [] });
  const started = await first.open();
  try {
    const client = localClient(started);
    const versions = async (id: string) => (await client.prompts.versions({ id })).map(({ by }) => by);
    await expect.poll(() => versions('samples.translate')).toEqual(['app']);
    const path = join(first.dataFolder, 'prompts', 'store', 'templates', 'demo', 'mine.json');
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, JSON.stringify(REVIEW));
    await client.prompts.refresh();
    await expect.poll(() => versions('demo.mine')).toEqual(['outside']);
  } finally {
    await started[Symbol.asyncDispose]();
  }
});
