import { expect, test } from 'vitest';
import { startProfiles } from './profiles-workbench.ts';

const BY_HAND = `profiles:
  GPT 4:
    model: one
  "it's @home": {}
`;

test('a profile that was named by hand is changed, made the default and removed like others', async () => {
  await using it = await startProfiles({ global: BY_HAND });
  await it.client.save({ scope: 'global', name: 'GPT 4', fields: { model: 'two' } });
  expect(it.profiles.find('GPT 4')?.model).toBe('two');
  await it.client.setDefault({ scope: 'global', name: "it's @home" });
  expect(it.profiles.defaultName()).toBe("it's @home");
  await it.client.remove({ scope: 'global', name: "it's @home" });
  expect(await it.globalText()).toBe('profiles:\n  GPT 4:\n    model: two\n');
});

test('a profile without a name, which cannot be used, is removed all the same', async () => {
  await using it = await startProfiles({ global: 'profiles:\n  "":\n    model: one\n  b:\n    model: two\n' });
  await it.client.remove({ scope: 'global', name: '' });
  expect(await it.globalText()).toBe('profiles:\n  b:\n    model: two\n');
});

test('a new profile has a name that can be written anywhere', async () => {
  await using it = await startProfiles({ global: BY_HAND });
  for (const isNew of [true, undefined]) {
    const saving = it.client.save({ scope: 'global', name: 'GPT 5', fields: { model: 'two' }, isNew });
    await expect(saving).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('no spaces'),
    });
  }
  expect(await it.globalText()).toBe(BY_HAND);
});
