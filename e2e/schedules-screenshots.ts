import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { allowOnce } from './support/approvals.ts';
import { connect } from './support/connect.ts';
import { expect, ROOT, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { toolCallReply } from './support/session-page.ts';
import { makeTrustedAgent } from './support/trusted-agent.ts';

const NOTES =
  '# Daily\n\n- The parser is merged: formulas no longer end a paragraph.\n- The clock is set back in tests.\n';
const ANSWER =
  'Two things since yesterday, both **yours**:\n\n- the parser is merged\n- the clock is set back in tests\n\nThey are in `notes/daily.md`.';
const TASK = `---
name: daily-notes
description: Writes what changed since yesterday to notes/daily.md.
cron: "0 9 * * 1-5"
timezone: Asia/Tokyo
budget: { time: 10m, tokens: 50000 }
approvals: wait
---

Read what changed since yesterday, and write it to notes/daily.md.
`;

async function newTask(page: Page, name: string, text: string): Promise<void> {
  await runAction(page, 'New scheduled task');
  await page.getByRole('textbox', { name: 'Name of a new task' }).fill(name);
  await page.getByRole('button', { name: 'New task' }).click();
  const field = page.getByRole('textbox', { name: `Text of schedules/${name}/TASK.md` });
  await expect(field).toBeFocused({ timeout: 30_000 });
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
}

/** Makes the pictures of Schedules in docs/: `npm run screenshots`. */
test('pictures of schedules: the tasks, a text that is read, the inbox', async ({ app: page }) => {
  test.slow();
  const folder = join(ROOT, 'docs', 'screenshots');
  await mkdir(folder, { recursive: true });
  const picture = (name: string) => page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  await using place = await temporaryFolder();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  const row = page.getByRole('row', { name: 'daily-notes', exact: true });

  await runAction(page, 'Colours: dark');
  await connect(page, server);
  await makeTrustedAgent(page, join(place.path, 'note-keeper'));
  await newTask(page, 'daily-notes', TASK);

  await runAction(page, 'Go to the scheduled tasks');
  await row.getByRole('switch').click();
  const dialog = page.getByRole('dialog', { name: 'Switch on “daily-notes”?' });
  await expect(dialog).toContainText('Read what changed since yesterday');
  await picture('schedule-read');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(row.getByRole('switch')).toHaveAttribute('aria-checked', 'true');

  server.push(toolCallReply('write', { file_path: 'notes/daily.md', content: NOTES }), { text: ANSWER });
  await row.getByRole('button', { name: 'Run now' }).click();
  await allowOnce(page, /^Use write of /);
  await expect(row.getByRole('button', { name: /^Last run of daily-notes: done/ })).toBeVisible();
  for (const notice of await page.getByRole('button', { name: 'Dismiss' }).all()) await notice.click();
  await picture('schedules');

  await row.getByRole('button', { name: /^Last run of daily-notes/ }).click();
  await expect(page.getByRole('group', { name: 'Diff of notes/daily.md' })).toContainText('The parser is merged');
  await picture('inbox');
});
