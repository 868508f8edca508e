import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Settings } from '#contract';
import { ApiProvider } from '../../../../src-renderer/api/api-context.tsx';
import { listOf, listText } from '../../../../src-renderer/settings/form/list-text.ts';
import {
  problemWith,
  type SettingField,
  settingGroups,
} from '../../../../src-renderer/settings/form/setting-fields.ts';
import { SettingRow } from '../../../../src-renderer/settings/form/setting-row.tsx';
import { apiOf } from '../../../support/pane.tsx';

function fieldOf(key: string): SettingField {
  const field = settingGroups()
    .flatMap(({ fields }) => fields)
    .find((one) => one.key === key);
  if (field === undefined) throw new Error(`There is no setting ${key}`);
  return field;
}

test.each([
  ['appearance.font_size', Number.NaN, /^A whole number from \d+ to \d+\.$/],
  ['appearance.font_size', 12.5, /^A whole number from/],
  ['chat.stall_seconds', 0, 'A number from 1 to 3,600.'],
  ['terminal.max_open', 0, /^A whole number(, 1 or more| from 1 to \d+)\.$/],
  ['chat.spending_cap', 0, 'A number above 0.'],
  ['limits.command_cpu_percent', 200_000, 'A number up to 100,000.'],
  ['workspaces.python', '', 'It must not be empty.'],
])('%s says what it takes instead of %s', (key, value, words) => {
  const problem = problemWith(fieldOf(key), value);
  if (typeof words === 'string') expect(problem).toBe(words);
  else expect(problem).toMatch(words);
});

test('a list is the same after it was shown and typed again, whatever its items', () => {
  expect(listText(['a', 'b c'])).toBe('a, b c');
  expect(listOf(' a,, "b, c" , d"e" ')).toEqual(['a', 'b, c', 'd"e"']);
  const item = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', ',', ' ', '"', '\\', '\n', 'é') });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 4 }), (list) => {
      expect(listOf(listText(list))).toEqual(list);
    }),
  );
});

test('a text of several lines keeps its line breaks when a letter is typed', async () => {
  const saved: unknown[] = [];
  const set = async ({ value }: { value: unknown }) => void saved.push(value);
  render(
    <ApiProvider api={apiOf({ settings: { set } })}>
      <SettingRow field={fieldOf('prompts.llm.system_prompt')} value={'one\ntwo'} isDisabled={false} />
    </ApiProvider>,
  );
  const field = screen.getByRole('textbox');
  await userEvent.setup().type(field, '!');
  await act(async () => fireEvent.blur(field));
  expect(saved).toEqual(['one\ntwo!']);
});

test('a list that is as it usually is offers no way back to that', () => {
  const field = fieldOf('record.unwatched_folders');
  const row = (value: unknown) => (
    <ApiProvider api={apiOf({})}>
      <SettingRow field={field} value={value} isDisabled={false} />
    </ApiProvider>
  );
  const { rerender } = render(row(Settings.parse({}).record.unwatched_folders));
  expect(screen.queryByRole('button')).toBeNull();
  rerender(row(['out']));
  expect(screen.getByRole('button').getAttribute('aria-label')).toMatch(/^Reset .* to \w.*, /);
});
