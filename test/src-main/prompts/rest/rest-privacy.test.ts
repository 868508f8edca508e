import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RestBox, restBox } from '../../../support/rest-box.ts';

const SECRET = 'what was said in confidence';
const TOKEN = 'token-of-the-app';
const known = { authorization: `Bearer ${TOKEN}` };
const asked: string[] = [];
let box: RestBox;

beforeAll(async () => {
  box = await restBox({
    store: 'folder',
    own: {
      'shenma:environs:chat:current': { session: 's', title: SECRET, messages: [{ role: 'user', content: SECRET }] },
      'shenma:environs:chat:sessions': [{ id: 's', title: SECRET }],
      'shenma:environs:completion:history': [{ content: SECRET }],
      'shenma:environs:model:current': { name: 'gpt' },
    },
    config: { token: () => TOKEN },
    llm: {
      resolve: async (model) => {
        asked.push(model ?? '');
        return { baseUrl: 'http://127.0.0.1:1/v1', apiKey: '', model: 'm' };
      },
    },
  });
  const record = (prompt: string) => ({ name: 'x', prompt, supports: ['chat'], parameters: {}, returns: {} });
  await box.put({
    'shenma:templates:t:said': record('{{.chat.current.title}}'),
    'shenma:templates:t:all': record('{{range $name, $value := .}}{{$name}}={{$value}};{{end}}'),
    'shenma:templates:t:maybe': record('{{with .completion}}{{.history}}{{else}}none{{end}} {{.model.current.name}}'),
    'shenma:templates:t:typo': record('{{.chat.currnt.title}}'),
    'shenma:environs:chat:mine': 'of the store',
  });
});
afterAll(() => box[Symbol.asyncDispose]());

const PATHS = [
  'environs',
  'environs/chat',
  'environs/chat.current',
  'environs/chat.current.title',
  'environs/chat.sessions',
  'environs/completion',
  'environs/completion.history',
  'prompts',
  'prompts/t.said',
  'openapi.json',
];

test.each(PATHS)('GET /api/%s without the token says nothing of conversations', async (path) => {
  const { text } = await box.get(`/api/${path}`);
  expect(text).not.toContain(SECRET);
  if (path.startsWith('environs')) expect(text).not.toMatch(/chat\.current|chat\.sessions|completion\.history/);
});

test.each(['said', 'all', 'maybe', 'typo'])('rendering t.%s without the token says nothing of them', async (name) => {
  for (const body of [{ args: {} }, { args: {}, trace: true }]) {
    const { text } = await box.post(`/api/prompts/t.${name}/render`, body);
    expect(text).not.toContain(SECRET);
  }
  const { text } = await box.post(`/api/prompts/t.${name}/chat`, { args: {}, model: 'm' });
  expect(text).not.toContain(SECRET);
});

test('without the token they are as what was never there', async () => {
  const nowhere = await box.get('/api/environs/no.such');
  expect(await box.get('/api/environs/chat.current')).toMatchObject({ status: nowhere.status, json: nowhere.json });
  expect((await box.get('/api/environs')).json).toEqual(['chat.mine', 'model.current']);
  expect((await box.get('/api/environs/chat')).json).toEqual({ mine: 'of the store' });
  expect((await box.post('/api/prompts/t.maybe/render', { args: {} })).json).toMatchObject({
    rendered_prompt: 'none gpt',
  });
  expect((await box.post('/api/prompts/t.said/render', { args: {} })).status).toBe(400);
});

test('with the token they are there', async () => {
  expect((await box.get('/api/environs/chat.current.title', known)).json).toBe(SECRET);
  expect((await box.get('/api/environs', known)).json).toContain('completion.history');
  const { json } = await box.post('/api/prompts/t.said/render', { args: {} }, known);
  expect(json).toMatchObject({ rendered_prompt: SECRET });
  expect((await box.get('/api/environs/chat.current.title', { authorization: 'Bearer wrong' })).text).not.toContain(
    SECRET,
  );
});
