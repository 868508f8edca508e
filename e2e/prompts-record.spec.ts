import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNothingSerious } from './support/axe.ts';
import { dataFolder } from './support/data-folder.ts';
import { expect, openApp, ROOT, startHost, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { writePromptStore } from './support/prompt-store.ts';

test('without a model sending leads to one; what was sent opens in Prompts again and is compared with now', async ({
  page,
}) => {
  test.slow();
  await using folder = await dataFolder(writePromptStore);
  await using host = await startHost({ dataFolder: folder.path });
  await openApp(page, host);
  await runAction(page, 'Go to Prompts');
  await page.getByRole('list', { name: 'Prompts' }).getByRole('button', { name: 'demo.hello' }).click();
  const rendered = page.getByRole('region', { name: 'Rendered prompt' });
  await expect(rendered).toContainText('Hi Ada, you use go.');

  await test.step('nobody can answer, and here is who could', async () => {
    await page.getByRole('button', { name: 'Send to model' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nobody can answer yet' });
    await expectNothingSerious(page, 'the ways to a model');
    await dialog.getByRole('button', { name: 'Try the demo' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('it is sent, and the message of the session leads back', async () => {
    await page.getByRole('button', { name: 'Send to model' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await expect(answer).toHaveAttribute('aria-busy', 'false');
    await answer.getByRole('button', { name: 'Open the session' }).click();
    const log = page.getByRole('log', { name: 'Conversation' });
    await expect(log).toContainText('Hi Ada, you use go.');
    await log.getByRole('button', { name: 'Open in Prompts' }).first().click();
    await expect(page.getByRole('region', { name: 'Past rendering' })).toContainText('Hi Ada, you use go.');
  });

  const past = page.getByRole('region', { name: 'Past rendering' });
  await test.step('the prompt still makes the same', async () => {
    await past.getByRole('button', { name: 'Compare with now' }).click();
    await expect(past.getByRole('status')).toContainText('No difference.');
    await expectNothingSerious(page, 'a past rendering without a difference');
  });

  await test.step('and once it was changed, the difference is shown', async () => {
    await past.getByRole('button', { name: 'Open the prompt' }).click();
    await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible({ timeout: 30_000 });
    await page.getByRole('textbox', { name: 'Template' }).first().focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Oh! ');
    await page.keyboard.press('Control+S');
    await expect(page.getByRole('region', { name: 'Prompt demo.hello' })).not.toContainText('not saved');
    await runAction(page, 'Go to Sessions');
    await page
      .getByRole('log', { name: 'Conversation' })
      .getByRole('button', { name: 'Open in Prompts' })
      .first()
      .click();
    await past.getByRole('button', { name: 'Compare with now' }).click();
    await expect(past.locator('.monaco-diff-editor .line-insert').first()).toBeVisible({ timeout: 30_000 });
    await expect(past.getByText('No difference.')).toBeHidden();
  });
});

test('the built-in samples are rendered at once on the first opening of all, and never called wrong', async ({
  page,
}) => {
  await using folder = await dataFolder();
  await using host = await startHost({ dataFolder: folder.path });
  await openApp(page, host);
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      const list = document.querySelector('[aria-label="Problems"][data-severity="error"]');
      if (list !== null) document.body.dataset.wrong = list.textContent;
    });
    seen.observe(document.body, { subtree: true, childList: true });
  });
  await runAction(page, 'Go to Prompts');
  for (const id of ['samples.code_review', 'samples.commit_message', 'samples.translate', 'test_writer.edge_cases']) {
    await page.getByRole('list', { name: 'Prompts' }).getByRole('button', { name: id }).click();
    await expect(page.getByRole('region', { name: `Prompt ${id}` })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Rendered message 1' })).toBeVisible();
  }
  expect(await page.evaluate(() => document.body.dataset.wrong)).toBeUndefined();
});

test('the password of Redis is kept in the settings, and not shown again', async ({ page }) => {
  // Nobody's keychain is written to.
  await using folder = await dataFolder((path) =>
    writeFile(join(path, 'settings.yaml'), 'keychain:\n  store: session\n'),
  );
  await using host = await startHost({ dataFolder: folder.path });
  await openApp(page, host);
  await runAction(page, 'Go to Settings');
  await page.getByRole('tab', { name: 'Prompt engine' }).click();
  await page.getByLabel('Password of Redis').fill('open sesame');
  await page.keyboard.press('Enter');
  const row = page.locator('[data-setting="prompts.redis.password"]');
  await expect(row).toContainText('one is kept');
  await expectNothingSerious(page, 'the prompt engine in the settings');
  await page.reload();
  await page.getByRole('tab', { name: 'Prompt engine' }).click();
  await expect(row).toContainText('one is kept');
  expect(await page.content()).not.toContain('open sesame');
  await row.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByLabel('Password of Redis')).toHaveAttribute('placeholder', 'none is kept');
});

test('modules beside the bundles are required: what runs from the code cache cannot import, such as the keychain’s', async () => {
  const folder = join(ROOT, 'out', 'main', 'chunks');
  const bundles = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(bundles.map((name) => readFile(join(folder, name), 'utf8')));
  for (const name of ['@napi-rs/keyring', 'node-pty']) {
    expect(texts.some((text) => text.includes(`require("${name}`))).toBe(true);
    expect(texts.some((text) => text.includes(`import("${name}`))).toBe(false);
  }
});
