import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { expect, test } from './support/host.ts';
import { makeTrustedAgent } from './support/trusted-agent.ts';

test('a file that ends its lines as Windows does still does after an edit, and the cursor stays where it is', async ({
  app: page,
}) => {
  await using place = await temporaryFolder();
  const folder = join(place.path, 'my-agent');
  await makeTrustedAgent(page, folder);
  const file = join(folder, 'AGENTS.md');
  await writeFile(file, '\uFEFFBe kind.\r\nBe brief.\r\n');

  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('list', { name: 'Files of the workspace' }).getByRole('button', { name: 'AGENTS.md' }).click();
  await expect(page.getByRole('textbox', { name: 'Text of AGENTS.md' })).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  await page.keyboard.type(' Always.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Be true.');
  await page.keyboard.press('Control+s');

  await expect.poll(() => readFile(file, 'utf8')).toBe('\uFEFFBe kind. Always.\r\nBe true.\r\nBe brief.\r\n');
});
