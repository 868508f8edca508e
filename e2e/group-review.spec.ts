import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { expectNothingSerious } from './support/axe.ts';
import { connect } from './support/connect.ts';
import { expect, type Host, test } from './support/host.ts';
import { isThere } from './support/is-there.ts';
import { runAction, tabTo } from './support/keyboard.ts';

const fileOf = (host: Host, name: string) => join(host.dataFolder, 'sample-workspace', name);
const diff = (page: Page, name: string) => page.getByRole('region', { name: `Diff of ${name}` });
const proposed = (page: Page) => page.getByRole('list', { name: 'Proposed changes' });
const BEFORE = Array.from({ length: 30 }, (_, index) => `item ${index + 1}\n`);
const edited = (...numbers: number[]) =>
  BEFORE.map((line, index) => (numbers.includes(index + 1) ? `changed ${index + 1}\n` : line)).join('');

const CALLS = [
  { tool: 'create_or_update_file', arguments: { path: 'list.txt', file_content: edited(3, 20) } },
  { tool: 'create_or_update_file', arguments: { path: 'new.txt', file_content: 'new\n' } },
  { tool: 'delete_file_or_dir', arguments: { path: 'old.txt' } },
];

/** The events of one type in all records of the host. */
async function recorded(host: Host, type: string): Promise<{ data: Record<string, unknown> }[]> {
  const folder = join(host.dataFolder, 'ledger', 'sessions');
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  const events = texts.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line));
  return events.filter((event) => event.type === type);
}

test('an edit, a new file and a deletion of one reply are reviewed as one list and written together', async ({
  app: page,
  host,
}) => {
  test.slow();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  await writeFile(fileOf(host, 'list.txt'), BEFORE.join(''));
  await writeFile(fileOf(host, 'old.txt'), 'old\n');
  server.push({ calls: CALLS }, { text: 'As you like it.' });
  await runAction(page, 'Go to Sessions');
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Put the lists in order');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: /^Delete old\.txt\?/ })).toBeVisible();
  const apply = page.getByRole('button', { name: 'Apply accepted' });

  await test.step('they are one list', async () => {
    await runAction(page, 'Go to Changes');
    await expect(proposed(page).getByRole('button')).toHaveCount(3);
    await expect(proposed(page)).toContainText('3 changes of one reply');
    await expect(proposed(page)).toContainText('0 of 3 decided');
  });

  await test.step('a hunk of one file is rejected', async () => {
    await tabTo(page, diff(page, 'list.txt'));
    await expect(diff(page, 'list.txt')).toContainText('X reject');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await expect(page.getByRole('button', { name: 'Reject hunk 2' })).toHaveAttribute('aria-pressed', 'true');
    await tabTo(page, apply);
    await page.keyboard.press('Enter');
    await expect(diff(page, 'new.txt')).toBeFocused();
    await expect(proposed(page)).toContainText('1 of 3 decided');
  });

  await test.step('what is decided is there after a reload', async () => {
    await page.reload();
    await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('tiny');
    await runAction(page, 'Go to Changes');
    await expect(diff(page, 'list.txt').locator('.view-line').first()).toBeVisible({ timeout: 30_000 });
    await expect(diff(page, 'list.txt').getByRole('button', { name: 'Decide again' })).toBeVisible();
    await expect(proposed(page)).toContainText('1 of 3 decided');
  });

  await test.step('one file is rejected', async () => {
    await tabTo(page, proposed(page).getByRole('button', { name: /^list\.txt/ }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(page, diff(page, 'new.txt').getByRole('button', { name: 'Reject all' }));
    await page.keyboard.press('Enter');
    await expect(diff(page, 'old.txt')).toBeFocused();
    await expectNothingSerious(page, 'a deletion that is reviewed');
  });

  await test.step('the last answer writes all of it', async () => {
    await expect(diff(page, 'old.txt')).toContainText('The last of 3 changes of this reply');
    expect(await readFile(fileOf(host, 'list.txt'), 'utf8')).toBe(BEFORE.join(''));
    expect(await isThere(fileOf(host, 'old.txt'))).toBe(true);
    await tabTo(page, apply);
    await page.keyboard.press('Enter');
    await expect.poll(() => isThere(fileOf(host, 'old.txt'))).toBe(false);
    expect(await readFile(fileOf(host, 'list.txt'), 'utf8')).toBe(edited(3));
    expect(await isThere(fileOf(host, 'new.txt'))).toBe(false);
  });

  await test.step('the list, the record and the model have it so', async () => {
    const row = page
      .getByRole('treegrid', { name: 'Turns' })
      .getByRole('row', { name: 'Turn: Put the lists in order' });
    for (const words of ['±1 changed', '−1 deleted', '×1 rejected']) await expect(row).toContainText(words);
    await expect(proposed(page)).toBeHidden();
    const changes = await recorded(host, 'file.changed');
    expect(changes.map(({ data }) => [data.path, data.change])).toEqual([
      [fileOf(host, 'list.txt'), 'modified'],
      [fileOf(host, 'old.txt'), 'deleted'],
    ]);
    const told = () => {
      const body = server.completions.at(-1)?.body as { messages: { role: string; content: string }[] } | undefined;
      return body?.messages.filter(({ role }) => role === 'tool').map(({ content }) => content) ?? [];
    };
    await expect.poll(told).toHaveLength(3);
    expect(told()[0]).toMatch(/^Changed .*list\.txt in part .*Hunk 2.*refused; not written/s);
    expect(told()[1]).toMatch(/refused/);
    expect(told()[2]).toBe('OK');
  });
});
