import type { Page } from '@playwright/test';
import { expectNothingSerious } from './support/axe.ts';
import { dataFolder } from './support/data-folder.ts';
import { expect, openApp, startHost, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { writePromptStore } from './support/prompt-store.ts';

const rendered = (page: Page) => page.getByRole('region', { name: 'Rendered prompt' });
const origins = (page: Page) => page.getByRole('table', { name: 'Where it came from' });
const template = (page: Page) => page.getByRole('textbox', { name: 'Template' }).first();
const lit = (page: Page) => origins(page).locator('tr[aria-current]');

async function choose(page: Page, id: string): Promise<void> {
  await page.getByRole('list', { name: 'Prompts' }).getByRole('button', { name: id }).click();
  await expect(page.getByRole('region', { name: `Prompt ${id}` })).toBeVisible();
  await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible({ timeout: 30_000 });
}

test('a prompt: edited with its rendering beside it, looked into, saved, compared, kept as a case, sent', async ({
  page,
}) => {
  test.slow();
  await using folder = await dataFolder(writePromptStore);
  await using host = await startHost({ dataFolder: folder.path });
  await openApp(page, host);
  await runAction(page, 'Go to Prompts');

  await test.step('a word is changed by keyboard, and the rendering changes with it', async () => {
    await choose(page, 'demo.hello');
    await expect(rendered(page)).toContainText('Hi Ada, you use go.');
    await template(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+Delete');
    await page.keyboard.type('Hello');
    await expect(rendered(page)).toContainText('Hello Ada, you use go.');
    await expect(page.getByRole('region', { name: 'Prompt demo.hello' })).toContainText('not saved');
    await expectNothingSerious(page, 'a prompt that is edited');
  });

  await test.step('an argument is filled into the form that the parameters make', async () => {
    await page.getByRole('group', { name: 'Arguments form' }).getByLabel('who').fill('Grace');
    await expect(rendered(page)).toContainText('Hello Grace');
  });

  await test.step('a piece leads to its place, and a place to its pieces', async () => {
    await page.getByRole('group', { name: 'Text of rendered message 1, user' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(lit(page)).toContainText('args.who');
    await page.keyboard.press('Enter');
    await expect(template(page)).toBeFocused();
    // The selection is the action that wrote the piece; its end is where the cursor goes on.
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft');
    await expect(lit(page)).toContainText('vscode.programming_language');
    await expect(lit(page)).toContainText('shenma:environs:vscode:programming_language');
  });

  await test.step('names are completed with their values', async () => {
    await page.keyboard.press('Control+End');
    await page.keyboard.type('{{.vscode.fr');
    await expect(page.locator('.suggest-widget')).toContainText('frameworks');
    await page.keyboard.press('Enter');
    await expect(rendered(page)).toContainText('[gin gorm gin-swagger]');
  });

  await test.step('what is wrong is said with its line and column, and the last rendering stays', async () => {
    await page.keyboard.press('Control+End');
    await page.keyboard.type('{{if');
    const problems = page.getByRole('list', { name: 'Problems' });
    await expect(problems).toContainText(/line 2, column \d+/);
    await expect(rendered(page)).toContainText('Hello Grace');
    await page.keyboard.press('Escape');
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Delete');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Backspace');
    await expect(problems).toBeHidden();
  });

  await test.step('it is saved by key, and compared with what it was', async () => {
    await page.keyboard.press('Control+S');
    await expect(page.getByRole('region', { name: 'Prompt demo.hello' })).not.toContainText('not saved');
    await page.getByRole('button', { name: 'Compare versions' }).click();
    const versions = page.getByRole('region', { name: 'Versions of demo.hello' });
    await expect(versions.getByRole('table', { name: 'Versions' })).toContainText('current');
    await expect(versions.locator('.monaco-diff-editor .line-insert').first()).toBeVisible({ timeout: 30_000 });
    await expectNothingSerious(page, 'versions of a prompt');
    await versions.getByRole('button', { name: 'Back to the template' }).click();
  });

  await test.step('a case says at once when an edit changes it, and takes over what is accepted', async () => {
    await page.getByRole('button', { name: 'Save as case' }).click();
    await page.getByRole('dialog', { name: 'Save as case' }).getByLabel('Name of the case').fill('Grace');
    await page.keyboard.press('Enter');
    const cases = page.getByRole('list', { name: 'Cases' });
    await expect(cases).toContainText('same');
    await template(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Well, ');
    await expect(cases).toContainText('changed');
    await cases.getByRole('button', { name: 'Accept as expected' }).click();
    await expect(cases).toContainText('same');
  });

  await test.step('what is not saved survives a reload', async () => {
    await page.reload();
    await expect(rendered(page)).toContainText('Well, Hello Grace');
    await expect(page.getByRole('region', { name: 'Prompt demo.hello' })).toContainText('not saved');
  });

  await test.step('it is sent to the model, whose answer is on the record', async () => {
    await page.getByRole('button', { name: 'Try the demo' }).first().click();
    await runAction(page, 'Go to Prompts');
    await page.getByRole('button', { name: 'Send to model' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await expect(answer).toContainText(/\d+ tokens|ms|\d s/);
    await expect(answer).toHaveAttribute('aria-busy', 'false');
    await answer.getByRole('button', { name: 'Open the session' }).click();
    await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Well, Hello Grace');
  });
});

test('several messages, a tool that fails, and the records of the store', async ({ page }) => {
  test.slow();
  await using folder = await dataFolder(writePromptStore);
  await using host = await startHost({ dataFolder: folder.path });
  await openApp(page, host);
  await runAction(page, 'Go to Prompts');

  await test.step('what stands in for a tool that failed is said', async () => {
    await choose(page, 'demo.review');
    await expect(rendered(page)).toContainText('It is used in 0 places.');
    const row = origins(page).getByRole('row').filter({ hasText: 'codebase_look_ref' }).first();
    await expect(row).toContainText('its default is used');
  });

  await test.step('messages are added and moved', async () => {
    await page.getByRole('button', { name: 'Add message' }).click();
    await expect(page.getByRole('region', { name: 'Message 3', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Remove message 3' }).click();
    await expect(page.getByRole('region', { name: 'Message 3', exact: true })).toBeHidden();
  });

  await test.step('a variable is changed in the browser of the store, and prompts with it', async () => {
    await page.getByRole('tab', { name: 'Variables' }).click();
    await page
      .getByRole('list', { name: 'Variables' })
      .getByRole('button', { name: /programming_language/ })
      .click();
    await page.getByRole('textbox', { name: 'JSON of vscode.programming_language' }).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.type('"zig"');
    await page.getByRole('button', { name: 'Save variable' }).click();
    await expectNothingSerious(page, 'a variable');
    await page.getByRole('tab', { name: 'Prompts' }).click();
    await choose(page, 'demo.review');
    await expect(rendered(page)).toContainText('You review zig code.');
  });
});

/** Reads how the words of the first template are drawn, each with its contrast to its background. */
async function drawn(page: Page, words: readonly string[]) {
  return await page.evaluate((wanted) => {
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
    const light = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const editor = document.querySelector('.monaco-editor');
    if (editor === null) throw new Error('There is no editor');
    const ground = light(getComputedStyle(editor).backgroundColor);
    const spans = [...editor.querySelectorAll('.view-line span span')];
    return wanted.map((word) => {
      const span = spans.find(({ textContent }) => textContent.replaceAll('\u00a0', ' ').trim() === word);
      if (span === undefined) throw new Error(`${word} is no token of its own: ${spans.map((one) => one.textContent)}`);
      const { color } = getComputedStyle(span);
      const [darker = 0, lighter = 0] = [light(color), ground].sort((one, other) => one - other);
      return { word, color, contrast: (lighter + 0.05) / (darker + 0.05) };
    });
  }, words);
}

test('the editors: braces, names and keywords stand out in every theme; JSON typed over a selection replaces it', async ({
  page,
}) => {
  await using folder = await dataFolder(writePromptStore);
  await using host = await startHost({ dataFolder: folder.path });
  await openApp(page, host);
  await runAction(page, 'Go to Prompts');
  // Every further editor has told the others that brackets have colours of their own.
  await choose(page, 'demo.review');
  await choose(page, 'demo.hello');
  await template(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Hi {{ if .args.who }}you{{ end }} {{/* note */}}{{ len "text" }}');
  await page.keyboard.press('Control+Home');
  await expect(rendered(page).getByRole('group', { name: /^Text of rendered message 1/ })).toHaveText('Hi you 4');

  for (const [theme, least] of [
    ['dark', 4.5],
    ['light', 4.5],
    ['high contrast', 7],
  ] as const) {
    await test.step(`in the ${theme} theme`, async () => {
      await runAction(page, `Colours: ${theme}`);
      // Monaco colours a moment after the theme has changed.
      await expect(async () => {
        const words = await drawn(page, ['Hi', '{{', 'if', '.args.who', 'len', '"text"', '{{/* note */}}']);
        // Monaco's own colours of brackets are not the language's, and not checked for any ground.
        expect(await page.locator('[class*="bracket-highlighting"]').count()).toBe(0);
        for (const { word, contrast } of words) expect(contrast, word).toBeGreaterThanOrEqual(least);
        const colours = new Map(words.map(({ word, color }) => [word, color]));
        expect(new Set(colours.values()).size, JSON.stringify([...colours])).toBe(colours.size);
      }).toPass({ timeout: 10_000 });
    });
  }

  await test.step('what is typed over the selected arguments replaces them', async () => {
    await page.getByRole('tab', { name: 'as JSON' }).click();
    const json = page.getByRole('textbox', { name: 'Arguments' });
    for (const typed of ['{}', '{"who": "Ada"}', '{}']) {
      await json.focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(typed);
      await expect(page.getByRole('tabpanel', { name: 'as JSON' }).locator('.view-lines')).toHaveText(
        typed.replaceAll(' ', '\u00a0'),
      );
    }
  });
});
