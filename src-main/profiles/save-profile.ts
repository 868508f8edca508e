import type { ProfileFields } from '#contract';
import { refuseOddName, refuseTaken, writeProfile } from './edit-profile.ts';
import type { ConfigFile, FileScope } from './files/config-file.ts';
import type { WorkspaceProfiles } from './files/workspace-profiles.ts';
import type { KeyService } from './keys/keys.ts';
import { refuseOddKey } from './keys/odd-key.ts';
import type { DemoPort } from './ports.ts';
import { resolveProfile } from './resolve.ts';

export interface SavingOptions {
  /** Profiles of the workspace whose local file is meant. */
  readonly profiles: WorkspaceProfiles;
  readonly keys: KeyService;
  readonly demo: DemoPort;
}

export interface SaveInput {
  readonly scope: FileScope;
  readonly name: string;
  /** Fields to write; absent ones are removed. */
  readonly fields: ProfileFields;
  /** Key to set; if absent, it stays; if empty, the file's own is removed. */
  readonly key?: string | undefined;
  readonly keyIn?: 'keychain' | 'session' | 'profile' | undefined;
  readonly makeDefault?: boolean | undefined;
  /** Whether it is a new one, which replaces no other. */
  readonly isNew?: boolean | undefined;
}

/** Saves a profile and its key. The key goes where it was; the file is written first, so that the key is bound to the server it was given for. */
export async function saveProfile({ profiles, keys, demo }: SavingOptions, input: SaveInput): Promise<void> {
  const { scope, name, fields, key, makeDefault, isNew } = input;
  const store = profiles.store(scope);
  const hasOwn = store.file.profiles.some((profile) => profile.name === name && profile.text.key !== undefined);
  const where = input.keyIn ?? (hasOwn ? 'profile' : 'keychain');
  const given = key?.trim() ?? '';
  // Before the file is written, as what is refused changes nothing; a key for the file is checked with it.
  if (given !== '' && where !== 'profile') refuseOddKey(given);
  if (given !== '' && where === 'keychain') await keys.refuseTaken(writtenProfile(store.file, input));
  await store.edit({
    name,
    isKeyGiven: given !== '' && where === 'profile',
    change: (document, before) => {
      if (isNew) refuseTaken(before, name);
      refuseOddName(before, name);
      writeProfile(document, { name, fields, key: fileKey(input, where, hasOwn), makeDefault });
    },
  });
  // The one in this file, which a local one of its name may hide.
  const written = store.file.profiles.find((profile) => profile.name === name);
  if (given !== '' && where !== 'profile' && written) await keys.store(resolveProfile(written), given, where);
  // Who connects a model wants it to answer.
  if (makeDefault && demo.isOn()) await demo.set(false);
}

/** The profile as it will be in the file. */
function writtenProfile({ path, scope }: ConfigFile, { name, fields: { baseUrl, ...fields } }: SaveInput) {
  const given = Object.entries({ ...fields, baseurl: baseUrl }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  return resolveProfile({ name, scope, path, text: Object.fromEntries(given), lineOf: () => ({}), problems: [] });
}

/** Value to write for `key`: undefined to keep it, the key, or empty, which removes the file's own. */
function fileKey({ key }: SaveInput, where: 'keychain' | 'session' | 'profile', hasOwn: boolean): string | undefined {
  if (key === undefined || where === 'profile' || key.trim() === '') return key;
  // The file's own would win over the one that is kept elsewhere now.
  return hasOwn ? '' : undefined;
}
