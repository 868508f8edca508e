import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { allowOnce } from './support/approvals.ts';
import { connect } from './support/connect.ts';
import { expect, openApp, startHost, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { attachProgram } from './support/providers.ts';
import { COUNT_WORDS } from './support/python-provider.ts';

const provider = (page: Page) => page.getByRole('region', { name: 'Provider tools.py' });

test('ten lines of Python: attached, tried by hand, called by a model, killed, and started again only after trust', async ({
  page,
}) => {
  test.slow();
  const dataFolder = await realpath(await mkdtemp(join(tmpdir(), 'sigma-e2e-')));
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sigma-e2e-provider-')));
  await writeFile(join(folder, 'tools.py'), COUNT_WORDS);
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  {
    await using host = await startHost({ dataFolder });
    await openApp(page, host);

    await test.step('a tool is tried by the form that its schema makes', async () => {
      await attachProgram(page, { commandLine: '/usr/bin/python3 tools.py', folder, isRemembered: true });
      await expect(provider(page)).toContainText('running');
      await provider(page).getByRole('button', { name: 'Try count_words' }).click();
      const form = provider(page).getByRole('form', { name: 'Try count_words by hand' });
      await form.getByRole('textbox', { name: 'text' }).fill('one two three');
      await form.getByRole('button', { name: 'Call', exact: true }).click();
      await allowOnce(page, /^Use count words of /);
      await expect(form).toContainText(/done\s*3/);
    });

    await test.step('a model calls it, the person is asked, and both see what came of it', async () => {
      await connect(page, server);
      server.push(
        { calls: [{ tool: 'count_words', arguments: { text: 'to be or not to be' } }] },
        { text: 'It has six words.' },
      );
      await page.getByRole('textbox', { name: 'Message or command' }).fill('How many words?');
      await page.keyboard.press('Enter');
      const card = page.getByRole('article', { name: /^Use count words of / });
      await expect(card).toContainText('to be or not to be');
      await allowOnce(page, /^Use count words of /);
      await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('It has six words.');
      const last = server.completions.at(-1)?.body as { messages: { role: string; content: string }[] } | undefined;
      expect(last?.messages.findLast(({ role }) => role === 'tool')?.content).toBe('6');
    });

    await test.step('Kill ends it', async () => {
      await runAction(page, 'Go to Providers');
      await provider(page).getByRole('tab', { name: 'Last calls' }).click();
      await expect(provider(page)).toContainText('to be or not to be');
      await provider(page).getByRole('button', { name: 'Kill' }).click();
      await expect(provider(page).getByRole('button', { name: 'Kill' })).toBeHidden();
    });
  }

  await test.step('in the next run it waits for trust', async () => {
    await using host = await startHost({ dataFolder });
    await openApp(page, host);
    await runAction(page, 'Go to Providers');
    await expect(provider(page)).toContainText('waiting for trust');
    await expect(provider(page)).not.toContainText(/pid \d/);
    await provider(page).getByRole('button', { name: 'Trust this workspace' }).click();
    await expect(provider(page)).toContainText('running');
    await expect(provider(page).getByRole('heading', { name: 'count_words' })).toBeVisible();
  });
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
});
