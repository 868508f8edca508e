import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/host.ts';

const TYPED = '# typed without a pause while revisions come back, and nothing of it is lost';

test('what is typed into a proposed change arrives as typed and is written when applied', async ({
  app: page,
  host,
}) => {
  // Monaco and a hundred key presses share two cores with a host and a browser.
  test.slow();
  const card = (name: RegExp) => page.getByRole('article', { name });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sessions' }).click();
  await page.getByRole('region', { name: 'Connect a model' }).getByRole('button', { name: 'Try the demo' }).click();
  await page.getByRole('button', { name: 'Make the greeting friendlier' }).click();
  await card(/^Change greet\.sh\?/)
    .getByRole('button', { name: 'Review changes' })
    .click();

  const diff = page.getByRole('region', { name: 'Diff of greet.sh' });
  await expect(diff.locator('.editor.modified .view-line').first()).toBeVisible({ timeout: 30_000 });
  await diff.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('e');
  await expect(diff.locator('.editor.modified .monaco-editor')).toHaveClass(/focused/);
  await page.keyboard.press('End');
  await page.keyboard.type(` ${TYPED}`, { delay: 12 });
  await page.keyboard.press('Escape');
  await expect(diff).toBeFocused();
  // What was typed goes with the answer, whether its revision has come back or not.
  await page.getByRole('button', { name: 'Apply accepted' }).click();
  await expect(diff).toContainText('applied');

  // The change is on the record, and shown, a moment before the file is written.
  const file = join(host.dataFolder, 'sample-workspace', 'greet.sh');
  await expect.poll(() => readFile(file, 'utf8')).toContain(TYPED);
  const written = await readFile(file, 'utf8');
  expect(written.split('\n').filter((line) => line.includes(TYPED))).toHaveLength(1);
  expect(written).toContain(`how nice to see you!" ${TYPED}`);
});
