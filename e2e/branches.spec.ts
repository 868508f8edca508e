import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNothingSerious } from './support/axe.ts';
import { expect, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { LINES, listPath, listWith, tryWithThree } from './support/three-branches.ts';

const board = (page: Page) => page.getByRole('dialog', { name: 'Branches' });
const card = (page: Page, name: string) => board(page).getByRole('listitem', { name, exact: true });

test('one message to three profiles, a branch each; hunks of two end in one reviewed change', async ({
  app: page,
  host,
}) => {
  test.slow();
  await using _ = await tryWithThree(page, host);

  await test.step('each asked in its own branch, and ends with its result', async () => {
    await page.getByRole('button', { name: /^3 branches/ }).click();
    await expect(card(page, 'one')).toContainText('Done by one.', { timeout: 60_000 });
    await expect(card(page, 'two')).toContainText('Done by two.', { timeout: 60_000 });
    await expect(card(page, 'three')).toContainText('Failed', { timeout: 60_000 });
    await expectNothingSerious(page, 'the branches side by side');
    expect(await readFile(listPath(host), 'utf8')).toBe(LINES.join(''));
  });

  await test.step('a branch is packed beside the folder, and read', async () => {
    await card(page, 'one').getByRole('button', { name: 'Pack' }).click();
    const pack = page.getByRole('dialog', { name: 'Pack' });
    const image = `${dirname(listPath(host))}-one.squashfs`;
    await expect(pack.getByRole('textbox', { name: 'Image' })).toHaveValue(image);
    await pack.getByRole('button', { name: 'Pack' }).click();
    await pack.getByRole('button', { name: 'Read the image' }).click();
    await expect(page.getByRole('region', { name: `Image ${basename(image)}` })).toContainText('list.txt');
    await runAction(page, 'Go to Sessions');
    await page.getByRole('button', { name: /^3 branches/ }).click();
  });

  await test.step('hunks of two are taken in one review', async () => {
    await board(page).getByRole('button', { name: 'Compare all' }).click();
    const compared = page.getByRole('dialog', { name: 'Compare branches' });
    await compared.getByRole('checkbox', { name: 'Take list.txt of one' }).check();
    await compared.getByRole('checkbox', { name: 'Take list.txt of two' }).check();
    await compared.getByRole('button', { name: 'Take 2 paths' }).click();
    const proposed = page.getByRole('list', { name: 'Proposed changes' });
    await expect(proposed).toContainText('2 changes of one reply', { timeout: 60_000 });
    await expect(compared).toBeHidden();
    for (const decided of ['1 of 2 decided', undefined]) {
      await page.getByRole('button', { name: 'Apply accepted' }).click();
      if (decided !== undefined) await expect(proposed).toContainText(decided);
    }
    await expect(async () => {
      expect(await readFile(listPath(host), 'utf8')).toBe(listWith({ 3: 'first', 20: 'second' }));
    }).toPass({ timeout: 60_000 });
  });
});
