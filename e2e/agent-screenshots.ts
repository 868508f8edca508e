import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { allowOnce } from './support/approvals.ts';
import { connect } from './support/connect.ts';
import { expect, ROOT, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

/** Makes the pictures of agent workspaces in docs/: `npm run screenshots`. */
test('pictures of an agent: what will run, its tools, a session in it, a change of its code', async ({ app: page }) => {
  test.slow();
  const folder = join(ROOT, 'docs', 'screenshots');
  await mkdir(folder, { recursive: true });
  const picture = (name: string) => page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  await using place = await temporaryFolder();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  const agent = join(place.path, 'note-keeper');
  const review = page.getByRole('region', { name: 'What will run' });

  await runAction(page, 'Colours: dark');
  await connect(page, server);
  await runAction(page, 'New workspace');
  await page.getByRole('textbox', { name: 'Folder' }).fill(agent);
  await page.keyboard.press('Enter');
  await review.getByText('tools/bash.py').click();
  await expect(review.getByRole('group', { name: 'First lines of tools/bash.py' })).toContainText('import asyncio');
  await picture('what-will-run');

  await review.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Workspaces' }).getByRole('button')).toContainText('Ready');
  await page.getByRole('button', { name: 'Edit count-words' }).click();
  await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole('heading', { name: 'count-words' }).scrollIntoViewIfNeeded();
  await picture('agent-tools');

  await page.getByRole('button', { name: 'New session' }).first().click();
  server.push(
    { calls: [{ tool: 'write', arguments: { file_path: 'notes/standup.md', content: '# Stand-up\n\n- ship it\n' } }] },
    { text: 'Kept in `notes/standup.md`.' },
  );
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Note for the stand-up: ship it');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: /^Use write of / })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow once' })).toHaveAttribute('aria-disabled', 'false');
  await picture('agent-session');
  await allowOnce(page, /^Use write of /);
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Kept in');

  await appendFile(join(agent, 'tools', 'write.py'), '\n\nprint("somebody was here")\n');
  await runAction(page, 'Go to Workspaces');
  await expect(review.getByRole('group', { name: 'Diff of tools/write.py' })).toBeVisible();
  await picture('agent-changed');
});
