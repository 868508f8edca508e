import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { fixtureLink, openTestLink } from '../../support/mcp-link.ts';
import { isAlive } from '../../support/processes.ts';

const named = (link: { declarations(): readonly { name: string }[] }) => link.declarations().map(({ name }) => name);

describe('what a server offers', () => {
  test('its tools are called after the server, with what it claims of them', async () => {
    await using link = await fixtureLink('plain');
    const echo = link.declarations().find(({ name }) => name === 's_echo');
    expect(echo).toEqual({
      name: 's_echo',
      description: 'Does echo',
      parameters: { type: 'object', properties: {} },
      isReadOnly: true,
    });
    expect(link.declarations().find(({ name }) => name === 's_fail')).not.toHaveProperty('isReadOnly');
    expect(link.pid).toBeGreaterThan(0);
  });

  test('dots and slashes become underscores, and a long name is cut and ends in a hash', async () => {
    await using link = await fixtureLink('names');
    expect(named(link)[0]).toBe('s_files_read_all');
    expect(named(link)[1]).toMatch(/^s_x{53}_[0-9a-f]{8}$/);
    expect(named(link)[1]).toHaveLength(64);
  });

  test('a name with characters that do not show fails the attach, spelled out', async () => {
    await expect(fixtureLink('hidden')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'It has a tool called "get\\udb40\\udc41data"',
    });
  });

  test('a tool without a schema fails the attach and is named', async () => {
    await expect(fixtureLink('no-schema')).rejects.toThrow('tools[0].inputSchema');
  });

  test('a tool that needs a task of its own is left out, and the person is told', async () => {
    await using link = await fixtureLink('task');
    expect(named(link)).toEqual(['s_echo']);
    expect(link.words()).toContain('The tool "long" runs only as a task');
  });

  test('10,000 tools in 100 pages are all declared, so that whoever limits them can say how many there are', async () => {
    await using link = await fixtureLink('many');
    expect(link.declarations()).toHaveLength(10_000);
  });

  test('a list without end is given up', async () => {
    await expect(fixtureLink('endless')).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  });

  test('resources become two tools that read', async () => {
    const kept: string[] = [];
    const media = { keep: async (bytes: Uint8Array) => `hash-${kept.push(Buffer.from(bytes).toString())}` };
    await using link = await fixtureLink('resources', '', { media });
    const reading = link.declarations().filter(({ isReadOnly, name }) => isReadOnly && name.endsWith('resources'));
    expect(reading.map(({ name }) => name)).toEqual(['s_list_resources']);
    expect(await link.ask('s_list_resources')).toBe(
      'note:1 (One, text/plain, 6 bytes)\nnote:{id} (Any) [a pattern: fill in the braces]\nThere are more: go on with the cursor "two"',
    );
    expect(await link.ask('s_list_resources', { cursor: 'two' })).toBe('note:2 (Two)');
    expect(await link.ask('s_read_resource', { uri: 'note:1' })).toBe('note:1:\na note');
    expect(await link.ask('s_read_resource', { uri: 'note:2' })).toContain('in the record as hash-1');
    expect(kept).toEqual(['a picture']);
    await expect(link.ask('s_read_resource', { uri: 'note:9' })).rejects.toThrow('There is no note:9');
    await expect(link.ask('s_read_resource')).rejects.toThrow('uri:');
  });
});

describe('revisions', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])(
    '%s is spoken when the server answers with it',
    async (revision) => {
      await using link = await fixtureLink('revision', revision);
      expect(JSON.parse(String(await link.ask('s_revision')))).toMatchObject({
        asked: '2025-11-25',
        clientInfo: 'sigma-shell',
      });
    },
  );

  test('one we do not know fails the attach, naming it', async () => {
    await expect(fixtureLink('revision', '2099-01-01')).rejects.toThrow('2099-01-01');
  });

  test('a server that refuses the newest is asked again with one it knows', async () => {
    await using link = await fixtureLink('refuses', '2024-11-05');
    expect(JSON.parse(String(await link.ask('s_revision')))).toMatchObject({ asked: '2024-11-05' });
  });

  test('several messages in one line (revision 2025-03-26) are taken apart', async () => {
    await using link = await fixtureLink('batch');
    expect(await link.ask('s_echo', { a: 1 })).toBe('{"a":1}');
  });
});

