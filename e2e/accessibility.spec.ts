import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNothingSerious } from './support/axe.ts';
import { expect, type Host, test } from './support/host.ts';
import { runAction, tabTo } from './support/keyboard.ts';
import { COUNT_WORDS } from './support/python-provider.ts';

const VIEWS = [
  'Sessions',
  'Terminals',
  'Changes',
  'Prompts',
  'Workspaces',
  'Schedules',
  'Providers',
  'Activity',
  'Settings',
];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const diff = (page: Page) => page.getByRole('region', { name: 'Diff of greet.sh' });

async function allow(page: Page, question: RegExp): Promise<void> {
  const card = page.getByRole('article', { name: question });
  await expect(card.getByRole('button', { name: 'Allow once' })).toHaveAttribute('aria-disabled', 'false');
  await card.getByRole('button', { name: 'Allow once' }).click();
  await expect(card).toBeHidden();
}

/** A session with a question that waits for an answer, so that no view is empty. */
async function askTheDemo(page: Page): Promise<void> {
  await runAction(page, 'Go to Sessions');
  await button(page, 'Try the demo').first().click();
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('Demo (scripted)');
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Make the greeting friendlier');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: /^Change greet\.sh\?/ })).toBeVisible();
}

/** Answers the demo's change, and the command that follows, so that there is a past. */
async function letItFinish(page: Page): Promise<void> {
  await runAction(page, 'Go to Changes');
  await button(page, 'Apply accepted').click();
  await allow(page, /^Run a command\?/);
  await expect(diff(page)).toContainText('applied');
}

/** The themes differ in colours alone, whose contrast `tokens.test.ts` holds in each: the long run walks through all of them. */
const IN_FULL = process.env.SIGMA_TEST_LONG === '1' ? ['light', 'dark', 'high contrast'] : ['light'];

const attributeOf = (theme: string) => (theme === 'high contrast' ? 'contrast' : theme);

for (const theme of IN_FULL) {
  test(`axe finds nothing serious in any view, ${theme}`, async ({ app: page }) => {
    test.slow();
    await runAction(page, `Colours: ${theme}`);
    await expect(page.locator('html')).toHaveAttribute('data-theme', attributeOf(theme));
    await askTheDemo(page);
    for (const view of VIEWS) {
      await runAction(page, `Go to ${view}`);
      await expect(page.getByRole('region', { name: view, exact: true })).toBeVisible();
      if (view === 'Changes') await expect(diff(page)).toBeVisible();
      await expectNothingSerious(page, view);
    }
  });
}

test.describe('in Changes and Activity', () => {
  for (const theme of IN_FULL) {
    test(`axe finds nothing serious in the states of Changes and Activity, ${theme}`, async ({ app: page, host }) => {
      test.slow();
      await runAction(page, `Colours: ${theme}`);
      await askTheDemo(page);
      await reviewStates(page);
      await pastStates(page, host);
      await activityStates(page);
    });
  }
});

test.describe('in Providers and Profiles', () => {
  for (const theme of IN_FULL) {
    test(`axe finds nothing serious in Providers, Profiles and keys, and a session with blocks, ${theme}`, async ({
      app: page,
      host,
    }) => {
      test.slow();
      await runAction(page, `Colours: ${theme}`);
      await blockStates(page);
      await providerStates(page, host);
      await profileStates(page);
    });
  }
});

async function blockStates(page: Page): Promise<void> {
  await runAction(page, 'Go to Sessions');
  const line = page.getByRole('textbox', { name: 'Message or command' });
  const run = async (text: string) => {
    await line.fill(text);
    await line.press('Enter');
  };
  await run('help');
  await expect(page.getByRole('article', { name: 'Command help' })).toContainText('done');
  await run('sh -c "echo bad; exit 3"');
  const block = page.getByRole('article', { name: 'Command sh -c "echo bad; exit 3"' });
  await expect(block).toContainText('Exit code 3');
  await block.getByRole('button', { name: 'Push to chat' }).click();
  await expect(page.getByRole('region', { name: 'Goes with the next message' })).toBeVisible();
  await run('less README.md');
  await expect(page.getByRole('region', { name: 'Terminal of less README.md' })).toBeVisible();
  await expectNothingSerious(page, 'a running block, an ended one, and an output that is pushed');
  await page.keyboard.press('q');
  await expect(page.getByRole('region', { name: 'Terminal of less README.md' })).toBeHidden();
}

