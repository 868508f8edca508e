import type { ProfilesState } from '#contract';
import { AppError } from '#core/app-error';
import { setInYaml } from '#core/edit-yaml';
import { os } from '#core/procedures';
import type { LiveValue } from '#core/streams';
import type { Scope } from './config-file.ts';
import { connectServer } from './connect-server.ts';
import { refuseUnknown, removeProfile } from './edit-profile.ts';
import type { ServersPort, TrustPort } from './ports.ts';
import type { ProfileFiles } from './profile-files.ts';
import { type SavingOptions, saveProfile } from './save-profile.ts';

export interface ProfilesRouterOptions extends SavingOptions {
  readonly state: LiveValue<ProfilesState>;
  readonly trust: TrustPort;
  readonly servers: ServersPort;
}

/** The procedures of profiles and of keys that are waited for. */
export function profilesRouter(options: ProfilesRouterOptions) {
  const { files, keys, state, trust, demo, servers } = options;
  const never = new AbortController().signal;
  return os.profiles.router({
    changed: os.profiles.changed.handler(({ signal }) => state.stream(signal)),
    save: os.profiles.save.handler(({ input }) => saveProfile(options, input)),
    remove: os.profiles.remove.handler(({ input: { scope, name } }) =>
      files.store(scope).edit({ name, change: (document, before) => removeProfile(document, before, name) }),
    ),
    setDefault: os.profiles.setDefault.handler(({ input }) => setDefault(files, input)),
    saveYaml: os.profiles.saveYaml.handler(({ input }) => files.store(input.scope).replace(input.yaml)),
    useDemo: os.profiles.useDemo.handler(({ input }) => demo.set(input.on)),
    trustFolder: os.profiles.trustFolder.handler(({ input }) => trust.set(input.path, input.trusted)),
    test: os.profiles.test.handler(async ({ input, signal = never }) => {
      const { baseUrl, model, profile } = input;
      const key = input.key === undefined ? await storedKey(options, profile, baseUrl) : input.key.trim();
      return servers.test({ baseUrl, model: model.trim(), key }, signal);
    }),
    localServers: os.profiles.localServers.handler(({ signal = never }) => servers.localServers(signal)),
    connect: os.profiles.connect.handler(({ input }) => connectServer(options, input)),
    setKey: os.profiles.setKey.handler(({ input }) => setKey(options, input)),
    forgetKey: os.profiles.forgetKey.handler(({ input }) => keys.forget(input.name)),
    keyRequests: os.profiles.keyRequests.handler(({ signal }) => keys.questions.open.stream(signal)),
    answerKey: os.profiles.answerKey.handler(({ input }) => keys.questions.answer(input.id, input.key)),
    declineKey: os.profiles.declineKey.handler(({ input }) => keys.questions.decline(input.id)),
  });
}

async function setDefault(files: ProfileFiles, { scope, name }: { scope: Scope; name: string }): Promise<void> {
  await files.store(scope).edit({
    name,
    change: (document, before) => {
      // A local file may choose one of the global file.
      if (!(scope === 'local' && files.find(name))) refuseUnknown(before, name);
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
async function setKey({ files, keys }: ProfilesRouterOptions, { name, key, where }: KeyInput) {
  const profile = files.find(name);
  if (!profile) throw new AppError('NOT_FOUND', `There is no profile ${name}`, { where: name });
  if (key.trim() === '') throw new AppError('INVALID_INPUT', 'The key is empty', { where: 'key' });
  if (where !== 'profile') return { kept: await keys.store(profile, key.trim(), where) };
  if (profile.file === 'environment') {
    throw new AppError('CONFLICT', 'This profile is made of variables; set SIGMA_API_KEY', { where: name });
  }
  await files.store(profile.file).edit({
    name,
    isKeyGiven: true,
    change: (document) => setInYaml(document, ['profiles', name, 'key'], key.trim()),
  });
  return { kept: 'profile' as const };
}

/** The key a profile would send, where the address is still its own; nobody is asked. */
async function storedKey({ files, keys }: ProfilesRouterOptions, name: string | undefined, baseUrl: string) {
  const profile = name === undefined ? undefined : files.find(name);
  if (profile?.origin !== new URL(baseUrl).origin) return undefined;
  return (await keys.lookup.find(profile)).key;
}
