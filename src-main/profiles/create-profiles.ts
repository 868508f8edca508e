import type { ProfilesState } from '#contract';
import { CleanupStack } from '#core/cleanup-stack';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/redact';
import { LiveValue } from '#core/streams';
import type { StartProblem } from './choose.ts';
import type { EnvironmentServer } from './environment-profile.ts';
import { KeyOrigins } from './key-origins.ts';
import { type KeyAnswer, Keys } from './keys.ts';
import type { DemoPort, KeyStore, ServersPort, TrustPort } from './ports.ts';
import { type Profile, publicProfile, type ResolvedProfile } from './profile.ts';
import { ProfileFiles } from './profile-files.ts';
import { profilesRouter } from './profiles-router.ts';
import { describeProfiles } from './profiles-state.ts';

export interface ProfilesOptions {
  /** Where the global file is. */
  readonly home: string;
  /** Where the local file is: `-dir`, else the workspace. */
  readonly folder: string;
  /** `-profile`, in order, as often as it was given. */
  readonly selected: readonly string[];
  /** `PHISHELL_KEY`, read once and then taken out of the environment. */
  readonly environmentKey: string | undefined;
  readonly environment?: EnvironmentServer | undefined;
  readonly keychain: KeyStore;
  readonly trust: TrustPort;
  readonly demo: DemoPort;
  readonly servers: ServersPort;
  /** JSON: which server each kept key was entered for. */
  readonly originsFile: string;
  readonly redactor: Redactor;
  readonly log: Logger;
  /** Told to the person wherever they look. */
  readonly onWarning: (text: string) => void;
}

export interface ProfilesFeature extends AsyncDisposable {
  readonly router: ReturnType<typeof profilesRouter>;
  readonly state: LiveValue<ProfilesState>;
  /** All that are known, in the files' order; those with a `problem` cannot be used. */
  list(): readonly Profile[];
  find(name: string): Profile | undefined;
  /** What a new session starts with, in the order of Tab. */
  selected(): readonly Profile[];
  /** The one used without `-profile`. */
  defaultName(): string | undefined;
  /** The first of a session's profiles does its background work. */
  primary(): Profile | undefined;
  /** Why `sigma console` cannot start; one line. */
  startProblem(): StartProblem | undefined;
  /** Asks the person where no key is to be had; never throws. */
  keyFor(profile: Asking, signal: AbortSignal): Promise<KeyAnswer>;
  /** After a 401: a key to send the request again with, once; `undefined`: it stands. */
  unauthorized(profile: Asking, used: string, signal: AbortSignal): Promise<string | undefined>;
}

/** Whose key, and where it will be sent: a client that was made before the file changed may have another address. */
type Asking = Pick<Profile, 'name' | 'baseUrl'>;

/** The profiles feature: both files, watched; which profiles a session has; their keys. It always starts. */
export async function createProfiles(options: ProfilesOptions): Promise<ProfilesFeature> {
  const { redactor, log, trust, demo, keychain } = options;
  const cleanup = new CleanupStack();
  const environmentKey = options.environmentKey?.trim() || undefined;
  for (const key of [environmentKey, options.environment?.key]) if (key) redactor.addKey(key);
  let refresh = () => {};
  const files = new ProfileFiles({
    home: options.home,
    folder: options.folder,
    named: options.selected,
    environment: options.environment,
    redactor,
    log,
    onChanged: () => refresh(),
  });
  cleanup.use(files);
  const origins = new KeyOrigins(options.originsFile, log);
  const isTrusted = () => trust.has(files.folder);
  const keys = new Keys({
    keychain,
    origins,
    environmentKey,
    redactor,
    log,
    onWarning: options.onWarning,
    isTrusted: ({ file }) => file === 'local' && isTrusted(),
    ownOrigins: (name) => files.ownOrigins(name),
    folder: files.folder,
  });
  cleanup.add(() => keys.close());
  await Promise.all([files.open(), origins.load()]);
  const current = () => describeProfiles({ files, keys, isTrusted: isTrusted(), isDemo: demo.isOn(), redactor });
  const state = new LiveValue(current());
  refresh = () => state.set(current());
  cleanup.add(keys.onChanged(refresh));
  cleanup.add(demo.onChanged(refresh));
  for (const source of [trust.onChanged, keychain.state.onChanged]) cleanup.add(source(() => keys.lookAgain()));
  return {
    state,
    router: profilesRouter({ files, keys, state, trust, demo, servers: options.servers }),
    ...reading(files),
    ...asking(files, keys),
    [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
  };
}

function reading(files: ProfileFiles) {
  const published = (profile: ResolvedProfile | undefined) => (profile ? publicProfile(profile) : undefined);
  const find = (name: string) => published(files.find(name));
  const selected = () => files.configuration.selected.flatMap((name) => find(name) ?? []);
  return {
    find,
    selected,
    list: () => files.configuration.profiles.map(publicProfile),
    defaultName: () => files.configuration.default,
    primary: () => selected()[0],
    startProblem: () => files.configuration.startProblem,
  };
}

function asking(files: ProfileFiles, keys: Keys) {
  return {
    keyFor: async ({ name, baseUrl }: Asking, signal: AbortSignal): Promise<KeyAnswer> => {
      const profile = files.find(name);
      if (!profile) return { key: undefined, why: `Profile ${name} is not in the configuration files any more` };
      if (profile.problem !== undefined) return { key: undefined, why: profile.problem };
      if (!isAt(profile, baseUrl)) return { key: undefined, why: `Profile ${name} has another server now; send again` };
      return keys.keyFor(profile, signal);
    },
    unauthorized: async ({ name, baseUrl }: Asking, used: string, signal: AbortSignal) => {
      const profile = files.find(name);
      return profile && isAt(profile, baseUrl) ? keys.unauthorized(profile, used, signal) : undefined;
    },
  };
}

function isAt({ origin }: ResolvedProfile, baseUrl: string): boolean {
  return URL.canParse(baseUrl) && new URL(baseUrl).origin === origin;
}
