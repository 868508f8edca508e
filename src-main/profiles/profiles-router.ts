import type { ProfilesState } from '#contract';
import { AppError } from '#core/app-error';
import type { LiveValue } from '#core/async/streams';
import { setInYaml } from '#core/parsing/edit-yaml';
import { os } from '#core/servers/procedures';
import { connectModelServer } from './connect-server.ts';
import { refuseUnknown, removeProfile } from './edit-profile.ts';
import type { FileScope } from './files/config-file.ts';
import type { ProfileFiles } from './files/profile-files.ts';
import type { WorkspaceProfiles } from './files/workspace-profiles.ts';
import type { KeyService } from './keys/keys.ts';
import { refuseOddKey } from './keys/odd-key.ts';
import type { ServersPort, TrustPort } from './ports.ts';
import type { ResolvedProfile } from './profile.ts';
import { type SavingOptions, saveProfile } from './save-profile.ts';
import { serverOrigin } from './server-address.ts';

export interface ProfilesRouterOptions extends Omit<SavingOptions, 'profiles'> {
  readonly files: ProfileFiles;
  /** Tells what the page sees of a workspace's profiles. */
  readonly stateOf: (profiles: WorkspaceProfiles) => LiveValue<ProfilesState>;
  readonly trust: TrustPort;
  readonly servers: ServersPort;
}

/** The procedures of profiles and of keys that are waited for. */
export function profilesRouter(options: ProfilesRouterOptions) {
  const { files, keys, stateOf, trust, demo, servers } = options;
  const saving = async (workspace: string | undefined) => ({ keys, demo, profiles: await files.opened(workspace) });
  const storeOf = async ({ workspace, scope }: { workspace?: string | undefined; scope: FileScope }) =>
    (await files.opened(workspace)).store(scope);
  const never = new AbortController().signal;
  return os.profiles.router({
    changed: os.profiles.changed.handler(async ({ input, signal }) =>
      stateOf(await files.opened(input?.workspace)).stream(signal),
    ),
    save: os.profiles.save.handler(async ({ input }) => saveProfile(await saving(input.workspace), input)),
    remove: os.profiles.remove.handler(async ({ input }) => {
      const { name } = input;
      const store = await storeOf(input);
      await store.edit({ name, change: (document, before) => removeProfile(document, before, name) });
    }),
    setDefault: os.profiles.setDefault.handler(async ({ input }) =>
      setDefault(await files.opened(input.workspace), input),
    ),
    saveYaml: os.profiles.saveYaml.handler(async ({ input }) => (await storeOf(input)).replace(input.yaml)),
    useDemo: os.profiles.useDemo.handler(({ input }) => demo.set(input.on)),
    trustFolder: os.profiles.trustFolder.handler(({ input }) => trust.set(input.path, input.trusted)),
    test: os.profiles.test.handler(async ({ input, signal = never }) => {
      const { baseUrl, model, workspace, protocol } = input;
      refuseOddKey(input.key ?? '');
      const profile = input.profile === undefined ? undefined : (await files.opened(workspace)).find(input.profile);
      const key = input.key === undefined ? await storedKey(keys, profile, baseUrl) : input.key.trim();
      return servers.test({ baseUrl, model: model.trim(), key, protocol }, signal);
    }),
    localServers: os.profiles.localServers.handler(({ signal = never }) => servers.localServers(signal)),
    connect: os.profiles.connect.handler(async ({ input }) => connectModelServer(await saving(undefined), input)),
    setKey: os.profiles.setKey.handler(async ({ input }) => setKey(await saving(input.workspace), input)),
    forgetKey: os.profiles.forgetKey.handler(({ input }) => keys.forget(input.name)),
    keyRequests: os.profiles.keyRequests.handler(({ signal }) => keys.questions.open.stream(signal)),
    answerKey: os.profiles.answerKey.handler(({ input }) => keys.questions.answer(input.id, input.key)),
    continueWithoutKey: os.profiles.continueWithoutKey.handler(({ input }) => keys.questions.withoutKey(input.id)),
    declineKey: os.profiles.declineKey.handler(({ input }) => keys.questions.decline(input.id)),
  });
}

async function setDefault(
  profiles: WorkspaceProfiles,
  { scope, name }: { scope: FileScope; name: string },
): Promise<void> {
  await profiles.store(scope).edit({
    name,
    change: (document, before) => {
      // A local file may choose one of the global file.
      if (!(scope === 'local' && profiles.find(name))) refuseUnknown(before, name);
      setInYaml(document, ['default'], name);
    },
  });
}

interface KeyInput {
  readonly name: string;
  readonly key: string;
  readonly where: 'keychain' | 'session' | 'profile';
}

/** @throws AppError NOT_FOUND, INVALID_INPUT, CONFLICT */
async function setKey({ profiles, keys }: SavingOptions, { name, key, where }: KeyInput) {
  const profile = profiles.find(name);
  if (!profile) throw new AppError('NOT_FOUND', `There is no profile ${name}`, { where: name });
  if (key.trim() === '') throw new AppError('INVALID_INPUT', 'The key is empty', { where: 'key' });
  refuseOddKey(key);
  if (where !== 'profile') return { kept: await keys.store(profile, key.trim(), where) };
  if (profile.file === 'environment') {
    throw new AppError('CONFLICT', 'This profile is made of variables; set SIGMA_API_KEY', { where: name });
  }
  await profiles.store(profile.file).edit({
    name,
    isKeyGiven: true,
    change: (document) => setInYaml(document, ['profiles', name, 'key'], key.trim()),
  });
  return { kept: 'profile' as const };
}

/** Finds the key a profile would send, if the address is still its own; without asking. */
async function storedKey(keys: KeyService, profile: ResolvedProfile | undefined, baseUrl: string) {
  if (profile?.origin !== serverOrigin(baseUrl)) return undefined;
  return (await keys.lookup.find(profile)).key;
}
