import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';

/** A red picture, 40 by 30, drawn by the page. */
async function picture(page: Page, colour: string): Promise<Buffer> {
  const base64 = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 400, height: 300 });
    const drawing = canvas.getContext('2d');
    if (drawing) {
      drawing.fillStyle = fill;
      drawing.fillRect(0, 0, 400, 300);
      drawing.fillStyle = 'white';
      drawing.fillRect(100, 100, 200, 100);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, colour);
  return Buffer.from(base64, 'base64');
}

/** Gives a file to the composer as a browser does. */
async function give(page: Page, how: 'paste' | 'drop', file: { name: string; bytes: Buffer }): Promise<void> {
  const data = { how, name: file.name, base64: file.bytes.toString('base64') };
  await page.getByRole('textbox', { name: 'Message or command' }).evaluate((field, { how, name, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name, { type: 'image/png' }));
    const options = { bubbles: true, cancelable: true };
    field.dispatchEvent(
      how === 'paste'
        ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
        : new DragEvent('drop', { ...options, dataTransfer: transfer }),
    );
  }, data);
}

test('images are chosen, pasted, dropped and named, wait through a reload, go with the message, and open', async ({
  app: page,
}, info) => {
  await using place = await temporaryFolder();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  const [red, green, blue] = [
    await picture(page, 'crimson'),
    await picture(page, 'seagreen'),
    await picture(page, 'navy'),
  ];
  const named = join(place.path, 'mentioned.png');
  await writeFile(named, await picture(page, 'orange'));
  const field = page.getByRole('textbox', { name: 'Message or command' });
  const attached = page.getByRole('region', { name: 'Attached images' });

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach images' }).click();
  await (await chooser).setFiles({ name: 'red.png', mimeType: 'image/png', buffer: red });
  await give(page, 'paste', { name: 'green.png', bytes: green });
  await give(page, 'drop', { name: 'blue.png', bytes: blue });
  await give(page, 'drop', { name: 'no-image.png', bytes: Buffer.from('words') });
  await expect(attached.getByRole('img')).toHaveCount(3);
  await expect(page.getByText('“no-image.png” was not attached')).toBeVisible();
  await page.screenshot({ path: info.outputPath('attached.png') });
  await attached.getByRole('button', { name: 'Remove blue.png' }).click();

  await expect(attached.getByRole('img')).toHaveCount(2);
  await page.waitForTimeout(700);
  await page.reload();
  await expect(attached.getByRole('img')).toHaveCount(2);

  server.push({ text: 'Two squares and one more.' });
  await field.fill(`What are these? And @${named}`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  const conversation = page.getByRole('log', { name: 'Conversation' });
  await expect(conversation).toContainText('Two squares and one more.');
  const body = server.completions.at(-1)?.body as { messages: { role: string; content: unknown }[] };
  const content = body.messages.findLast(({ role }) => role === 'user')?.content as { image_url?: { url: string } }[];
  const sent = content.flatMap((part) => part.image_url?.url.split(',')[1] ?? []);
  expect(sent.slice(0, 2)).toEqual([red.toString('base64'), green.toString('base64')]);
  expect(sent).toHaveLength(3);
  await expect(attached).toHaveCount(0);

  const images = conversation.getByRole('list', { name: 'Images of the message' });
  await expect(images.getByRole('img')).toHaveCount(3);
  await page.screenshot({ path: info.outputPath('sent.png') });
  await images.getByRole('button', { name: 'Open image red.png' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'red.png' });
  await expect(dialog.getByRole('img')).toBeVisible();
  await page.screenshot({ path: info.outputPath('opened.png') });
  await page.keyboard.press('Escape');
  await expect(images.getByRole('button', { name: 'Open image red.png' })).toBeFocused();
});
