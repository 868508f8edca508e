import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adapterBox } from '../../../support/adapter-box.ts';
import { adapterClient } from '../../../support/adapter-client.ts';
import { processesWithMark } from '../../../support/processes.ts';

test('the document’s event flow: metadata, a session with state, a command, the end', async () => {
  await using box = await adapterBox();
  await using client = adapterClient(await box.start());
  const metadata = await client.ask('shell_metadata', {});
  expect(Object.keys(metadata)).toEqual(['operating_system', 'shell', 'workspace_directory']);
  expect(metadata).toMatchObject({
    workspace_directory: box.workspace,
    shell: expect.stringMatching(/^bash GNU bash/),
  });
  const { session_id: session } = await client.ask('open_session', {});
  expect(session).toMatch(/^[\da-f-]{36}$/);
  const run = (command: string) => client.ask('execute_command', { command, session_id: session });
  await run('mkdir sub; cd sub; export F=1; echo "hello from test.log file" > test.log');
  expect(await run('cat test.log')).toEqual({
    stdout: 'hello from test.log file',
    stderr: '',
    exit_code: 0,
    original_stdout_size: 24,
    original_stderr_size: 0,
    cwd: `${box.workspace}/sub`,
    duration: expect.any(Number),
  });
  expect(await run('pwd; echo $F')).toMatchObject({ stdout: `${box.workspace}/sub\n1` });
  expect(await client.ask('close_session', { session_id: session })).toEqual({ session_id: session });
  expect(await client.ask('close_session', { session_id: session })).toMatchObject({
    error: { code: expect.stringMatching(/session_(closed|not_found)/) },
  });
  expect(await client.ask('execute_command', { command: 'export G=1; echo "[$G]"' })).toMatchObject({ stdout: '[1]' });
  expect(await client.ask('execute_command', { command: 'echo "[$G]"', session_id: null })).toMatchObject({
    stdout: '[]',
  });
  expect(await client.ask('execute_command', { command: 'ls /nonexistent' })).toMatchObject({
    stdout: '',
    exit_code: 2,
  });

  const types = (await box.events()).map(({ type }) => type);
  expect(types.filter((type) => type !== 'file.changed').slice(0, 6)).toEqual([
    'session.created',
    'shell.opened',
    'approval.decided',
    'tool.called',
    'command.ran',
    'tool.returned',
  ]);
  expect(types).toContain('shell.closed');
  expect(types.filter((type) => type === 'command.ran')).toHaveLength(6);
});

test('empty payloads, wrong types, unknown events and sessions are answered with their codes, and it serves on', async () => {
  await using box = await adapterBox();
  await using client = adapterClient(await box.start());
  const code = async (event: string, payload?: unknown) => {
    const { error } = (await client.ask(event, payload)) as { error?: { code: string } };
    return error?.code;
  };
  expect(await code('execute_command')).toBe('invalid_request');
  expect(await code('execute_command', {})).toBe('invalid_request');
  expect(await code('execute_command', 'echo')).toBe('invalid_request');
  expect(await code('execute_command', [1])).toBe('invalid_request');
  expect(await code('execute_command', { command: 5 })).toBe('invalid_request');
  expect(await code('execute_command', { command: 'echo a\0b' })).toBe('invalid_request');
  expect(await code('execute_command', { command: 'echo', session_id: 7 })).toBe('invalid_request');
  expect(await code('execute_command', { command: 'echo', session_id: 'none' })).toBe('session_not_found');
  expect(await code('close_session', {})).toBe('invalid_request');
  expect(await code('close_session', { session_id: 'none' })).toBe('session_not_found');
  expect(await code('confirm_command', { confirmation_id: 'x', approved: true })).toBe('invalid_request');
  expect(await code('cancel_request', { data: { request_id: 'x' } })).toBe('invalid_request');
  expect(await code('no_such_event', {})).toBe('unknown_event');
  expect(await code('constructor', {})).toBe('unknown_event');
  const long = `: ${'x'.repeat(10_000_000)}; echo done`;
  expect(await client.ask('execute_command', { command: long })).toMatchObject({ exit_code: 0, stdout: 'done' });
  expect(await client.ask('execute_command', { command: '' })).toMatchObject({ exit_code: 0, stdout: '' });
  expect(await client.ask('execute_command', { command: '# only this' })).toMatchObject({ exit_code: 0, stdout: '' });
});

test('the envelope is queued, then answered to the sender alone, with both ids; without a callback there is <event>_result', async () => {
  await using box = await adapterBox();
  const url = await box.start();
  await using client = adapterClient(url);
  await using other = adapterClient(url);
  await other.hears('adapter_status');
  client.send('bot_response', {
    event_type: 'execute_command',
    data: { command: 'echo hi' },
    request_id: 'r1',
    internal_request_id: 41,
  });
  const ids = { adapter_type: 'shell', request_id: 'r1', internal_request_id: 41 };
  expect(await client.hears('request_success')).toEqual({
    ...ids,
    data: {
      stdout: 'hi',
      stderr: '',
      exit_code: 0,
      original_stdout_size: 2,
      original_stderr_size: 0,
      cwd: box.workspace,
      duration: expect.any(Number),
    },
  });
  expect(client.heard.findIndex(({ event }) => event === 'request_queued')).toBeLessThan(
    client.heard.findIndex(({ event }) => event === 'request_success'),
  );
  client.send('bot_response', { event_type: 'close_session', data: { session_id: 'x' }, request_id: 'r2' });
  expect(await client.hears('request_failed')).toMatchObject({
    request_id: 'r2',
    data: { error: { code: 'session_not_found' } },
  });
  client.send('bot_response', 'nonsense');
  await client.hears('request_failed', ({ data }) => JSON.stringify(data).includes('invalid_request'));
  client.send('execute_command', { command: 'echo direct', request_id: 'r3' });
  expect(await client.hears('execute_command_result')).toMatchObject({ request_id: 'r3', stdout: 'direct' });
  expect(await other.ask('execute_command', { command: 'echo' })).toMatchObject({ exit_code: 0 });
  expect(other.heard.map(({ event }) => event)).toEqual(['connected', 'adapter_status']);
});

