import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, ROOT, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

/** Makes the pictures of the README: `npm run screenshots`. */
test('pictures of the README', async ({ app: page }) => {
  test.slow();
  const folder = join(ROOT, 'docs', 'screenshots');
  await mkdir(folder, { recursive: true });
  const picture = (name: string) => page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  const card = (name: RegExp) => page.getByRole('article', { name });
  const allow = async (name: RegExp) => {
    const allowing = card(name).getByRole('button', { name: /^Allow/ });
    await expect(allowing).toHaveAttribute('aria-disabled', 'false');
    await allowing.click();
    await expect(card(name)).toBeHidden();
  };

  await runAction(page, 'Colours: dark');
  await runAction(page, 'Go to Sessions');
  await page.getByRole('button', { name: 'Try the demo' }).first().click();
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('Demo (scripted)');
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Make the greeting friendlier');
  await page.keyboard.press('Enter');
  await allow(/^Read greet\.sh\?/);

  await card(/^Change greet\.sh\?/)
    .getByRole('button', { name: 'Review changes' })
    .click();
  const diff = page.getByRole('region', { name: 'Diff of greet.sh' });
  await expect(diff.locator('.view-line').first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Reject hunk 1' }).click();
  await picture('changes');
  await page.getByRole('button', { name: 'Apply accepted' }).click();

  await runAction(page, 'Go to Sessions');
  await expect(card(/^Run a command\?/).getByRole('button', { name: /^Allow/ })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await picture('approval');
  await allow(/^Run a command\?/);
  await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('done');

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
