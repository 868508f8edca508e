import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Settings } from '#contract';
import { settingGroups } from '../../../../src-renderer/settings/form/setting-fields.ts';
import { SettingsForm } from '../../../../src-renderer/settings/form/settings-form.tsx';
import { failure } from '../../../support/pane.tsx';
import { type Answers, showSettings, stateWith } from '../settings-box.tsx';

/** Lists the settings of the schema, including optional ones. */
function allSettings(): string[] {
  const schema = z.toJSONSchema(Settings, { io: 'input' }) as Section;
  return Object.entries(schema.properties ?? {}).flatMap(([id, section]) =>
    section.properties === undefined ? [] : keysIn(id, section),
  );
}

interface Section {
  readonly properties?: Readonly<Record<string, Section>>;
}

/** Lists the keys of a section and of its nested sections. */
function keysIn(id: string, { properties }: Section): string[] {
  if (properties === undefined) return [id];
  return Object.entries(properties).flatMap(([name, inner]) => keysIn(`${id}.${name}`, inner));
}

/** A list, which is written in the file. */
const IN_FILE = 'prompts.tools.allow';

/** Shows the form alone. */
const show = (state = stateWith(), parts: Answers = {}) =>
  showSettings(state, parts, (now) => <SettingsForm state={now} section={undefined} asked={0} isVisible />);