describe('a call', () => {
  test('what it answers reaches the model as text', async () => {
    await using link = await fixtureLink('plain');
    expect(await link.ask('s_echo', { city: 'Łódź "x"' })).toBe('{"city":"Łódź \\"x\\""}');
    expect(await link.ask('s_data')).toBe('It is 12 degrees\nAs data: {"degrees":12}');
    expect(await link.ask('s_legacy')).toBe('{"old":true}');
    expect(await link.ask('s_empty')).toBeUndefined();
    expect(await link.ask('s_odd')).toBe('[Content of the type "hologram", which cannot be shown to you]');
  });

  test('pictures and sounds are kept and told of in words', async () => {
    const kept: string[] = [];
    const media = { keep: async (bytes: Uint8Array) => `hash-${kept.push(Buffer.from(bytes).toString())}` };
    await using link = await fixtureLink('plain', '', { media });
    expect(String(await link.ask('s_media')).split('\n')).toEqual([
      'Look:',
      '[An image (image/png, 9 bytes), which cannot be shown to you. The person has it in the record as hash-1.]',
      '[A sound (audio/wav, 7 bytes), which cannot be shown to you. The person has it in the record as hash-2.]',
      '[A resource: a.txt at file:///a.txt (text/plain)]',
      'note:1:',
      'a note',
    ]);
    expect(kept).toEqual(['a picture', 'a sound']);
  });

  test("the tool's own error and the protocol's are told to the model", async () => {
    await using link = await fixtureLink('plain');
    await expect(link.ask('s_fail')).rejects.toMatchObject({ name: 'ToolError', message: 'the disk is full' });
    await expect(link.ask('s_error')).rejects.toMatchObject({ message: 's_error failed: no such city.' });
    await expect(link.ask('s_unknown')).rejects.toThrow('no longer offers s_unknown');
    await expect(link.ask('s_echo', [1])).rejects.toThrow('must be an object');
  });

  test('one that does not answer in time fails alone, and the server is told', async () => {
    await using link = await fixtureLink('plain');
    await expect(link.ask('s_never', {}, { timeoutMs: 200 })).rejects.toThrow('did not answer within 0.2 s');
    expect(JSON.parse(String(await link.ask('s_cancelled')))).toHaveLength(1);
  });

  test('one that the person stops is cancelled at the server', async () => {
    await using link = await fixtureLink('plain');
    const stop = new AbortController();
    const call = link.ask('s_never', {}, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(call).rejects.toThrow('was stopped before it answered');
    expect(JSON.parse(String(await link.ask('s_cancelled')))).toHaveLength(1);
    await expect(link.ask('s_echo', {}, { signal: AbortSignal.abort(new Error('x')) })).rejects.toThrow('was stopped');
  });

  test('progress keeps it alive beyond its time', async () => {
    await using link = await fixtureLink('plain');
    expect(await link.ask('s_progress', { times: 8 }, { timeoutMs: 500 })).toBe('done in the end');
  });

  test('many at once are not mixed up', async () => {
    await using link = await fixtureLink('plain');
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => link.ask('s_echo', { at })));
    expect(answers).toEqual(Array.from({ length: 200 }, (_, at) => `{"at":${at}}`));
  });
});

describe('what a server asks of us', () => {
  test('a form is answered by the person, once it fits', async () => {
    const asked: string[] = [];
    const answers = [{ name: 'x' }, { name: 'Ada' }];
    await using link = await fixtureLink('plain', '', {
      askForm: async ({ server, message, schema }) => {
        asked.push(`${server}: ${message} ${Object.keys((schema as { properties: object }).properties)}`);
        return answers.shift();
      },
    });
    expect(JSON.parse(String(await link.ask('s_ask')))).toEqual({ action: 'accept', content: { name: 'Ada' } });
    expect(asked[0]).toBe('s: Who are you? name');
    expect(asked[1]).toContain('does not fit');
  });

  test('a declined form and a withdrawn one are told apart', async () => {
    await using declined = await fixtureLink('plain', '', { askForm: async () => undefined });
    expect(JSON.parse(String(await declined.ask('s_ask')))).toEqual({ action: 'decline' });
    await using withdrawn = await fixtureLink('plain', '', {
      askForm: () => Promise.reject(new Error('the app ends')),
    });
    expect(JSON.parse(String(await withdrawn.ask('s_ask')))).toEqual({ action: 'cancel' });
  });

  test('the time of a call stands still while the person fills in a form', async () => {
    await using link = await fixtureLink('plain', '', {
      askForm: async () => {
        await delay(600);
        return { name: 'Ada' };
      },
    });
    expect(String(await link.ask('s_ask', {}, { timeoutMs: 300 }))).toContain('accept');
  });

  test('sampling and roots are refused in so many words', async () => {
    await using link = await fixtureLink('plain');
    expect(String(await link.ask('s_sample'))).toContain('Sigma Shell does not do sampling/createMessage');
    expect(String(await link.ask('s_roots'))).toContain('Sigma Shell does not do roots/list');
  });

  test('changed tools are announced', async () => {
    await using link = await fixtureLink('plain');
    let changes = 0;
    link.onChanged(() => changes++);
    await link.ask('s_change');
    await vi.waitFor(() => expect(named(link)).toContain('s_new'));
    expect(changes).toBe(1);
  });

  test('tools that change as soon as they were listed for the first time are read again', async () => {
    await using link = await fixtureLink('unsettled');
    await vi.waitFor(() => expect(named(link)).toContain('s_new'));
  });

  test('tools that can no longer be read are no longer offered', async () => {
    await using link = await fixtureLink('unreadable');
    await link.ask('s_change');
    await vi.waitFor(() => expect(link.declarations()).toEqual([]));
    expect(link.words()).toContain('could not be read');
  });

  test('what it logs is among its diagnostics', async () => {
    await using link = await fixtureLink('plain');
    await link.ask('s_notify');
    await vi.waitFor(() => expect(link.words()).toContain('[warning] it is hot'));
  });
});

