import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureBody } from '../../../support/failure-body.ts';
import { hasRedis } from '../../../support/redis-server.ts';
import { type RestBox, restBox } from '../../../support/rest-box.ts';
import { promptRecord, restFixture } from '../../../support/rest-fixture.ts';
import { json, type StubServer, stubServer } from '../../../support/stub-server.ts';

const KEY = 'sk-test-0123456789abcdef';
const COMPLETION = { id: 'x', choices: [{ message: { role: 'assistant', content: 'ok' } }], own: { kept: [1, null] } };

const stores = [['folder', true] as const, ['redis', hasRedis] as const];

describe.each(stores)('the checks of section 14, store %s', (kind, isThere) => {
  describe.runIf(isThere)(isThere ? 'with it' : 'skipped: redis-server is not installed', () => {
    let tools: StubServer;
    let llm: StubServer;
    let box: RestBox;

    beforeAll(async () => {
      tools = await stubServer(json({ count: 2 }));
      llm = await stubServer(json(COMPLETION));
      const target = { baseUrl: `${llm.url}/v1`, apiKey: KEY };
      const port = { resolve: async (model?: string) => (model === undefined ? undefined : { ...target, model }) };
      box = await restBox({ store: kind, llm: port, allow: [tools.url] });
    });
    afterAll(async () => {
      await box[Symbol.asyncDispose]();
      await tools[Symbol.asyncDispose]();
      await llm[Symbol.asyncDispose]();
    });
    beforeEach(async () => {
      const keys = await box.store.scan('shenma:');
      await box.remove(...keys);
      await box.put(restFixture(tools.url));
      for (const stub of [tools, llm]) (stub.requests as unknown[]).length = 0;
      tools.answer = json({ count: 2 });
      llm.answer = json(COMPLETION);
      (box.warnings as unknown[]).length = 0;
    });

    const render = (id: string, args: unknown = {}) => box.post(`/api/prompts/${id}/render`, { args });
    const renderText = async (prompt: string, args: unknown = {}) => {
      await box.put(promptRecord(prompt));
      return await render('demo.p', args);
    };

    test('A1 a prompt is rendered', async () => {
      const { status, json: body, headers } = await render('demo.hello', { who: 'Ann' });
      expect([status, body]).toEqual([
        200,
        { status: 'success', kind: 'prompt', rendered_prompt: 'Hi Ann, you use go.' },
      ]);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    });

    test('A2 messages are rendered in their order', async () => {
      const { json: body } = await render('demo.review', { code: 'x' });
      expect(body).toEqual({
        status: 'success',
        kind: 'messages',
        rendered_prompt: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Review x' },
        ],
      });
    });

    test('A3 an argument that is required and missing is named, and nothing is called', async () => {
      const { status, json: body } = await render('demo.hello');
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: '400',
        success: false,
        message: expect.stringContaining('who'),
        missing: ['who'],
      });
      expect(tools.requests).toEqual([]);
    });

    test('A4 an unknown prompt is 404', async () => {
      const { status, json: body } = await render('nope.nope');
      expect([status, body]).toEqual([404, failureBody(404, 'template not found')]);
    });

    test.each([
      ['A5', '{{range .vscode.frameworks}}{{.}} {{end}}{{.args.k}}', { k: 'v' }, 200, 'gin gorm gin-swagger v'],
      ['A6', '{{.limits.tokens}} {{printf "%.0f" .limits.tokens}}', {}, 200, '1e+06 1000000'],
      ['A7', '{{if eq .limits.n 3}}y{{end}}', {}, 500, undefined],
      ['A7', '{{if eq .limits.n 3.0}}y{{end}}', {}, 200, 'y'],
      ['A10', '{{if .args.opt}}o{{else}}none{{end}}', {}, 200, 'none'],
      [
        'A23',
        '{{define "i"}}<{{.}}>{{end}}{{range .vscode.frameworks}}{{template "i" .}}{{end}}',
        {},
        200,
        '<gin><gorm><gin-swagger>',
      ],
    ])('%s %s', async (...[, prompt, args, status, text]) => {
      const answer = await renderText(prompt, args);
      expect([answer.status, (answer.json as { rendered_prompt?: string }).rendered_prompt]).toEqual([status, text]);
    });

    test('A8 a template that does not compile is listed, answers 400 with its line, and harms no other', async () => {
      const answer = await renderText('a\n{{if}}b');
      expect((await box.get('/api/prompts')).json).toContain('demo.p');
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ message: expect.stringMatching(/:2:/), line: 2 });
      expect((await box.get('/api/prompts/demo.p')).json).toMatchObject({ error: { line: 2 } });
      expect((await render('demo.hello', { who: 'x' })).status).toBe(200);
    });

    test('A9 what is not defined is listed', async () => {
      const { status, json: body } = await renderText('{{.vscode.nope}} {{.zzz.a}}');
      expect([status, body]).toEqual([400, expect.objectContaining({ missing: ['vscode.nope', 'zzz.a'] })]);
    });

    test('A11 keys become IDs', async () => {
      const tool = restFixture(tools.url)['shenma:tools:codebase:look_ref'];
      await box.put({ 'shenma:tools:mcp:chrome:xx': tool, 'shenma:environs:a:b:c': 1 });
      expect((await box.get('/api/tools')).json).toEqual(['codebase_look_ref', 'mcp_chrome_xx']);
      expect((await box.get('/api/environs')).json).toContain('a.b.c');
    });

    test('A12 a tool is called', async () => {
      const { json: body } = await renderText('{{(codebase_look_ref "Foo").count}}');
      expect(body).toMatchObject({ rendered_prompt: '2' });
      expect(tools.requests).toMatchObject([{ method: 'GET', url: '/ref?symbol=Foo&limit=5', body: '' }]);
    });

    test('A13 a tool that fails gives nothing, with one warning', async () => {
      tools.answer = json({}, 500);
      const { status, json: body } = await renderText('{{(codebase_look_ref "Foo").count}}');
      expect([status, body]).toEqual([200, expect.objectContaining({ rendered_prompt: '' })]);
      const failures = box.warnings.filter(([event]) => event === 'prompts.tool.failed');
      expect(failures).toEqual([[expect.anything(), { tool: 'codebase_look_ref', cause: expect.any(String) }]]);
    });

    test('A14 the more specific key wins', async () => {
      await box.put({ 'shenma:environs:vscode': { programming_language: 'c', x: 1 } });
      const { json: body } = await renderText('{{.vscode.programming_language}} {{.vscode.x}}');
      expect(body).toMatchObject({ rendered_prompt: 'go 1' });
    });

    test('A15 args are those of the request', async () => {
      await box.put({ 'shenma:environs:args': { who: 'store' } });
      expect((await render('demo.hello', { who: 'req' })).text).toContain('Hi req,');
    });

    const chat = (body: unknown, id = 'demo.review') => box.post(`/api/prompts/${id}/chat`, body);

    test('A16 chat sends what was rendered, and passes the answer on', async () => {
      const { status, json: body } = await chat({ model: 'm', args: { code: 'x' }, temperature: 0 });
      expect([status, body]).toEqual([200, COMPLETION]);
      const [request] = llm.requests;
      expect(request).toMatchObject({ method: 'POST', url: '/v1/chat/completions' });
      expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
      expect(JSON.parse(request?.body ?? '')).toEqual({
        model: 'm',
        temperature: 0,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Review x' },
        ],
      });
    });

    test('a prompt of one text is sent as a message of the user, behind the system prompt', async () => {
      await chat({ model: 'm', args: { who: 'Ann' } }, 'demo.hello');
      expect(JSON.parse(llm.requests[0]?.body ?? '').messages).toEqual([
        { role: 'system', content: 'You are a helpful assistant.' },
        { role: 'user', content: 'Hi Ann, you use go.' },
      ]);
    });

    test('A17 it is asked again after 100 ms and 300 ms', async () => {
      llm.answer = (request, response) =>
        llm.requests.length < 3 ? json({}, 500)(request, response) : json(COMPLETION)(request, response);
      expect(await chat({ model: 'm', args: { code: 'x' } })).toMatchObject({ status: 200, json: COMPLETION });
      const [first = 0, second = 0, third = 0] = llm.requests.map(({ at }) => at);
      expect(llm.requests).toHaveLength(3);
      expect(second - first).toBeGreaterThanOrEqual(100);
      expect(third - second).toBeGreaterThanOrEqual(300);
    });

    test('A18 three failures are 502, and the key is not told', async () => {
      llm.answer = json({ error: { message: `Incorrect API key: ${KEY}` } }, 401);
      const { status, text } = await chat({ model: 'm', args: { code: 'x' } });
      expect([status, llm.requests.length]).toEqual([502, 3]);
      expect(text).toContain('the model’s server gave no usable answer: status 401: Incorrect API key');
      expect(text + JSON.stringify(box.requests)).not.toContain(KEY);
    });

    test('A19 the limit ends a rendering, while others are answered', async () => {
      tools.answer = (_, response) => void setTimeout(() => response.end('1'), 2000).unref();
      await box.put(promptRecord('{{range .vscode.frameworks}}{{codebase_look_ref "a"}}{{end}}'));
      box.limit.ms = 500;
      const from = performance.now();
      const rendering = render('demo.p');
      const others = [];
      for (let at = 0; at < 5; at++) others.push((await box.get('/api/prompts')).status);
      const { status, json: body } = await rendering;
      expect([status, body]).toEqual([
        503,
        expect.objectContaining({ code: '503', message: expect.stringMatching(/timeout|time/) }),
      ]);
      expect(performance.now() - from).toBeLessThan(1500);
      expect(others).toEqual([200, 200, 200, 200, 200]);
      box.limit.ms = 20_000;
    });

    test('A20 variables are listed and read', async () => {
      expect((await box.get('/api/environs')).json).toEqual([
        'limits',
        'vscode.frameworks',
        'vscode.programming_language',
      ]);
      expect((await box.get('/api/environs/vscode.frameworks')).json).toEqual(['gin', 'gorm', 'gin-swagger']);
      expect((await box.get('/api/environs/vscode')).json).toEqual({
        frameworks: ['gin', 'gorm', 'gin-swagger'],
        programming_language: 'go',
      });
      expect(await box.get('/api/environs/none')).toMatchObject({
        status: 404,
        json: failureBody(404, 'Environment variable not found'),
      });
    });

    test('A21 a direct prompt stands in front of that of an extension', async () => {
      const origin = async () => ((await box.get('/api/prompts/translator.zh_en')).json as { origin: string }).origin;
      const key = 'shenma:templates:translator:zh_en';
      expect(await origin()).toBe('extension');
      await box.put({ [key]: { name: 'zh_en', prompt: 'own', supports: [], parameters: {}, returns: {} } });
      expect(await origin()).toBe('direct');
      await box.remove(key);
      expect(await origin()).toBe('extension');
    });

    test.each([['[1]'], ['{"args":3}'], ['{bad'], ['"x"'], ['null'], ['{"args":[]}']])(
      'A22 the body %s is 400',
      async (body) => {
        expect(await box.post('/api/prompts/demo.hello/render', body)).toMatchObject({
          status: 400,
          json: failureBody(400, 'invalid request body'),
        });
      },
    );

    test.each([undefined, '', '{}', '{"args":null}', '{"args":{},"other":1}'])(
      'a body %j has no args',
      async (body) => {
        await box.put(promptRecord('fine'));
        expect(await box.post('/api/prompts/demo.p/render', body)).toMatchObject({ status: 200 });
      },
    );

    test('A24 an empty store has empty lists', async () => {
      await box.remove(...(await box.store.scan('shenma:')));
      for (const list of ['extensions', 'prompts', 'environs', 'tools']) {
        expect(await box.get(`/api/${list}`)).toMatchObject({ status: 200, text: '[]' });
      }
    });

    test('records are given as they are stored', async () => {
      const fixture = restFixture(tools.url);
      expect((await box.get('/api/extensions/zgsm.translator')).json).toEqual(
        fixture['shenma:extensions:zgsm:translator'],
      );
      for (const id of ['codebase_look_ref', 'codebase.look_ref']) {
        expect((await box.get(`/api/tools/${id}`)).json).toEqual(fixture['shenma:tools:codebase:look_ref']);
      }
      expect((await box.get('/api/prompts/demo.hello')).json).toMatchObject({
        origin: 'direct',
        prompt: fixture['shenma:templates:demo:hello'],
        variables: expect.arrayContaining(['args.who', 'vscode.programming_language']),
      });
    });

    test('stream: true passes the stream on as it is', async () => {
      const events = 'data: {"choices":[{"delta":{"content":"a"}}]}\r\n\r\n: ping\n\ndata: [DONE]\n\n';
      llm.answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
        response.end(events);
      };
      const { headers, text } = await chat({ model: 'm', args: { code: 'x' }, stream: true });
      expect([headers.get('content-type'), text]).toEqual(['text/event-stream; charset=utf-8', events]);
      expect(JSON.parse(llm.requests[0]?.body ?? '')).toMatchObject({ stream: true });
    });

    test('a stream that breaks does not look like one that ended', async () => {
      llm.answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: 1\n\n', () => response.destroy());
      };
      await expect(chat({ model: 'm', args: { code: 'x' }, stream: true })).rejects.toThrow();
      expect(llm.requests).toHaveLength(1);
    });

    test('chat refuses what render refuses, and asks nobody', async () => {
      expect((await chat({ model: 'm' }, 'nope.nope')).status).toBe(404);
      expect((await chat({ model: 'm', args: {} }, 'demo.hello')).status).toBe(400);
      expect((await chat({ args: { code: 'x' } })).status).toBe(400);
      expect((await chat({ model: 7, args: { code: 'x' } })).status).toBe(400);
      expect(llm.requests).toEqual([]);
    });
  });
});