async function providerStates(page: Page, host: Host): Promise<void> {
  await writeFile(join(host.dataFolder, 'sample-workspace', 'tools.py'), COUNT_WORDS);
  await runAction(page, 'Go to Providers');
  await expectNothingSerious(page, 'nothing attached');
  for (const line of ['/usr/bin/python3 tools.py', '/usr/bin/python3 nothing.py']) {
    await button(page, 'Attach program').first().click();
    const dialog = page.getByRole('dialog', { name: 'Attach program' });
    await expect(dialog.getByLabel('Command line')).toBeFocused();
    await expectNothingSerious(page, 'attaching');
    await dialog.getByLabel('Command line').fill(line);
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
  }
  await expect(page.getByRole('alert').first()).toContainText('Not attached');
  await page
    .getByRole('list', { name: 'Attached providers' })
    .getByRole('button', { name: /tools\.py/ })
    .click();
  await button(page, 'Try count_words').click();
  await page.getByRole('textbox', { name: 'text' }).fill('one two');
  await button(page, 'Call').click();
  const card = page.getByRole('article', { name: /^Use count words of / });
  await expect(card.getByRole('button', { name: 'Allow once' })).toHaveAttribute('aria-disabled', 'false');
  // Its colours change over a moment.
  await page.waitForTimeout(400);
  await expectNothingSerious(page, 'one that runs, one that failed, and a call that asks');
  await page.getByRole('tab', { name: 'Our tools over MCP' }).click();
  await expectNothingSerious(page, 'our tools over MCP');
}

async function profileStates(page: Page): Promise<void> {
  await runAction(page, 'Go to Settings');
  for (const tab of ['Profiles and keys', 'Settings file', 'App log', 'About']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectNothingSerious(page, tab);
  }
  await page.getByRole('tab', { name: 'Profiles and keys' }).click();
  await button(page, 'New profile').click();
  await expectNothingSerious(page, 'a new profile');
}

async function reviewStates(page: Page): Promise<void> {
  await runAction(page, 'Go to Changes');
  await expect(diff(page).locator('.view-line').first()).toBeVisible({ timeout: 30_000 });
  await button(page, 'Reject hunk 1').click();
  await expectNothingSerious(page, 'a rejected hunk, side by side');
  await page.keyboard.press('Control+F');
  await expect(page.locator('.find-widget.visible')).toBeVisible();
  await expectNothingSerious(page, "Monaco's find");
  await page.keyboard.press('Escape');
  await button(page, 'Inline').click();
  await expectNothingSerious(page, 'inline');
  await button(page, 'Accessible view').click();
  await page.keyboard.press('Control+F');
  await page.keyboard.type('echo');
  await expect(page.locator('[data-found]')).toBeVisible();
  await expectNothingSerious(page, 'the accessible view, with find');
  await page.keyboard.press('Escape');
  await button(page, 'Accept hunk 1').click();
  await button(page, 'Side by side').click();
}

async function pastStates(page: Page, host: Host): Promise<void> {
  await letItFinish(page);
  await expectNothingSerious(page, 'an applied change, with what was decided');
  await appendFile(join(host.dataFolder, 'sample-workspace', 'greet.sh'), 'echo more\n');
  await button(page, 'Undo turn').click();
  await expect(page.getByRole('dialog', { name: /^Undo “/ })).toBeVisible();
  await expectNothingSerious(page, 'the question before an undo over later changes');
  await page.getByRole('checkbox', { name: 'Undo all the same: greet.sh' }).check();
  await button(page, 'Undo what is ticked').click();
  await expect(page.getByRole('treegrid', { name: 'Turns' })).toContainText('undone');
  await expectNothingSerious(page, 'an undone change');
}

