import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ScriptedReply, scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { startAdapterProgram } from './support/adapter-client.ts';
import { allowOnce } from './support/approvals.ts';
import { openCalls } from './support/calls.ts';
import { connect } from './support/connect.ts';
import { dataFolder } from './support/data-folder.ts';
import { expect, openApp, ROOT, startHost, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { FORECAST_SERVER } from './support/mcp-server.ts';
import { writePromptStore } from './support/prompt-store.ts';
import { addMcpServer, attachProgram } from './support/providers.ts';
import { COUNT_WORDS } from './support/python-provider.ts';

/** Makes the pictures of docs/: `npm run screenshots`. */
test('pictures of the documents', async ({ app: page, host }) => {
  test.slow();
  const folder = join(ROOT, 'docs', 'screenshots');
  await mkdir(folder, { recursive: true });
  const picture = (name: string) => page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  const card = (name: RegExp) => page.getByRole('article', { name });

  await runAction(page, 'Colours: dark');
  await runAction(page, 'Go to Sessions');
  await page.getByRole('button', { name: 'Try the demo' }).first().click();
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('Demo (scripted)');
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Make the greeting friendlier');
  await page.keyboard.press('Enter');

  await card(/^Change greet\.sh\?/)
    .getByRole('button', { name: 'Review changes' })
    .click();
  const diff = page.getByRole('region', { name: 'Diff of greet.sh' });
  await expect(diff.locator('.view-line').first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Reject hunk 1' }).click();
  await picture('changes');
  // One line of the second hunk is left out, and the line before it commented on.
  await diff.focus();
  for (const key of ['ArrowDown', 'l', 'ArrowDown', 'x', 'c']) await page.keyboard.press(key);
  await page.keyboard.type('Keep the old wording here, please');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText('Keep the old wording');
  await picture('review');
  await page.getByRole('button', { name: 'Accept hunk 2', exact: true }).click();
  await page.getByRole('button', { name: 'Apply accepted' }).click();

  await runAction(page, 'Go to Sessions');
  await expect(card(/^Run a command\?/).getByRole('button', { name: 'Allow once' })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await picture('approval');
  await allowOnce(page, /^Run a command\?/);
  await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('done');

  await page.getByRole('combobox', { name: 'Mode' }).selectOption('shell');
  const line = page.getByRole('textbox', { name: 'Message or command' });
  await line.fill('bash greet.sh Ada');
  await line.press('Enter');
  const block = page.getByRole('article', { name: 'Command bash greet.sh Ada' });
  await expect(block).toContainText('Exit code 0');
  await block.getByRole('button', { name: 'Push to chat' }).click();
  await expect(page.getByRole('region', { name: 'Goes with the next message' })).toBeVisible();
  await line.fill('less README.md');
  await line.press('Enter');
  await expect(page.getByRole('region', { name: 'Terminal of less README.md' })).toContainText('(END)');
  await picture('shell');
  await page.keyboard.press('q');

  await writeFile(join(host.dataFolder, 'sample-workspace', 'tools.py'), COUNT_WORDS);
  await attachProgram(page, { commandLine: '/usr/bin/python3 tools.py' });
  await page.getByRole('button', { name: 'Try count_words' }).click();
  await page.getByRole('textbox', { name: 'text' }).fill('to be or not to be');
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(card(/^Use count words of /).getByRole('button', { name: 'Allow once' })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await picture('providers');
  await allowOnce(page, /^Use count words of /);

  await writeFile(join(host.dataFolder, 'sample-workspace', 'weather.py'), FORECAST_SERVER);
  await addMcpServer(page, { name: 'weather', commandLine: '/usr/bin/python3 weather.py' });
  await page.getByText('Schema of weather_forecast').click();
  await picture('mcp');

  await runAction(page, 'Go to Activity');
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('exit code 0');
  await picture('activity');

  await runAction(page, 'Go to Terminals');
  const screen = page.locator('.xterm-rows');
  await page.locator('.xterm-screen').first().click();
  await page.keyboard.type("PS1='$ '; clear; ls -la --color=always; bash greet.sh\n");
  await expect(screen.first()).toContainText('Grace');
  await page.keyboard.press('Control+Shift+D');
  await expect(screen).toHaveCount(2);
  await page.keyboard.type("PS1='$ '; clear; cat -n greet.sh | head -16\n");
  await expect(screen.last()).toContainText('greeting()');
  await picture('terminals');
});

/** Command whose turn creates files, changes one, and removes a folder. */
const TIDY =
  'mkdir -p notes && cp README.md notes/about.md && echo "# To do" > notes/todo.md && sed -i s/Hello/Welcome/ greet.sh && rm -r old';

test('a picture of a turn in Changes', async ({ app: page, host }) => {
  test.slow();
  const folder = join(ROOT, 'docs', 'screenshots');
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await runAction(page, 'Colours: dark');
  await connect(page, server);
  const old = join(host.dataFolder, 'sample-workspace', 'old');
  await mkdir(old);
  for (const name of ['draft.txt', 'names.bak']) await writeFile(join(old, name), `${name}\n`);
  const send = async (text: string, command_line: string) => {
    server.push({ calls: [{ tool: 'execute_command', arguments: { command_line } }] }, { text: `${text}: done.` });
    await page.getByRole('textbox', { name: 'Message or command' }).fill(text);
    await page.keyboard.press('Enter');
    await allowOnce(page, /^Run a command\?/);
    await expect(page.getByRole('log', { name: 'Conversation' })).toContainText(`${text}: done.`);
  };
  await send('List who is greeted', 'echo Ada > guests.txt');
  await send('Tidy up and keep notes', TIDY);
  await runAction(page, 'Go to Changes');
  const turns = page.getByRole('treegrid', { name: 'Turns' });
  await turns
    .getByRole('row', { name: 'Turn: Tidy up and keep notes' })
    .getByRole('button', { name: 'Undo turn' })
    .click();
  await expect(page.getByRole('status').filter({ hasText: 'Turn undone' })).toBeVisible();
  await expect(page.locator('.view-line').first()).toBeVisible({ timeout: 30_000 });
  await page.screenshot({ path: join(folder, 'turns.png'), animations: 'disabled' });
});

test('pictures of a repaired call and of a rule rehearsal', async ({ app: page }) => {
  test.slow();
  const folder = join(ROOT, 'docs', 'screenshots');
  await mkdir(folder, { recursive: true });
  const picture = (name: string) => page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  const answer = async (question: RegExp, name: string) => {
    const button = page.getByRole('article', { name: question }).getByRole('button', { name });
    await expect(button).toHaveAttribute('aria-disabled', 'false');
    await button.click();
  };
  const send = async (text: string, ...replies: ScriptedReply[]) => {
    server.push(...replies);
    await page.getByRole('textbox', { name: 'Message or command' }).fill(text);
    await page.keyboard.press('Enter');
  };
  const run = (command: object): ScriptedReply => ({ calls: [{ tool: 'execute_command', arguments: command }] });
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await runAction(page, 'Colours: dark');
  await connect(page, server);
  const log = page.getByRole('log', { name: 'Conversation' });

  await send('A folder for Ada', run({ command_line: 'mkdir -p guests/ada' }), { text: 'Ada has one.' });
  await answer(/^Run a command\?/, 'Allow once');
  await expect(log).toContainText('Ada has one.');
  await send('And for Grace', run({ command_line: 'mkdir -p guests/grace' }), { text: 'Then not.' });
  await answer(/^Run a command\?/, 'Refuse');
  await expect(log).toContainText('Then not.');
  await send('And for Linus', run({ command_line: 'mkdir -p guests/linus' }), { text: 'Linus has one.' });
  await answer(/^Run a command\?/, 'Allow like this…');
  const dialog = page.getByRole('dialog', { name: 'Allow like this' });
  await expect(dialog.getByRole('button', { name: 'Save the rule and allow' })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await dialog.getByRole('radio').nth(1).check();
  await expect(dialog).toContainText('you refused it');
  await picture('rehearsal');
  await dialog.getByRole('button', { name: 'Save the rule and allow' }).click();
  await expect(log).toContainText('Linus has one.');
  const piped = run({ cmd: 'bash greet.sh Linus 2>&1 | head -2', timeout: 5 });
  await send('Greet Linus, the first lines', piped, { text: 'Linus is greeted.' });
  await answer(/^Run a command\?/, 'Allow once');
  await expect(log).toContainText('Linus is greeted.');
  await openCalls(page);
  await log.getByRole('button', { name: 'Filter output' }).last().click();
  await log.getByRole('textbox', { name: 'Filter' }).fill('grep -c Hello');
  await page.keyboard.press('Enter');
  await expect(log.getByRole('region', { name: 'Filtered output' })).toContainText('saved');
  await picture('repair');
});

/** Holds 350 MB and says that it goes on, until it is ended. */
const INDEX = `import time
print('Reading 1,204 files', flush=True)
kept = b'x' * (350 << 20)
print('Building the index', flush=True)
time.sleep(300)
`;

test('pictures of limits and of the Shell Adapter', async ({ app: page, host }) => {
  test.slow();
  const folder = join(ROOT, 'docs', 'screenshots');
  await mkdir(folder, { recursive: true });
  const picture = (name: string) => page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await runAction(page, 'Colours: dark');
  await connect(page, server);
  await runAction(page, 'Go to Settings');
  await page.getByLabel('Command memory MB').fill('200');
  await page.keyboard.press('Enter');
  await writeFile(join(host.dataFolder, 'sample-workspace', 'index.py'), INDEX);
  const run: ScriptedReply = { calls: [{ tool: 'execute_command', arguments: { command_line: 'python3 index.py' } }] };
  const send = async (text: string, ...replies: ScriptedReply[]) => {
    server.push(...replies);
    await page.getByRole('textbox', { name: 'Message or command' }).fill(text);
    await page.keyboard.press('Enter');
    await allowOnce(page, /^Run a command\?/);
  };
  await runAction(page, 'Go to Sessions');
  await send('Build the index', run, { text: 'It needs more memory than it may have.' });
  const trip = page.getByRole('region', { name: 'Stopped by a limit' });
  await trip.getByRole('button', { name: 'Raise once' }).click();
  await expect(trip).toContainText('raised to 400 MiB');
  await send('Try again', run);
  const gauges = page.getByRole('region', { name: 'What it uses' });
  await expect(gauges.getByRole('meter', { name: 'Memory' })).toHaveAttribute('aria-valuetext', /near its limit/);
  // Both cards in one picture: the one that was ended, and the one that runs with more.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width, height: height + 290 });
  await page.getByRole('log', { name: 'Conversation' }).evaluate((log) => log.scrollTo(0, log.scrollHeight));
  await expect(trip).toBeInViewport({ ratio: 1 });
  await picture('limits');
  await page.setViewportSize({ width, height });
  await gauges.getByRole('button', { name: 'Stop' }).click();

  await runAction(page, 'Shell Adapter: commands of other programs');
  await page.getByRole('button', { name: 'Start the Shell Adapter' }).click();
  const service = page.getByRole('region', { name: 'Service' });
  await service.getByRole('button', { name: 'Show the token' }).click();
  const [, url = '', token = ''] =
    /io\('(.*)', .* '(.*)' /.exec((await service.getByText(/^io\(/).textContent()) ?? '') ?? [];
  await service.getByRole('button', { name: 'Hide the token' }).click();
  await using program = await startAdapterProgram(url, token);
  const { session_id: busy } = await program.ask('open_session');
  await program.ask('execute_command', { command: 'cat greet.sh', session_id: busy });
  await program.ask('open_session');
  void program.ask('execute_command', { command: 'while true; do cat greet.sh; sleep 0.1; done', session_id: busy });
  const shells = page.getByRole('list', { name: 'Shells' });
  await expect(shells.getByRole('meter', { name: 'Time' })).toHaveAttribute('aria-valuetext', /^[3-9] s/);
  await picture('adapter');
});

test('pictures of a prompt with its X-ray, and of two versions compared', async ({ page }) => {
  test.slow();
  const folder = join(ROOT, 'docs', 'screenshots');
  await mkdir(folder, { recursive: true });
  const rendered = page.getByRole('region', { name: 'Rendered prompt' });
  const origins = page.getByRole('table', { name: 'Where it came from' });
  const picture = async (name: string) => {
    await page.evaluate(() => document.fonts.ready);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    // Words are coloured, and tokens counted, a moment after they are drawn.
    await expect(page.locator('.view-line .mtk1 ~ span, .monaco-diff-editor .char-insert').first()).toBeVisible();
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  };
  await using data = await dataFolder(writePromptStore);
  await using host = await startHost({ dataFolder: data.path });
  await openApp(page, host);
  await page.getByRole('button', { name: 'Try the demo' }).first().click();
  await runAction(page, 'Colours: dark');
  await runAction(page, 'Go to Prompts');
  await page.getByRole('list', { name: 'Prompts' }).getByRole('button', { name: 'demo.review' }).click();
  await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible({ timeout: 30_000 });
  await expect(rendered).toContainText('It is used in 0 places.');
  await expect(rendered).toContainText(/about \d+ tokens/);
  await page.getByRole('group', { name: 'Text of rendered message 2, user' }).focus();
  const lit = origins.locator('tr[aria-current]');
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(lit).toContainText('codebase_look_ref', { timeout: 100 });
  }).toPass();
  await picture('prompts');
  await page.getByRole('textbox', { name: 'Template of message 2' }).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Please. ');
  await page.getByRole('button', { name: 'Compare versions' }).click();
  await expect(page.locator('.monaco-diff-editor .line-insert').first()).toBeVisible({ timeout: 30_000 });
  await picture('prompts-compare');
});