describe('a server that misbehaves', () => {
  test('a banner and a bad line are overlooked, and shown to the person', async () => {
    await using link = await fixtureLink('banner');
    expect(link.words()).toContain('[not MCP] Welcome to my server!');
    expect(await link.ask('s_bad-json')).toBe('after the bad line');
    expect(link.words()).toContain('[not MCP] this is {not JSON');
  });

  test('one that writes nothing but rubbish is given up', async () => {
    const link = await fixtureLink('rubbish').catch((error: Error) => ({ ended: { reason: error.message } }));
    expect((await link.ended).reason).toContain('It writes on its output what is not MCP');
  });

  test('one that is slow is waited for, within the time it has', async () => {
    await using link = await fixtureLink('slow', '600');
    expect(link.declarations()).not.toEqual([]);
    await expect(fixtureLink('slow', '5000', { readyMs: 300 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'It was not ready within 0.3 s: it did not say what it offers',
    });
  });

  test('an attach that is stopped leaves nothing running', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);
    await expect(fixtureLink('silent', '', { signal: stop.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  test('one that ends at once is quoted with its last words', async () => {
    await expect(fixtureLink('dies')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'It ended (exit code 4) before it was ready',
      detail: { advice: 'Its last diagnostics: no such module: left-pad' },
    });
  });

  test('a program that is not there is named', async () => {
    const transport = { type: 'stdio' as const, argv: ['no-such-mcp-server'], environment: {} };
    await expect(openTestLink({ kind: 'mcp', name: 's', transport })).rejects.toThrow('no-such-mcp-server');
  });

  test('of two answers to a call the first counts, and one that comes too late reaches nobody', async () => {
    await using link = await fixtureLink('plain');
    expect(await link.ask('s_again')).toBe('first');
    await expect(link.ask('s_late', {}, { timeoutMs: 100 })).rejects.toThrow('did not answer within 0.1 s');
    expect(await link.ask('s_progress', { times: 5 })).toBe('done in the end');
    expect(await link.ask('s_echo', { a: 1 })).toBe('{"a":1}');
  });

  test('an answer of 50 MB ends it with the reason, and the call fails at once', async () => {
    await using link = await fixtureLink('plain');
    await expect(link.ask('s_huge')).rejects.toThrow('has ended');
    expect(await link.ended).toEqual({ state: 'failed', reason: 'It sent a line longer than 16 MiB' });
  });

  test('a crash in a call fails it at once, and says how it ended', async () => {
    await using link = await fixtureLink('plain');
    const other = link.ask('s_never');
    await expect(link.ask('s_crash')).rejects.toThrow('has ended (ended by SIGKILL)');
    await expect(other).rejects.toThrow('has ended');
    expect(await link.ended).toEqual({ state: 'failed', reason: 'ended by SIGKILL' });
    await expect(link.ask('s_echo')).rejects.toThrow('has ended');
  });

  test('a flood of messages nobody asked for ends it', async () => {
    await using link = await fixtureLink('flood');
    expect((await link.ended).reason).toBe('It floods its output with what nobody asked for');
  });

  test('a flood of diagnostics does not keep calls from being answered', async () => {
    await using link = await fixtureLink('loud');
    expect(await link.ask('s_echo', { a: 1 })).toBe('{"a":1}');
  });

  test('ending it ends its process, by asking first', async () => {
    const link = await fixtureLink('plain');
    const pid = link.pid ?? 0;
    await link.end?.(2000);
    expect(await link.ended).toEqual({ state: 'completed', reason: 'by user' });
    expect(await isAlive(pid)).toBe(false);
  });

  test('one that does not want to end is forced to', async () => {
    const link = await fixtureLink('stubborn');
    const pid = link.pid ?? 0;
    await link.end?.(300);
    expect(await isAlive(pid)).toBe(false);
  });
});
