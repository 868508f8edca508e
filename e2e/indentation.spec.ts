import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { expect, test } from './support/host.ts';
import { makeTrustedAgent } from './support/trusted-agent.ts';

test('a line typed at the end of a text that has just opened is indented, also where the machine is never idle', async ({
  app: page,
}) => {
  // Work that waits for an idle moment waits for ever.
  await page.evaluate(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  await using place = await temporaryFolder();
  const folder = join(place.path, 'my-agent');
  await makeTrustedAgent(page, folder);

  await page.getByRole('button', { name: 'Edit read' }).click();
  await expect(page.getByRole('textbox', { name: 'Text of tools/read.py' })).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('def page(number: int) -> int:\nreturn number');
  await page.keyboard.press('Control+s');

  await expect
    .poll(() => readFile(join(folder, 'tools', 'read.py'), 'utf8'))
    .toMatch(/\ndef page\(number: int\) -> int:\n {2,4}return number$/);
});
