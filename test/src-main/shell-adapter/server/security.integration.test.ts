import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { adapterBox } from '../../../support/adapter-box.ts';
import { adapterClient } from '../../../support/adapter-client.ts';

/** Returns the server's answer to the first request of a handshake by polling. */
async function handshake(url: string, headers: Record<string, string>): Promise<number> {
  const { request } = await import('node:http');
  return await new Promise((resolve, reject) => {
    const asked = request(`${url}/socket.io/?EIO=4&transport=polling`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.once('error', reject);
    asked.end();
  });
}

test('without a token native programs come in, web pages and other names of this machine do not', async () => {
  await using box = await adapterBox({ socketio: ['cors_allowed_origins: ["*", "http://localhost:3000"]'] });
  const url = await box.start();
  expect(await handshake(url, {})).toBe(200);
  expect(await handshake(url, { origin: 'http://localhost:3000' })).toBe(200);
  expect(await handshake(url, { origin: 'http://evil.example' })).toBe(403);
  expect(await handshake(url, { origin: 'null' })).toBe(403);
  expect(await handshake(url, { host: 'evil.example' })).toBe(403);
  await using page = adapterClient(url, { transports: ['websocket'], extraHeaders: { origin: 'http://evil.example' } });
  await page.hears('refused');
  await using native = adapterClient(url, { transports: ['websocket'] });
  await native.hears('connected');
  await expect(box.service.token()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the app’s own start has a token of its own: everybody needs it, and a new one shuts out who has the old', async () => {
  await using box = await adapterBox({ isOwn: true });
  const url = await box.start();
  const { token } = await box.service.token();
  expect((await stat(`${box.folder}/token`)).mode & 0o777).toBe(0o600);
  await using none = adapterClient(url);
  expect(await none.hears('refused')).toMatchObject({ data: { code: 'unauthorized' } });
  await using wrong = adapterClient(url, { auth: { token: `${token}x` } });
  await wrong.hears('refused');
  await using bearer = adapterClient(url, { extraHeaders: { Authorization: `Bearer ${token}` } });
  await bearer.hears('connected');
  await using client = adapterClient(url, { auth: { token } });
  expect(await client.ask('execute_command', { command: `echo ${token}` })).toMatchObject({ stdout: token });
  const { token: next } = await box.service.newToken();
  await client.hears('gone');
  await using old = adapterClient(url, { auth: { token } });
  await old.hears('refused');
  await using fresh = adapterClient(url, { auth: { token: next } });
  await fresh.hears('connected');
  await box.service.stop();
  const log = await readFile(box.logFile, 'utf8');
  expect(log).toContain('Command started');
  expect(log).not.toContain(token);
  expect(JSON.stringify(box.service.state.value)).not.toContain(token);
});

test('the app’s own file is that also where its path is named', async () => {
  await using box = await adapterBox({ isOwn: true });
  await writeFile(box.file, 'socketio:\n  port: 0\n');
  const { url } = await box.service.start(box.file);
  const { token } = await box.service.token();
  await using none = adapterClient(url);
  expect(await none.hears('refused')).toMatchObject({ data: { code: 'unauthorized' } });
  await using client = adapterClient(url, { auth: { token } });
  expect(await client.ask('execute_command', { command: 'pwd' })).toMatchObject({ stdout: box.workspace });
});

test('a client that never reads is cut off, its sessions end, and others are served meanwhile', async () => {
  await using box = await adapterBox({
    adapter: ['max_output_size: 9000000', 'begin_output_size: 4000000', 'end_output_size: 4000000'],
  });
  const url = await box.start();
  await using deaf = adapterClient(url, { transports: ['websocket'] });
  const { session_id: session } = await deaf.ask('open_session', {});
  const command = 'head -c 8000000 /dev/zero | tr "\\0" x';
  for (let count = 0; count < 12; count++) deaf.send('execute_command', { command, session_id: session });
  await deaf.hears('execute_command_result');
  deaf.signal('SIGSTOP');
  await expect.poll(() => box.service.state.value.clients.length, { timeout: 40_000 }).toBe(0);
  await expect.poll(() => box.service.state.value.shells.length, { timeout: 15_000 }).toBe(0);
  await using other = adapterClient(url);
  expect(await other.ask('execute_command', { command: 'echo here' })).toMatchObject({ stdout: 'here' });
});
