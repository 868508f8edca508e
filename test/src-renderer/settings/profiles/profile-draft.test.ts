import { expect, test } from 'vitest';
import {
  newDraft,
  profileDraft,
  profileFields,
  profileProblems,
} from '../../../../src-renderer/settings/profiles/profile-draft.ts';
import { local } from '../settings-box.tsx';

test.each([
  [undefined, 16_384],
  ['openai', 262_144],
] as const)('the context of a file stays in it where it is as large as usual (preset %s)', (preset, context) => {
  const written = profileDraft({ ...local, preset, context, contextFrom: 'file' });
  expect(profileFields(written).context).toBe(context);
  const told = profileDraft({ ...local, preset, context, contextFrom: 'server' });
  expect(profileFields(told)).not.toHaveProperty('context');
});

test('the name of a profile that is there is no problem, and that of a new one may be', () => {
  const draft = newDraft({ name: 'GPT 4' });
  expect(profileProblems(draft, true)).toEqual({});
  expect(Object.keys(profileProblems(draft, false))).toEqual(['name']);
});
