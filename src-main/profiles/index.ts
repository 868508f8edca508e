/** Profiles: who answers in chat, from the person's and the folder's `.phishell.yaml`, and the keys that go with them. */
export type { StartProblem } from './choose.ts';
export { createProfiles, type ProfilesFeature, type ProfilesOptions } from './create-profiles.ts';
export type { KeyAnswer } from './keys/keys.ts';
export type { Profile } from './profile.ts';
