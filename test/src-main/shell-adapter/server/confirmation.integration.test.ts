import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adapterBox } from '../../../support/adapter-box.ts';
import { adapterClient } from '../../../support/adapter-client.ts';

const classify = async ({ command }: { readonly command: string }) =>
  /\brm\b/.test(command)
    ? ({ verdict: 'risky', reasons: ['rm deletes x'] } as const)
    : ({ verdict: 'safe', reasons: [] } as const);

test('the person’s no keeps a command from running and its reason comes back; the client cannot answer in their place', async () => {
  let answer: (given: { approved: boolean; reason?: string }) => void = () => {};
  const asked: unknown[] = [];
  await using box = await adapterBox({
    classify,
    askPerson: (question) => {
      asked.push(question);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  });
  await mkdir(join(box.workspace, 'x'));
  await using client = adapterClient(await box.start());
  const refused = client.ask('execute_command', { command: 'rm -rf x' });
  const required = await client.hears('command_confirmation_required');
  expect(required).toMatchObject({ command: 'rm -rf x', cwd: box.workspace, reasons: ['rm deletes x'] });
  expect(
    await client.ask('confirm_command', { confirmation_id: required.confirmation_id, approved: true }),
  ).toMatchObject({ error: { code: 'invalid_request' } });
  await expect
    .poll(() => asked)
    .toMatchObject([{ record: 'client-1', limits: { timeoutMs: 120_000 }, workspace: box.workspace }]);
  answer({ approved: false, reason: 'x is still needed' });
  expect(await refused).toMatchObject({
    error: { code: 'confirmation_denied', message: expect.stringContaining('x is still needed') },
  });
  expect(existsSync(join(box.workspace, 'x'))).toBe(true);
  const types = (await box.events()).map(({ type }) => type);
  expect(types).toEqual(['session.created', 'approval.asked', 'approval.decided', 'tool.returned']);
  await box.service.stop();
  expect(await readFile(box.logFile, 'utf8')).toMatch(
    /WARNING - Command denied by user: rm -rf x \(x is still needed\)/,
  );
});

test('where the client approves, its yes is good once and for that text alone, and no answer in time means no', async () => {
  const adapter = ['confirmation: { approver: client, timeout: 1 }'];
  await using box = await adapterBox({ classify, adapter });
  await mkdir(join(box.workspace, 'x'));
  await using client = adapterClient(await box.start());
  const { session_id: session } = await client.ask('open_session', {});
  const first = client.ask('execute_command', { command: 'rm -rf x', session_id: session });
  const { confirmation_id: id } = await client.hears('command_confirmation_required');
  const yes = { confirmation_id: id, approved: true, remember: 'session' };
  expect(await client.ask('confirm_command', yes)).toEqual({ confirmation_id: id });
  expect(await first).toMatchObject({ exit_code: 0 });
  expect(existsSync(join(box.workspace, 'x'))).toBe(false);
  expect(await client.ask('confirm_command', yes)).toMatchObject({ error: { code: 'invalid_request' } });
  // Remembered for its session, and for no other text.
  expect(await client.ask('execute_command', { command: 'rm -rf x', session_id: session })).toMatchObject({
    exit_code: 0,
  });
  expect(await client.ask('execute_command', { command: 'rm -rf y', session_id: session })).toMatchObject({
    error: { code: 'confirmation_expired' },
  });
});
