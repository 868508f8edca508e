import { join } from 'node:path';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';

test('a folder is made, read, trusted, tried and talked in', async ({ app: page }, info) => {
  await using place = await temporaryFolder();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Workspaces' }).click();
  await page.getByRole('button', { name: 'New workspace' }).first().click();
  const folder = join(place.path, 'my-agent');
  await page.getByRole('textbox', { name: 'Folder' }).fill(folder);
  await page.keyboard.press('Enter');

  const review = page.getByRole('region', { name: 'What will run' });
  await expect(review).toContainText('It runs Python, TypeScript');
  await review.getByText('tools/bash.py').click();
  await expect(review.getByRole('group', { name: 'First lines of tools/bash.py' })).toContainText('import asyncio');
  await page.screenshot({ path: info.outputPath('what-will-run.png') });
  // Below a long list of what would run, a tab has room even in a small window.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1000, height: 640 });
  await page.getByRole('tab', { name: /^Skills/ }).click();
  await expect(page.getByRole('textbox', { name: 'Name of a new skill' })).toBeInViewport();
  await expect(page.getByText('meeting-notes', { exact: true })).toBeInViewport();
  await page.getByRole('tab', { name: /^Tools/ }).click();
  if (size !== null) await page.setViewportSize(size);
  await review.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Workspaces' }).getByRole('button')).toContainText('Ready');

  const tools = page.getByRole('list', { name: 'Tools' });
  await tools.getByRole('button', { name: 'Try write' }).click();
  const form = page.getByRole('form', { name: 'Try write by hand' });
  await form.getByRole('textbox', { name: 'file_path' }).fill('notes/hello.md');
  await form.getByRole('textbox', { name: 'content' }).fill('hello');
  await page.screenshot({ path: info.outputPath('tools.png') });
  await form.getByRole('button', { name: 'Call' }).click();
  await page.getByRole('button', { name: 'Allow once' }).click();
  await expect(form).toContainText('Wrote 5 characters');

  await page.getByRole('tab', { name: 'System prompt' }).click();
  await expect(page.getByRole('group', { name: 'Prompt of systems/system.py' })).toContainText('meeting-notes');
  await page.screenshot({ path: info.outputPath('prompt.png') });
  await page.getByRole('tab', { name: /^Skills/ }).click();
  await page.screenshot({ path: info.outputPath('skills.png') });
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('list', { name: 'Files of the workspace' }).getByRole('button', { name: 'AGENTS.md' }).click();
  const text = page.getByRole('textbox', { name: 'Text of AGENTS.md' });
  await expect(text).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('# Be brief');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.screenshot({ path: info.outputPath('files.png') });

  await page.getByRole('button', { name: 'New session' }).first().click();
  server.push({ calls: [{ tool: 'read', arguments: { file_path: 'notes/hello.md' } }] }, { text: 'It says hello.' });
  await page.getByRole('textbox', { name: 'Message or command' }).fill('What does the note say?\nRead it.');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Allow once' }).click();
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('It says hello.');
  expect(JSON.stringify(server.completions.at(-1)?.body)).toContain('# Be brief');
});