test('cancelling a running command ends it and all it started', async () => {
  await using box = await adapterBox();
  await using client = adapterClient(await box.start());
  const request = {
    event_type: 'execute_command',
    request_id: 'long',
    data: { command: 'export MARK=mine-$PPID; echo "$MARK" > mark; setsid sleep 100 & sleep 100' },
  };
  client.send('bot_response', request);
  const mark = await textIn(`${box.workspace}/mark`);
  await expect.poll(async () => (await processesWithMark(`MARK=${mark}`)).length, { timeout: 15_000 }).toBe(2);
  expect(box.service.running()).toEqual([expect.stringContaining('sleep 100')]);
  expect(await client.ask('cancel_request', { data: { request_id: 'long' } })).toEqual({ request_id: 'long' });
  expect(await client.hears('request_success')).toMatchObject({
    data: { exit_code: -1, termination_reason: 'cancelled' },
  });
  expect(await processesWithMark(`MARK=${mark}`)).toEqual([]);
});

test('a session is its client’s alone', async () => {
  await using box = await adapterBox();
  const url = await box.start();
  await using one = adapterClient(url);
  await using two = adapterClient(url);
  const { session_id: session } = await one.ask('open_session', {});
  for (const event of ['execute_command', 'close_session']) {
    expect(await two.ask(event, { session_id: session, command: 'echo' })).toMatchObject({
      error: { code: 'session_not_found' },
    });
  }
  expect(await one.ask('execute_command', { session_id: session, command: 'echo mine' })).toMatchObject({
    stdout: 'mine',
  });
});

test('stopped in mid-command: every process is gone, who asked is told why, everybody that it is off', async () => {
  await using box = await adapterBox();
  await using client = adapterClient(await box.start());
  const { session_id: session } = await client.ask('open_session', {});
  const answer = client.ask('execute_command', {
    session_id: session,
    command: 'setsid sleep 100 & echo begun > begun; sleep 100',
  });
  await textIn(`${box.workspace}/begun`);
  expect((await processesWithMark(`HOME=${box.folder}`)).length).toBeGreaterThan(2);
  await box.service.stop();
  expect(await processesWithMark(`HOME=${box.folder}`)).toEqual([]);
  expect(JSON.stringify(await answer)).toContain('adapter_stopping');
  expect(await client.hears('adapter_status', ({ status }) => status === 'disconnected')).toMatchObject({
    adapter_type: 'shell',
  });
  await client.hears('gone');
  expect(box.service.state.value).toMatchObject({ isOn: false, clients: [], shells: [] });
  // And it can be started again.
  await using again = adapterClient(await box.start());
  expect(await again.ask('execute_command', { command: 'echo back' })).toMatchObject({ stdout: 'back' });
});

test('the sessions of a client that has gone end after its grace, and it may come back before', async () => {
  await using box = await adapterBox({ graceMs: 1500 });
  const url = await box.start();
  await using one = adapterClient(url);
  const { session_id: session } = await one.ask('open_session', {});
  await one.ask('execute_command', { session_id: session, command: 'x=5' });
  const { resume } = await one.hears('adapter_status');
  one.signal('SIGKILL');
  await using back = adapterClient(url, { auth: { resume } });
  expect(await back.ask('execute_command', { session_id: session, command: 'echo $x' })).toMatchObject({ stdout: '5' });
  back.signal('SIGKILL');
  await expect.poll(() => box.service.state.value.shells.length, { timeout: 15_000 }).toBe(0);
});

async function textIn(path: string): Promise<string> {
  await expect.poll(() => readFile(path, 'utf8').catch(() => ''), { timeout: 15_000 }).toMatch(/\n$/);
  return (await readFile(path, 'utf8')).trim();
}

test('a client that asks for it hears what its command prints while it runs, and is called by the name it gives itself', async () => {
  await using box = await adapterBox();
  await using client = adapterClient(await box.start(), { auth: { name: ` Claude\u202e\n“Code” ${'x'.repeat(500)}` } });
  const command = 'echo one; echo two >&2; until [ -e go ]; do sleep 0.02; done; echo three';
  const answer = client.ask('execute_command', { command, request_id: 'r1', stream_output: true });
  const about = { request_id: 'r1' };
  expect(await client.hears('command_output')).toEqual({ ...about, stream: 'stdout', text: 'one\n' });
  expect(await client.hears('command_output', ({ stream }) => stream === 'stderr')).toMatchObject({ text: 'two\n' });
  await writeFile(join(box.workspace, 'go'), '');
  expect(await answer).toMatchObject({ stdout: 'one\nthree', stderr: 'two', cwd: box.workspace });
  expect(client.heard.filter(({ event }) => event === 'command_output')).toHaveLength(3);
  await client.ask('execute_command', { command: 'echo unheard' });
  expect(client.heard.filter(({ event }) => event === 'command_output')).toHaveLength(3);
  const [created] = await box.events();
  expect(created?.data).toMatchObject({
    title: expect.stringMatching(/^“Claude Code x{88}”, a client of the Shell Adapter$/),
  });
});
