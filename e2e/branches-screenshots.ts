import { join } from 'node:path';
import { expect, ROOT, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { tryWithThree } from './support/three-branches.ts';

/** Makes the picture of branches side by side. */
test('pictures of branches', async ({ app: page, host }) => {
  await runAction(page, 'Colours: dark');
  await using _ = await tryWithThree(page, host);
  await page.getByRole('button', { name: /^3 branches/ }).click();
  const board = page.getByRole('dialog', { name: 'Branches' });
  await expect(board).toContainText('Done by two.', { timeout: 30_000 });
  await page.screenshot({ path: join(ROOT, 'docs', 'screenshots', 'branches.png'), animations: 'disabled' });
  if (process.env.SHOTS) {
    await board.getByRole('button', { name: 'Compare all' }).click();
    await page.getByRole('button', { name: 'Show the diff of list.txt of one' }).click();
    await expect(page.getByRole('dialog')).toContainText('line 3');
    await page.getByRole('combobox', { name: 'Compared with' }).selectOption({ label: 'two' });
    await expect(page.getByRole('dialog')).toContainText('line 20');
    await page.screenshot({ path: '/tmp/shot-compare.png' });
  }
});
