import { readFile } from 'node:fs/promises';
import { dataFolder } from './support/data-folder.ts';
import { expect, openApp, startHost, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { writePromptStore } from './support/prompt-store.ts';

test('a prompt is renamed, duplicated, exported, deleted and brought back', async ({ page }) => {
  test.slow();
  await using folder = await dataFolder(writePromptStore);
  await using host = await startHost({ dataFolder: folder.path });
  await openApp(page, host);
  await runAction(page, 'Go to Prompts');
  const list = page.getByRole('list', { name: 'Prompts' });
  const heading = (id: string) => page.getByRole('heading', { name: id, exact: true });

  await list.getByRole('button', { name: 'demo.hello' }).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Rename…' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Id' })).toBeFocused();
  await page.keyboard.type('demo.greeting');
  await page.keyboard.press('Enter');
  await expect(heading('demo.greeting')).toBeVisible();
  await expect(list.getByRole('button', { name: 'demo.hello' })).toHaveCount(0);

  await runAction(page, 'Duplicate prompt');
  await page.getByRole('button', { name: 'Duplicate prompt' }).click();
  await expect(heading('demo.greeting_copy')).toBeVisible();

  const downloading = page.waitForEvent('download');
  await runAction(page, 'Export prompt as JSON');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('demo.greeting_copy.json');
  const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as unknown;
  expect(exported).toMatchObject({ name: 'greeting_copy', prompt: expect.stringContaining('.args.who') });

  await runAction(page, 'Delete prompt');
  await page.getByRole('button', { name: 'Delete prompt' }).click();
  await expect(list.getByRole('button', { name: 'demo.greeting_copy' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(heading('demo.greeting_copy')).toBeVisible();
  await expect(list.getByRole('button', { name: 'demo.greeting_copy' })).toBeVisible();
});