async function activityStates(page: Page): Promise<void> {
  await runAction(page, 'Go to Activity');
  const events = page.getByRole('list', { name: 'Events' });
  await button(page, 'More filters').click();
  await page.getByLabel('Type').selectOption('file.changed');
  await expect(events).not.toContainText('Allowed by you');
  await events
    .getByRole('button', { name: /greet\.sh/ })
    .last()
    .click();
  await button(page, 'Raw event').click();
  await expectNothingSerious(page, 'an open event and all filters');
  await button(page, 'File before').click();
  await expect(page.getByRole('dialog', { name: 'File before' })).toContainText('greeting');
  await expectNothingSerious(page, 'kept content');
  await page.keyboard.press('Escape');
  await button(page, 'Show chain').click();
  await expect(page.getByRole('list', { name: 'Steps of the chain' })).toBeVisible();
  await button(page, 'Verify').click();
  await expect(page.getByText(/every line and the chain of hashes are whole/)).toBeVisible();
  await expectNothingSerious(page, 'a chain, and a verified record');
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('there is no such word');
  await expect(button(page, 'Show everything')).toBeVisible();
  await expectNothingSerious(page, 'nothing found');
}

test.describe('in empty and broken states', () => {
  test('axe finds nothing serious in empty views, the palette, the keyboard help, menus, broken settings and a lost connection', async ({
    app: page,
    host,
  }) => {
    await test.step('views that are empty', async () => {
      for (const view of ['Sessions', 'Changes', 'Activity']) {
        await runAction(page, `Go to ${view}`);
        await expect(page.getByRole('region', { name: view, exact: true })).toBeVisible();
        await expectNothingSerious(page, view);
      }
    });
    await test.step('the palette, the keyboard help and the question before quitting', async () => {
      await page.keyboard.press('Control+Shift+P');
      await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
      await expectNothingSerious(page, 'palette');
      await page.keyboard.type('there is no such action');
      await expectNothingSerious(page, 'palette without a match');
      await page.keyboard.press('Escape');
      await runAction(page, 'Keyboard help');
      await expect(page.getByRole('dialog', { name: /Keyboard/ })).toBeVisible();
      await expectNothingSerious(page, 'keyboard help');
      await page.keyboard.press('Escape');
      await runAction(page, 'Quit Sigma Shell');
      await expect(page.getByRole('dialog', { name: /Quit/ })).toBeVisible();
      await expectNothingSerious(page, 'quit');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: /Quit/ })).toBeHidden();
    });
    await test.step('broken settings, and no connection', async () => {
      await writeFile(join(host.dataFolder, 'settings.yaml'), 'appearance: [this is: no settings\n');
      await runAction(page, 'Go to Settings');
      await expect(page.getByRole('alert').first()).toBeVisible();
      await expectNothingSerious(page, 'broken settings');
      await host.end('SIGKILL');
      await expect(page.getByText(/connection lost/i).first()).toBeVisible();
      await expectNothingSerious(page, 'no connection');
    });
  });
});

test('axe finds nothing serious when Sigma Shell has ended', async ({ app: page, host }) => {
  await host.end();
  await expect(page.getByText('Sigma Shell has ended')).toBeVisible();
  await expectNothingSerious(page, 'ended');
});

test('in a diff, find looks through both sides and gives the focus back', async ({ app: page }) => {
  await askTheDemo(page);
  await runAction(page, 'Go to Changes');
  await expect(diff(page).locator('.view-line').first()).toBeVisible({ timeout: 30_000 });
  const widget = page.locator('.find-widget.visible');
  await tabTo(page, button(page, 'Reject hunk 1'));
  await page.keyboard.press('Control+F');
  await expect(widget).toBeVisible();
  await page.keyboard.type('echo');
  await expect(widget).toContainText(/of \d+/);
  await page.keyboard.press('Escape');
  await expect(page.locator('.find-widget.visible')).toHaveCount(0);
  await expect(button(page, 'Reject hunk 1')).toBeFocused();

  await page.locator('.editor.original .view-line').first().click();
  await page.keyboard.press('Control+F');
  await expect(page.locator('.editor.original .find-widget.visible')).toBeVisible();
});