describe('the form made from the schema', () => {
  test('has every plain setting with its words, bounds and default', () => {
    const fields = settingGroups().flatMap((group) => group.fields);
    const keys = fields.map(({ key }) => key);
    // Prices are a map and have a table of their own; repairs are switched where they are counted.
    const others = ['chat.prices', 'guard.disabled_rules', IN_FILE];
    expect(keys).toEqual(allSettings().filter((key) => !others.includes(key)));
    for (const field of fields) expect(field.description).not.toBe('');
    expect(fields.find(({ key }) => key === 'limits.rounds')).toMatchObject({
      kind: 'integer',
      minimum: 1,
      maximum: 1000,
      fallback: 25,
    });
    expect(fields.find(({ key }) => key === 'appearance.theme')).toMatchObject({
      kind: 'choice',
      choices: ['system', 'light', 'dark', 'contrast'],
    });
  });

  test('a choice is saved at once', async () => {
    const { sent, user } = show();
    await user.selectOptions(screen.getByLabelText('Theme'), 'light');
    expect(sent).toEqual([{ key: 'appearance.theme', value: 'light' }]);

    await user.selectOptions(screen.getByLabelText('Whose file changes are recorded'), 'commands');
    expect(sent.at(-1)).toEqual({ key: 'record.watch', value: 'commands' });
  });

  test('a list of names is one field with commas between them', async () => {
    const { sent, user } = show();
    const folders = screen.getByLabelText('Unwatched folders');
    expect(folders).toHaveProperty('value', 'node_modules, .venv, venv, __pycache__, target, .cache');
    await user.clear(folders);
    await user.type(folders, 'node_modules,  vendor, {Enter}');
    expect(sent).toEqual([{ key: 'record.unwatched_folders', value: ['node_modules', 'vendor'] }]);
  });

  test('a number is saved with Enter, and only if it differs', async () => {
    const { sent, user } = show();
    const rounds = screen.getByLabelText('Replies per turn');
    await user.click(rounds);
    await user.keyboard('{Enter}');
    expect(sent).toEqual([]);
    await user.clear(rounds);
    await user.type(rounds, '40{Enter}');
    expect(sent).toEqual([{ key: 'limits.rounds', value: 40 }]);
  });

  test.each(['0', '1001', 'many', '2.5'])('%s rounds are refused beside the field, and stay in it', async (typed) => {
    const { sent, user } = show();
    const rounds = screen.getByLabelText('Replies per turn');
    await user.clear(rounds);
    await user.type(rounds, `${typed}{Enter}`);
    expect(sent).toEqual([]);
    expect(screen.getByRole('alert').textContent).not.toBe('');
    expect(rounds).toHaveProperty('value', typed);
  });

  test('what the host refuses is said beside the field', async () => {
    const set = async () => Promise.reject(failure('CONFLICT', 'The file is being changed elsewhere.', 'Try again.'));
    const { user } = show(stateWith(), { settings: { set } });
    await user.selectOptions(screen.getByLabelText('Theme'), 'light');
    expect((await screen.findByRole('alert')).textContent).toBe('The file is being changed elsewhere. Try again.');
  });

  test('a setting can be put back to its default', async () => {
    const { sent, user } = show(stateWith({ settings: Settings.parse({ limits: { rounds: 3 } }) }));
    await user.click(screen.getByRole('button', { name: 'Reset Replies per turn to 25' }));
    expect(sent).toEqual([{ key: 'limits.rounds', value: undefined }]);
  });

  test('an empty limit is no limit, and goes back to the usual one', async () => {
    const { sent, user, again } = show();
    const memory = screen.getByLabelText('Command memory MB');
    expect(memory).toHaveProperty('value', '4096');
    await user.clear(memory);
    await user.keyboard('{Enter}');
    again(stateWith({ settings: Settings.parse({ limits: { command_memory_mb: null } }) }));
    expect(memory).toMatchObject({ value: '', placeholder: 'no limit' });
    await user.click(screen.getByRole('button', { name: 'Reset Command memory MB to 4096' }));
    expect(sent).toEqual([
      { key: 'limits.command_memory_mb', value: null },
      { key: 'limits.command_memory_mb', value: undefined },
    ]);
  });

  test.each(['0', '-1', 'much'])('a limit of %s is refused', async (typed) => {
    const { sent, user } = show();
    const cpu = screen.getByLabelText('Command CPU percent');
    await user.type(cpu, `${typed}{Enter}`);
    expect(sent).toEqual([]);
    expect(screen.getByRole('alert').textContent).not.toBe('');
  });

  test('a limit says its unit, its usual value and what an empty field means', () => {
    show();
    const help = (name: string) => {
      const id = screen.getByLabelText(name).getAttribute('aria-describedby');
      return document.getElementById(id ?? '')?.textContent;
    };
    expect(help('Command memory MB')).toMatch(/in MB of 1,048,576 bytes \(usually 4,096, empty: no limit\)$/);
    expect(help('Command CPU percent')).toMatch(/percent of one core: 200 is two cores \(empty: no limit\)$/);
    expect(help('Command processes')).toMatch(/\(usually 1,000, empty: no limit\)$/);
  });

  test('a change from elsewhere is shown', () => {
    const { again } = show();
    again(stateWith({ settings: Settings.parse({ limits: { rounds: 7 } }) }));
    expect(screen.getByLabelText('Replies per turn')).toHaveProperty('value', '7');
  });

  test('a change from elsewhere, or of before, does not replace what is half typed', async () => {
    const { user, again } = show();
    const rounds = screen.getByLabelText('Replies per turn');
    await user.clear(rounds);
    await user.type(rounds, '12{Enter}0');
    again(stateWith({ settings: Settings.parse({ limits: { rounds: 12 } }) }));
    expect(rounds).toHaveProperty('value', '120');
    again(stateWith({ settings: Settings.parse({ limits: { rounds: 7 } }) }));
    expect(rounds).toHaveProperty('value', '120');
    await user.keyboard('{Escape}');
    expect(rounds).toHaveProperty('value', '7');
  });

  test('what was refused stays when the setting changes elsewhere', async () => {
    const set = async () => Promise.reject(failure('CONFLICT', 'The file is being changed elsewhere.'));
    const { user, again } = show(stateWith(), { settings: { set } });
    const rounds = screen.getByLabelText('Replies per turn');
    await user.clear(rounds);
    await user.type(rounds, '12{Enter}');
    await screen.findByRole('alert');
    again(stateWith({ settings: Settings.parse({ limits: { rounds: 7 } }) }));
    expect(rounds).toHaveProperty('value', '12');
  });

  test('every setting is found by its key, with a label and words of help, or the page that has it', () => {
    show();
    const search = screen.getByLabelText('Search settings');
    const elsewhere = ['model.demo', 'keychain.store'];
    const names = allSettings().filter((key) => key !== IN_FILE);
    expect(names).toEqual(expect.arrayContaining(['chat.spending_cap', 'console.shell', ...elsewhere]));
    for (const key of names) {
      fireEvent.change(search, { target: { value: key } });
      if (elsewhere.includes(key)) screen.getByRole('button', { name: 'Profiles and keys' });
      else if (key === 'guard.disabled_rules') screen.getByRole('button', { name: 'Repairs' });
      else if (key === 'chat.prices') screen.getByRole('table', { name: /^Prices, in US dollars/ });
      else {
        const row = document.querySelector(`[data-setting="${key}"]`);
        const control = row?.querySelector('input, select, textarea');
        const help = document.getElementById(control?.getAttribute('aria-describedby') ?? '');
        expect([key, row?.querySelector('label')?.htmlFor]).toEqual([key, control?.id]);
        expect([key, help?.textContent]).toEqual([key, expect.stringMatching(/\w/)]);
      }
    }
  });

  test('a spending cap is set and taken away; what is none is refused', async () => {
    const { sent, user, again } = show();
    const cap = screen.getByLabelText('Spending cap');
    await user.type(cap, '0{Enter}');
    expect(screen.getByRole('alert').textContent).not.toBe('');
    await user.clear(cap);
    await user.type(cap, '2.5{Enter}');
    again(stateWith({ settings: Settings.parse({ chat: { spending_cap: 2.5 } }) }));
    await user.click(screen.getByRole('button', { name: 'Reset Spending cap to unset' }));
    expect(sent).toEqual([
      { key: 'chat.spending_cap', value: 2.5 },
      { key: 'chat.spending_cap', value: undefined },
    ]);
  });

  test('the search finds settings by their words', async () => {
    const { user } = show();
    await user.type(screen.getByLabelText('Search settings'), 'scrollback');
    expect(screen.getByLabelText('Scrollback')).toBeDefined();
    expect(screen.queryByLabelText('Theme')).toBeNull();
    await user.type(screen.getByLabelText('Search settings'), ' zzz');
    expect(screen.getByText('No setting matches')).toBeDefined();
  });
});

