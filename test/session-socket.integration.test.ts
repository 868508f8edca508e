import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import OpenAI from 'openai';
import { Agent, fetch as undiciFetch } from 'undici';
import { expect, test } from 'vitest';
import { ROOT } from './support/built-host.ts';
import { scriptedModelServer } from './support/scripted-model-server.ts';
import { sigmaCommand } from './support/sigma-service.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const run = promisify(execFile);

async function homeWith(folder: string, baseUrl: string): Promise<string> {
  const workspace = join(folder, 'agent');
  await mkdir(join(workspace, 'tools'), { recursive: true });
  const profile = `default: A\nprofiles:\n  A: {baseurl: '${baseUrl}', key: k, model: m}\n`;
  await writeFile(join(folder, '.phishell.yaml'), profile, { mode: 0o600 });
  return workspace;
}

const curl = async (socket: string, path: string, ...more: string[]) =>
  (await run('curl', ['-sS', '--unix-socket', socket, `http://localhost${path}`, ...more])).stdout;

test('psi-session answers curl and the openai client, keeps its history file, and is told by status', async () => {
  await using folder = await temporaryFolder();
  const replies = ['One', 'Two'].map((text) => ({ text }));
  await using model = await scriptedModelServer(replies);
  const workspace = await homeWith(folder.path, model.baseUrl);
  const socket = join(folder.path, 's', 'x.sock');
  const history = join(folder.path, 'history.json');
  const args = ['session', '--workspace', workspace, '--channel_socket', socket, `--history-file=${history}`];
  await using service = sigmaCommand(args, folder.path);
  await service.serves();
  expect(service.said.stdout).toContain(`The session socket listens at ${socket}`);
  // The other pipe may be read a moment later.
  await expect.poll(() => service.said.stderr, { timeout: 10_000 }).toContain('restricted');
  expect((await stat(socket)).mode & 0o777).toBe(0o600);

  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
  const whole = JSON.parse(await curl(socket, '/v1/chat/completions', '-d', body));
  expect(whole.choices[0].message.content).toBe('One');

  const dispatcher = new Agent({ connect: { socketPath: socket } });
  const fetchOver = ((url: string, init: object) => undiciFetch(url, { ...init, dispatcher })) as never;
  const client = new OpenAI({ baseURL: 'http://localhost/v1', apiKey: 'none', fetch: fetchOver });
  let text = '';
  const stream = await client.chat.completions.create({
    model: 'session',
    stream: true,
    messages: [{ role: 'user', content: 'Again' }],
  });
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
  expect(text).toBe('Two');
  await dispatcher.close();
  const kept = async () => JSON.parse(await readFile(history, 'utf8').catch(() => '[]'));
  await expect.poll(async () => (await kept()).length, { timeout: 10_000 }).toBe(4);
  expect(JSON.parse(await readFile(history, 'utf8')).map(({ content }: { content: string }) => content)).toEqual([
    'Hi',
    'One',
    'Again',
    'Two',
  ]);

  await using status = sigmaCommand(['status', '--json'], folder.path);
  expect(await status.ended).toBe(0);
  expect(JSON.parse(status.said.stdout).services).toEqual([`Session socket of ${workspace}`]);

  if (process.getuid?.() === 0) {
    // Others may enter all that is above it.
    await chmod(folder.path, 0o755);
    const asOther = [
      '--reuid',
      '65534',
      '--clear-groups',
      'curl',
      '-sS',
      '--unix-socket',
      socket,
      'http://x/v1/models',
    ];
    const refused = spawnSync('setpriv', asOther, { encoding: 'utf8' });
    expect(refused.status).not.toBe(0);
  }
  await using stop = sigmaCommand(['stop'], folder.path);
  expect(await stop.ended).toBe(0);
  expect(await service.ended).toBe(0);
  await expect(stat(socket)).rejects.toThrow('ENOENT');
});

test('serve hosts without a window, refuses a second, opens a page for a later start, and is stopped', async () => {
  await using folder = await temporaryFolder();
  await using service = sigmaCommand(['serve'], folder.path);
  await service.serves();
  await using second = sigmaCommand(['serve'], folder.path);
  expect(await second.ended).toBe(1);
  expect(second.said.stderr).toMatch(/already runs on .* \(process \d+\)/);
  await using page = sigmaCommand(['start', '--no-open'], folder.path);
  expect(await page.ended).toBe(0);
  const address = /ready at (\S+)/.exec(page.said.stdout)?.[1] ?? '';
  expect((await fetch(address)).status).toBe(200);
  await using stop = sigmaCommand(['stop'], folder.path);
  expect(await stop.ended).toBe(0);
  expect(await service.ended).toBe(0);
  await using none = sigmaCommand(['status'], folder.path);
  expect(await none.ended).toBe(1);
  expect(none.said.stderr).toContain('No Sigma Shell runs on');
});

test('a wrong command line is exit code 2, under each name', async () => {
  await using folder = await temporaryFolder();
  const script = join(ROOT, 'scripts', 'psi-session.mjs');
  const wrong = spawnSync(process.execPath, [script, '--workspace', '.'], { encoding: 'utf8', cwd: folder.path });
  expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('--channel-socket is missing') });
});
