import { expectNothingSerious } from './support/axe.ts';
import { expect, test } from './support/host.ts';
import { press, runAction } from './support/keyboard.ts';

test('a deleted session is shown in Storage, removed after a tick, and the removal is told', async ({ app: page }) => {
  await runAction(page, 'New session');
  const sessions = page.getByRole('list', { name: 'Sessions', exact: true });
  const row = sessions.getByRole('button', { name: /^New session/ }).first();
  await row.focus();
  await page.keyboard.press('Delete');
  await expect(row).toBeHidden();

  await runAction(page, 'Go to Settings');
  await page.getByRole('tab', { name: 'Storage' }).click();
  await expect(page.getByRole('table', { name: 'What the data folder holds' })).toContainText('In all');
  await expectNothingSerious(page, 'Storage');
  await page.screenshot({ path: 'test-results/storage.png' });

  await press(page, page.getByRole('button', { name: 'Show what can be removed…' }));
  const dialog = page.getByRole('dialog', { name: 'What can be removed' });
  const deleted = dialog.getByRole('group', { name: 'Records of deleted sessions' });
  await expect(deleted.getByRole('checkbox')).toHaveCount(1);
  await expectNothingSerious(page, 'what can be removed');
  await deleted.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await page.screenshot({ path: 'test-results/storage-plan.png' });
  await press(page, dialog.getByRole('button', { name: /^Remove / }));
  await expect(dialog).toContainText('are free.');
  await page.screenshot({ path: 'test-results/storage-done.png' });
  await page.keyboard.press('Escape');

  await runAction(page, 'Go to Activity');
  await expect(page.getByRole('main')).toContainText(/removed/i);
});
