import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { adapterClient } from '../../support/adapter-client.ts';
import { buildIfStale } from '../../support/build-if-stale.ts';
import { processesWithMark } from '../../support/processes.ts';
import { sigmaAdapterWith, sigmaService } from '../../support/sigma-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

beforeAll(buildIfStale, 300_000);

const sigma = (folder: string, ...args: readonly string[]) => sigmaService('adapter', folder, ...args);

test('sigma adapter serves by its file until SIGTERM; another one with its file follows it and leaves it on; everything that ran is gone then', async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'work'));
  const file = join(folder.path, 'c.yaml');
  await writeFile(file, 'adapter: { workspace_directory: work, confirmation: { mode: off } }\nsocketio: { port: 0 }\n');
  await using command = sigma(folder.path, '--config', file);
  const url = await command.url();
  // What comes on stderr is read apart from the line with the address.
  await expect.poll(() => command.said.stderr).toMatch(/WARNING: cpu_percent_limit 50 .* end almost any real tool/);
  await using client = adapterClient(url);
  expect(await client.ask('execute_command', { command: 'echo "$((6 * 7))"; pwd' })).toMatchObject({
    stdout: `42\n${join(folder.path, 'work')}`,
    exit_code: 0,
  });
  await using second = sigma(folder.path, '--config', file);
  await expect.poll(() => second.said.stdout, { timeout: 30_000 }).toMatch(/was on already/);
  expect(second.said.stdout).toContain(`listens at ${url}\n`);
  second.signal('SIGINT');
  expect(await second.ended).toBe(0);
  await using other = sigma(folder.path);
  expect(await other.ended).toBe(1);
  expect(other.said.stderr).toContain('The Shell Adapter is on already');
  const answer = client.ask('execute_command', { command: 'setsid sleep 100 & sleep 100' });
  await client.ask('shell_metadata', {});
  command.signal('SIGTERM');
  expect(await command.ended).toBe(0);
  expect(JSON.stringify(await answer)).toContain('adapter_stopping');
  await client.hears('adapter_status', ({ status }) => status === 'disconnected');
  expect(await processesWithMark(`HOME=${folder.path}`)).toEqual([]);
});

test('200 commands at once are answered every one where 1,024 files can be open, and the adapter lives', async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'work'));
  const file = join(folder.path, 'c.yaml');
  const adapter = 'preset: desktop, workspace_directory: work, confirmation: { mode: off }';
  await writeFile(file, `adapter: { ${adapter} }\nsocketio: { port: 0 }\n`);
  await using command = sigmaAdapterWith(1024, folder.path, '--config', file);
  await using client = adapterClient(await command.url());
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  const answers = numbers.map((number) => client.ask('execute_command', { command: `sleep 0.2; echo ${number}` }));
  expect((await Promise.all(answers)).map(({ stdout, exit_code }) => `${stdout} ${exit_code}`)).toEqual(
    numbers.map((number) => `${number} 0`),
  );
  expect(await client.ask('execute_command', { command: 'echo on' })).toMatchObject({ stdout: 'on' });
}, 180_000);

test('nothing of a session survives a host that is killed, in the box or outside', async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'work'));
  const file = join(folder.path, 'c.yaml');
  const adapter = 'preset: desktop, workspace_directory: work, confirmation: { mode: off }';
  await writeFile(file, `adapter: { ${adapter} }\nsocketio: { port: 0 }\n`);
  await using command = sigma(folder.path, '--config', file);
  await using client = adapterClient(await command.url());
  const { session_id: session } = await client.ask('open_session', {});
  const run = (line: string) => client.ask('execute_command', { command: line, session_id: session });
  await run('setsid sleep 1000 &');
  await run('cd /; setsid sleep 1001 & touch /nonexistent/x');
  expect((await processesWithMark(`SHELL_ADAPTER_SESSION_ID=${session}`)).length).toBeGreaterThan(3);

  command.signal('SIGKILL');
  await command.ended;

  await expect.poll(() => processesWithMark(`SHELL_ADAPTER_SESSION_ID=${session}`), { timeout: 10_000 }).toEqual([]);
});

test('a file that is missing, or broken, is told with every problem; the exit code is 1', async () => {
  await using folder = await temporaryFolder();
  await using missing = sigma(folder.path, '--config', join(folder.path, 'none.yaml'));
  expect(await missing.ended).toBe(1);
  expect(missing.said).toEqual({ stdout: '', stderr: `There is no configuration file ${folder.path}/none.yaml\n` });
  const file = join(folder.path, 'bad.yaml');
  await writeFile(file, 'adapter:\n  workspace_directory: /nope\n  begin_output_size: 400\n  max_sessions: many\n');
  await using broken = sigma(folder.path, '--config', file);
  expect(await broken.ended).toBe(1);
  expect(broken.said.stdout).toBe('');
  for (const key of [
    'max_sessions (line 4)',
    'begin_output_size (line 3)',
    'end_output_size',
    'workspace_directory (line 2)',
  ]) {
    expect(broken.said.stderr).toContain(`adapter.${key}`);
  }
});
