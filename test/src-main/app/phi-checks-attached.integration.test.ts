// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a module's text

import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LinkSpec } from '#contract';
import { localClient } from '#core/servers/local-client';
import { writeFiles } from '../../support/js-package.ts';
import { sentTo, toolsOf } from '../../support/phi-app.ts';
import { phiEngine, until } from '../../support/phi-engine.ts';
import { isAlive } from '../../support/processes.ts';
import { asksFor, FIXTURES, pidIn, python, toldTo } from './phi-providers-box.ts';

describe('what the Providers view attaches', () => {
  test('serves every session, is offered or not as it is told, is tried by hand, and is ended by its id', async () => {
    await using phi = await phiEngine({ replies: [{ text: 'One' }, { text: 'Two' }] });
    const { api } = phi;
    const argv = ['/usr/bin/python3', '-B', join(FIXTURES, 'providers/weather.py')];
    const { id, pid = 0 } = await api.providers.attach({ spec: { kind: 'program', argv }, remember: false });
    const { id: other } = await api.sessions.create({});
    expect(await phi.line('status', other)).toContain(`[${pid}]`);

    const tried = await api.providers.tryTool({ id, tool: 'get_weather', arguments: '{"city":"Rome"}' });
    expect(tried).toMatchObject({ outcome: 'done', content: expect.stringContaining('Sunny in Rome') });
    expect(phi.asked).toMatchObject([{ tool: 'get_weather', sessionTitle: 'Providers' }]);
    const [{ session: own } = { session: '' }] = await phi.events('provider.attached');
    expect(await phi.calls(own)).toMatchObject([
      { tool: 'get_weather', state: 'done', sent: '{"city":"Rome"}', result: tried.content },
    ]);
    for await (const calls of await api.providers.calls({ id })) {
      expect(calls).toMatchObject([{ tool: 'get_weather', arguments: '{"city":"Rome"}', outcome: 'done' }]);
      break;
    }

    await phi.say('hello', undefined, other);
    await api.providers.offer({ id, tool: 'get_weather', on: false });
    await phi.say('hello', undefined, other);
    expect(sentTo(phi.model).map((body) => toolsOf(body).includes('get_weather'))).toEqual([true, false]);

    const named = phi.line(python('weather.py'));
    expect(await named).toMatch(new RegExp(`"get_weather" is already served by .*weather\\.py \\(PID ${pid}\\)`));
    await api.providers.kill({ id });
    expect(await isAlive(pid)).toBe(false);
    expect(await phi.line(python('weather.py'))).toMatch(/\[\d+\]/);
  });

  test('and remembers starts again with the app once the folder is trusted', async () => {
    await using phi = await phiEngine();
    const argv = ['/usr/bin/python3', '-B', join(FIXTURES, 'providers/weather.py')];
    await phi.api.providers.attach({ spec: { kind: 'program', argv }, remember: true });
    await phi.app[Symbol.asyncDispose]();

    const again = await phi.home.open();
    try {
      const api = localClient(again);
      const state = async () => {
        for await (const [view] of await api.providers.changed()) return view;
        throw new Error('The list ended');
      };
      const waiting = await state();
      expect(waiting).toMatchObject({ state: 'waiting-for-trust', isRemembered: true });
      await api.providers.trust({ id: waiting?.id ?? '' });
      await until(async () => (await state())?.state === 'running');
    } finally {
      await again[Symbol.asyncDispose]();
    }
  });
});

describe('a Node package (check 3.1-35)', () => {
  const files = {
    'package.json': { name: 'greeter', type: 'module', main: 'index.js', types: 'index.d.ts' },
    'index.d.ts':
      '/** Greets somebody. */\nexport function greet(who: { name: string; times?: number }): Promise<string>;\n',
    'index.js':
      'export const greet = async ({ name, times = 1 }) => `Hello ${name} from ${process.cwd()} x${times}`;\n',
  };

  test('without types fails, naming the file; with them, attached from its folder, its function is called', async () => {
    await using phi = await phiEngine({
      hasNodePackages: true,
      replies: asksFor({ tool: 'greet', arguments: { name: 'Ada' } }),
    });
    const folder = join(phi.home.workspace, 'greeter');
    const { types: _, ...untyped } = files['package.json'];
    await writeFiles(folder, { ...files, 'package.json': untyped });
    expect(await phi.line('attach js greeter')).toMatch(/greeter\/package\.json has no "types"/);
    await writeFiles(folder, files);
    await phi.line('cd greeter');
    const pid = pidIn(await phi.line('attach js'));
    await phi.line('cd ..');
    await phi.say('Greet Ada');
    expect(phi.asked).toMatchObject([{ subject: { kind: 'call', title: 'greet', description: 'Greets somebody.' } }]);
    expect(toldTo(phi)).toEqual([`Hello Ada from ${await realpath(phi.home.workspace)} x1`]);
    expect(await phi.line('status')).toContain(`[${pid}] js`);
    await phi.line(`kill ${pid}`);
    await until(async () => !(await isAlive(pid)));
  });
});

describe('an MCP server', () => {
  const spec = (how: string): LinkSpec => ({
    kind: 'mcp',
    name: 'notes',
    transport: { type: 'stdio', argv: [process.execPath, join(FIXTURES, 'mcp/server.mjs'), how], environment: {} },
  });

  test('attached in the view is called by the model, asks the person by a form, and is ended', async () => {
    await using phi = await phiEngine({
      replies: asksFor({ tool: 'notes_ask', arguments: {} }, { tool: 'notes_list_resources', arguments: {} }),
      answer: ({ subject }) =>
        subject.kind === 'form' ? { verdict: 'allow', form: { name: 'Ada' } } : { verdict: 'allow' },
    });
    const { id, pid = 0, tools } = await phi.api.providers.attach({ spec: spec('resources'), remember: false });
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['notes_echo', 'notes_read_resource']));
    await phi.say('Ask me, then look');
    expect(phi.asked.map(({ subject }) => subject.kind)).toEqual(['call', 'form', 'call']);
    expect(phi.asked[1]).toMatchObject({ subject: { server: 'notes', message: 'Who are you?' } });
    expect(toldTo(phi)).toEqual([expect.stringContaining('"name":"Ada"'), expect.stringContaining('note:1')]);
    expect((await phi.calls()).map(({ tool, state }) => [tool, state])).toEqual([
      ['notes_ask', 'done'],
      ['notes_list_resources', 'done'],
    ]);
    await phi.api.providers.kill({ id });
    expect(await isAlive(pid)).toBe(false);
  });

  test('that changes its tools waits until the person has approved them', async () => {
    await using phi = await phiEngine({
      replies: [...asksFor({ tool: 'notes_change', arguments: {} }), { text: 'Two' }, { text: 'Three' }],
    });
    const { id } = await phi.api.providers.attach({ spec: spec('plain'), remember: false });
    await phi.say('Change');
    const changed = await until(async () => (await phi.providers()).find(({ state }) => state === 'changed'));
    expect(changed.difference).toContain('notes_new');
    await phi.say('hello');
    await phi.api.providers.approveTools({ id, ...(changed.hash !== undefined && { hash: changed.hash }) });
    await phi.say('hello');
    const offered = sentTo(phi.model).map((body) => toolsOf(body).filter((name) => /^notes_(echo|new)$/.test(name)));
    expect(offered.slice(-2)).toEqual([[], ['notes_echo', 'notes_new']]);
  });
});
