import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { adapterBox } from '../../../support/adapter-box.ts';
import { adapterClient } from '../../../support/adapter-client.ts';

const CLIENTS = process.env.SIGMA_TEST_LONG === '1' ? 1000 : 100;

test('the app’s own file is made with the first start, by the preset desktop, and is its owner’s alone', async () => {
  await using box = await adapterBox({ isOwn: true });
  await rm(box.file);
  // Its port is the document's, which somebody may have.
  await box.service.start(undefined).catch(() => {});
  expect(await readFile(box.file, 'utf8')).toMatch(/preset: desktop/);
  expect((await stat(box.file)).mode & 0o777).toBe(0o600);
  expect(box.service.state.value).toMatchObject({
    preset: 'desktop',
    problems: [],
    values: { 'adapter.memory_mb_limit': 4096, 'socketio.port': 8087, 'adapter.workspace_directory': box.workspace },
  });
});

test('where there is no file, its defaults are worked out once somebody looks', async () => {
  await using box = await adapterBox();
  expect(box.service.state.value).toMatchObject({ preset: 'desktop', problems: [], values: {} });
  await box.service.understand();
  expect(box.service.state.value).toMatchObject({
    preset: 'desktop',
    problems: [],
    yaml: expect.stringMatching(/port: 8087/),
    values: { 'socketio.port': 8087, 'adapter.workspace_directory': box.workspace },
  });
});

test('a key is set beside its comments, what cannot be used is refused with its key, and the token is never shown', async () => {
  await using box = await adapterBox({ isOwn: true });
  const { service } = box;
  await service.saveYaml(
    `# mine\nadapter:\n  # why\n  max_sessions: 3\nsocketio:\n  port: 0\n  auth_token: abcdefgh12\n`,
  );
  await service.set('adapter.confirmation.mode', 'all');
  expect(await readFile(box.file, 'utf8')).toMatch(
    /^# mine\nadapter:\n {2}# why\n {2}max_sessions: 3\n[\s\S]*mode: all/,
  );
  await expect(service.set('adapter.max_sessions', 0)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    detail: { problems: [{ path: 'adapter.max_sessions', line: 4 }] },
  });
  expect(service.state.value.values).toMatchObject({ 'adapter.max_sessions': 3, 'adapter.confirmation.mode': 'all' });
  expect(JSON.stringify(service.state.value)).not.toContain('abcdefgh12');
  await expect(service.saveYaml(service.state.value.yaml)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(await service.token()).toEqual({ token: 'abcdefgh12' });
  await expect(service.newToken()).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a second start, a port that is taken and another file are refused in words, and nothing stays open', async () => {
  await using box = await adapterBox();
  const url = await box.start();
  await expect(box.start()).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(box.service.saveYaml('')).rejects.toMatchObject({ code: 'CONFLICT' });
  await using other = await adapterBox({ socketio: [`# ${url}`] });
  await writeFile(other.file, `socketio: { port: ${new URL(url).port} }\n`);
  await expect(other.start()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('another program has it'),
  });
  expect(other.service.state.value).toMatchObject({ isOn: false });
});

test('many clients at a time each get their own answers', async () => {
  await using box = await adapterBox();
  const url = await box.start();
  const sockets = Array.from({ length: CLIENTS }, () =>
    io(url, { transports: ['websocket'], forceNew: true, reconnection: false }),
  );
  try {
    const names = await Promise.all(sockets.map((socket) => socket.timeout(60_000).emitWithAck('shell_metadata', {})));
    expect(names.every(({ workspace_directory: path }) => path === box.workspace)).toBe(true);
    const some = sockets.slice(0, 8);
    const outputs = await Promise.all(
      some.map((socket, number) =>
        socket.timeout(60_000).emitWithAck('execute_command', { command: `echo ${number}` }),
      ),
    );
    expect(outputs.map(({ stdout }) => stdout)).toEqual(some.map((_, number) => String(number)));
    await expect.poll(() => box.service.state.value.clients.length).toBe(CLIENTS);
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
  await expect.poll(() => box.service.state.value.clients.length, { timeout: 20_000 }).toBe(0);
});

test('a workspace that is deleted and a log that cannot be written are told, and it serves on', async () => {
  await using box = await adapterBox({ logging: ['log_file_path: blocked/file/a.log'] });
  await mkdir(join(box.folder, 'config', 'blocked'));
  await writeFile(join(box.folder, 'config', 'blocked', 'file'), '');
  await using client = adapterClient(await box.start());
  expect(await client.ask('execute_command', { command: 'echo on' })).toMatchObject({ stdout: 'on' });
  expect(box.stderr).toEqual([expect.stringContaining('cannot be written')]);
  expect(box.warnings).toEqual([expect.stringContaining('cannot be written')]);
  await chmod(box.workspace, 0o700);
  await rm(box.workspace, { recursive: true });
  // A shell that was made ready before stands in it still.
  const codeOfNext = async () => {
    const { error } = await client.ask('execute_command', { command: 'true' });
    return (error as { readonly code: string } | undefined)?.code;
  };
  await expect.poll(codeOfNext, { timeout: 15_000 }).toBe('spawn_failed');
  await mkdir(box.workspace);
  await expect
    .poll(async () => (await client.ask('execute_command', { command: 'echo again' })).stdout, { timeout: 15_000 })
    .toBe('again');
});
