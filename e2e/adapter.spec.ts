import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ScriptedReply, scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { startAdapterProgram } from './support/adapter-client.ts';
import { allowOnce } from './support/approvals.ts';
import { expectNothingSerious } from './support/axe.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const PATIENCE = { timeout: 30_000 };

/** Holds 170 MiB until there is a file `go`, then 270. */
const HOLD = `/usr/bin/python3 -c "
import os, time
kept = [b'x' * (170 << 20)]
print('holding', flush=True)
while not os.path.exists('go'): time.sleep(.05)
kept.append(b'x' * (100 << 20))
time.sleep(1)
print('held', 'all of it')"`;

async function setting(page: Page, name: string, value: string): Promise<void> {
  await page.getByLabel(name, { exact: true }).fill(value);
  await page.keyboard.press('Enter');
}

test('a command shows what it uses, is ended by its memory limit, and runs when that is raised once', async ({
  app: page,
  host,
}) => {
  test.slow();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  await runAction(page, 'Go to Settings');
  await setting(page, 'Command memory MB', '200');

  const running: ScriptedReply = { calls: [{ tool: 'execute_command', arguments: { command_line: HOLD } }] };
  const send = async (text: string, answer: string) => {
    server.push(running, { text: answer });
    await page.getByRole('textbox', { name: 'Message or command' }).fill(text);
    await page.keyboard.press('Enter');
    await allowOnce(page, /^Run a command\?/);
  };
  await runAction(page, 'Go to Sessions');
  await send('Hold some memory', 'It was too much.');
  const gauges = page.getByRole('region', { name: 'What it uses' });
  const memory = gauges.getByRole('meter', { name: 'Memory' });
  await expect(memory).toHaveAttribute('aria-valuetext', /^1\d\d MiB of 200 MiB, \d\d %, near its limit$/, PATIENCE);
  await expect(gauges.getByRole('meter', { name: 'Time' })).toHaveAttribute('aria-valuetext', /^\d+ m?s of 2 min/);
  await expect(gauges.getByRole('meter', { name: 'Processes' })).toHaveAttribute('aria-valuetext', /^\d+ of 1,000/);
  await expect(gauges.getByRole('button', { name: 'Raise' })).toBeVisible();
  await expect(gauges.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expectNothingSerious(page, 'a running command');

  await writeFile(join(host.dataFolder, 'sample-workspace', 'go'), '');
  const trip = page.getByRole('region', { name: 'Stopped by a limit' });
  await expect(trip).toContainText(/Its memory limit ended it\..* may hold 200 MiB; they held 2\d\d MiB\./, PATIENCE);
  await expect(conversation(page)).toContainText('It was too much.');
  await expect(conversation(page)).not.toContainText('held all of it');
  await expectNothingSerious(page, 'a command that a limit ended');

  await trip.getByLabel('More memory').selectOption('400 MiB');
  await trip.getByRole('button', { name: 'Raise once' }).click();
  await expect(trip.getByRole('list', { name: 'Raised limits' })).toHaveText('Memory raised to 400 MiB once');
  await send('Try again', 'Now it went well.');
  await expect(conversation(page)).toContainText('held all of it', PATIENCE);
  await expect(conversation(page)).toContainText('Now it went well.');
  await expect(trip).toHaveCount(1);

  await runAction(page, 'Go to Activity');
  const events = page.getByRole('list', { name: 'Events' });
  await expect(events).toContainText('You raised the limit of memory from 200 MiB to 400 MiB for one command');
});

test('a program of elsewhere runs commands through the Shell Adapter, is asked about, seen, and cut off', async ({
  app: page,
  host,
}) => {
  test.slow();
  await runAction(page, 'Shell Adapter: commands of other programs');
  // Beside a review there is little room: the names of the tabs stay on one line.
  await page.setViewportSize({ width: 700, height: 700 });
  const chosen = page.getByRole('tab', { name: 'Shell Adapter' });
  await expect(chosen).toBeInViewport();
  expect(await chosen.evaluate((tab) => tab.scrollHeight - tab.clientHeight)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await setting(page, 'Port', '0');
  await page.getByRole('button', { name: 'Start the Shell Adapter' }).click();
  const service = page.getByRole('region', { name: 'Service' });
  await expect(service).toContainText(/http:\/\/127\.0\.0\.1:\d+/, PATIENCE);
  const url = (await service.getByText(/^http:\/\/127\.0\.0\.1:\d+$/).textContent()) ?? '';
  await service.getByRole('button', { name: 'Show the token' }).click();
  const example = await service.getByText(/^io\(/).textContent();
  const token = /token: '(.*)'/.exec(example ?? '')?.[1] ?? '';
  await expect(startAdapterProgram(url, 'not the token')).rejects.toThrow();

  await using program = await startAdapterProgram(url, token);
  const { session_id: session } = await program.ask('open_session');
  const shells = page.getByRole('list', { name: 'Shells' });
  await expect(shells).toContainText('idle');
  const waiting = program.ask('execute_command', {
    command: 'printf begun; while [ ! -e go-on ]; do sleep 0.1; done; printf ended >&2; cd /; false',
    session_id: session,
  });
  await expect(shells).toContainText('while [ ! -e go-on ]');
  const used = shells.getByRole('meter', { name: 'Memory' });
  await expect(used).toHaveAttribute('aria-valuetext', /^\d+ (KiB|MiB) of 4 GiB/, PATIENCE);
  await expectNothingSerious(page, 'a busy shell of the Shell Adapter');
  await writeFile(join(host.dataFolder, 'sample-workspace', 'go-on'), '');
  expect(await waiting).toMatchObject({ stdout: 'begun', stderr: 'ended', exit_code: 1 });
  await expect(shells).toContainText('1 command');

  const risky = program.ask('execute_command', { command: 'rm -f go-on; printf %s "$PWD"', session_id: session });
  await runAction(page, 'Go to Sessions');
  const card = page.getByRole('article', { name: /^Run a command\?/ });
  await expect(card).toContainText('rm -f go-on', PATIENCE);
  await expect(card).toContainText('Shell Adapter client');
  await expectNothingSerious(page, 'a question about a client’s command');
  await allowOnce(page, /^Run a command\?/);
  expect(await risky).toMatchObject({ stdout: '/', exit_code: 0 });

  await runAction(page, 'Shell Adapter: commands of other programs');
  await page.getByRole('button', { name: 'What it did' }).click();
  const events = page.getByRole('list', { name: 'Events' });
  await expect(events).toContainText('opened a shell');
  await expect(events).toContainText('Asked about execute_command (rm -f go-on; printf');
  await expect(events).toContainText('Allowed by you');
  await expect(events).toContainText('printf %s "$PWD" — exit code 0');

  await runAction(page, 'Shell Adapter: commands of other programs');
  await page.getByRole('button', { name: 'Stop the Shell Adapter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop it' }).click();
  await program.disconnected;
  await expect(service).toContainText('none while it is off', PATIENCE);
  await expect(startAdapterProgram(url, token)).rejects.toThrow();
});