describe('keys', () => {
  test('are changed by pressing others, and taken away', async () => {
    const { sent, user } = show();
    await user.click(screen.getByRole('button', { name: 'Change the key of New terminal' }));
    await user.keyboard('{Control>}{Shift>}y{/Shift}{/Control}');
    await user.click(screen.getByRole('button', { name: 'Take the key of New terminal away' }));
    expect(sent).toEqual([
      { key: 'keys.terminal.new', value: 'Ctrl+Shift+Y' },
      { key: 'keys.terminal.new', value: '' },
    ]);
  });

  test('Esc leaves the key as it is', async () => {
    const { sent, user } = show();
    await user.click(screen.getByRole('button', { name: 'Change the key of New terminal' }));
    await user.keyboard('{Escape}');
    expect(sent).toEqual([]);
    expect(screen.queryByLabelText('New key for New terminal')).toBeNull();
  });
});

test('without any price there are no columns without a row', () => {
  show(stateWith({}));
  expect(screen.queryByRole('columnheader', { name: 'Sent' })).toBeNull();
});

test('prices are added and removed as a whole', async () => {
  const gpt = { input: 2.5, output: 10 };
  const { sent, user } = show(stateWith({ settings: Settings.parse({ chat: { prices: { 'gpt-4o': gpt } } }) }));
  const form = within(screen.getByRole('form', { name: 'Price of a model' }));
  await user.type(form.getByLabelText('Model'), 'qwen*');
  await user.type(form.getByLabelText('Sent'), 'x');
  expect(form.getByRole('button', { name: 'Add price' })).toHaveProperty('disabled', true);
  await user.clear(form.getByLabelText('Sent'));
  await user.type(form.getByLabelText('Sent'), '.1');
  await user.type(form.getByLabelText('Received'), '0');
  await user.type(form.getByLabelText('Cached'), 'x');
  expect(form.getByRole('button', { name: 'Add price' })).toHaveProperty('disabled', true);
  await user.clear(form.getByLabelText('Cached'));
  await user.click(form.getByRole('button', { name: 'Add price' }));
  await user.type(form.getByLabelText('Model'), 'claude*');
  for (const [field, dollars] of [
    ['Sent', '3'],
    ['Cached', '.3'],
    ['Received', '15'],
  ] as const) {
    await user.type(form.getByLabelText(field), dollars);
  }
  await user.click(form.getByRole('button', { name: 'Add price' }));
  await user.click(screen.getByRole('button', { name: 'Remove the price of gpt-4o' }));
  expect(sent).toEqual([
    { key: 'chat.prices', value: { 'gpt-4o': gpt, 'qwen*': { input: 0.1, output: 0 } } },
    { key: 'chat.prices', value: { 'gpt-4o': gpt, 'claude*': { input: 3, output: 15, cached: 0.3 } } },
    { key: 'chat.prices', value: {} },
  ]);
});
