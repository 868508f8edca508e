import { expect, test } from 'vitest';
import { choiceWords } from '../../../../src-renderer/settings/form/choice-words.ts';
import { settingGroups } from '../../../../src-renderer/settings/form/setting-fields.ts';

const choices = settingGroups().flatMap(({ fields }) =>
  fields.flatMap(({ key, choices: values }) => values.map((value) => ({ key, value }))),
);

test.each(choices)('$key: $value has a name that people read', ({ key, value }) => {
  expect(choiceWords(key, value)).toMatch(/^[A-Z]/);
});

test('there are settings with choices at all', () => {
  expect(choices.length).toBeGreaterThan(15);
});
