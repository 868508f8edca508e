import type { KeyRequest, ProfilesState } from '#contract';
import { CleanupStack } from '#core/async/cleanup-stack';
import type { Subscribe } from '#core/async/emitter';
import type { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import type { StartProblem } from './choose.ts';
import { contextSize } from './context-size.ts';
import type { EnvironmentServer } from './environment-profile.ts';
import { ProfileFiles } from './files/profile-files.ts';
import { KeyOrigins } from './keys/key-origins.ts';
import { type KeyAnswer, KeyService } from './keys/keys.ts';
import type { DemoPort, KeyStore, ServersPort, TrustPort } from './ports.ts';
import { type Profile, publicProfile, type ResolvedProfile } from './profile.ts';
import { profilesRouter } from './profiles-router.ts';
import { describeProfiles } from './profiles-state.ts';
import { ProfilesStates } from './profiles-states.ts';
import { isUnixAddress, serverOrigin } from './server-address.ts';

export interface ProfilesOptions {
  /** Folder of the global file. */
  readonly home: string;
  /** The first workspace: `-dir`, else what the app starts with. */
  readonly folder: string;
  /** `-profile`, in order, as often as it was given. */
  readonly selected: readonly string[];
  /** `PHISHELL_KEY`, read once and then taken out of the environment. */
  readonly environmentKey: string | undefined;
  /** Keys in the variables of services that have a preset; none is taken from other programs. */
  readonly serviceKeys?: Readonly<Record<string, string | undefined>>;
  readonly environment?: EnvironmentServer | undefined;
  readonly keychain: KeyStore;
  readonly trust: TrustPort;
  readonly demo: DemoPort;
  readonly servers: ServersPort;
  /** JSON: which server each kept key was entered for. */
  readonly originsFile: string;
  readonly redactor: Redactor;
  readonly log: Logger;
  /** Called with a title and text to show to the person wherever they are. */
  readonly onWarning: (title: string, text: string) => void;
}

export interface ProfilesFeature extends AsyncDisposable {
  readonly router: ReturnType<typeof profilesRouter>;
  /** Heard whenever any of them, or where their keys are, may be another. */
  readonly onChanged: Subscribe<unknown>;
  /** State of a workspace's profiles for the page; of the first one if none is named. */
  state(workspace?: string): ProfilesState;
  /** Resolves when the file of a workspace's folder was read, which is watched from then on. Never fails. */
  open(workspace: string): Promise<void>;
  /** Lists all profiles of a workspace in the order of the files; those with a `problem` cannot be used. */
  list(workspace?: string): readonly Profile[];
  find(name: string, workspace?: string): Profile | undefined;
  /** Lists the profiles of a new session in a workspace, in the order of Tab; the first does its background work. */
  selected(workspace?: string): readonly Profile[];
  /** The one used without `-profile`. */
  defaultName(workspace?: string): string | undefined;
  /** Reason why `sigma console` cannot start; one line. */
  startProblem(workspace?: string): StartProblem | undefined;
  /** The questions for keys that are open. */
  readonly keysWanted: Pick<LiveValue<readonly KeyRequest[]>, 'value' | 'onChanged'>;
  /** Asks the person where no key is to be had; never throws. */
  keyFor(profile: KeyOwner, signal: AbortSignal): Promise<KeyAnswer>;
  /**
   * Called after a 401: returns a key with which the request is sent again, once; `undefined` if the refusal stands.
   */
  unauthorized(profile: KeyOwner, used: string, signal: AbortSignal): Promise<string | undefined>;
}

/**
 * Profile whose key is wanted, with the address it will be sent to: a client created before the file changed may have
 * another one.
 */
type KeyOwner = Pick<Profile, 'id' | 'name' | 'baseUrl'>;

/** A profile with the context that counts now. */
type ContextResolver = (profile: ResolvedProfile) => ResolvedProfile;

/** The profiles feature: the files, watched; which profiles a session has; their keys. It always starts. */
export async function createProfiles(options: ProfilesOptions): Promise<ProfilesFeature> {
  const { redactor, log, trust, demo, keychain } = options;
  const cleanup = new CleanupStack();
  const environmentKey = options.environmentKey?.trim() || undefined;
  const { serviceKeys = {} } = options;
  for (const key of [environmentKey, options.environment?.key, ...Object.values(serviceKeys)])
    if (key) redactor.addKey(key);
  let refresh = () => {};
  const files = new ProfileFiles({
    home: options.home,
    folder: options.folder,
    named: options.selected,
    environment: options.environment,
    redactor,
    log,
    onWarning: (text) => options.onWarning('Profiles', text),
    onChanged: () => refresh(),
  });
  cleanup.use(files);
  const origins = new KeyOrigins(options.originsFile, log);
  const keys = new KeyService({
    keychain,
    origins,
    environmentKey,
    serviceKeys,
    redactor,
    log,
    onWarning: (text) => options.onWarning('Keys', text),
    isTrusted: (profile) => {
      const folder = files.folderOf(profile);
      return folder !== undefined && trust.has(folder);
    },
    ownOrigins: (name) => files.ownOrigins(name),
    folderOf: (profile) => files.folderOf(profile),
  });
  cleanup.add(() => keys.close());
  await Promise.all([files.open(), origins.load()]);
  const sized: ContextResolver = (profile) => ({
    ...profile,
    ...contextSize(profile, options.servers.reportedContext(profile.baseUrl, profile.model)),
  });
  const states = new ProfilesStates((seen) =>
    describeProfiles({ seen, sized, keys, isTrusted: trust.has(seen.folder), isDemo: demo.isOn(), redactor }),
  );
  refresh = () => states.refresh();
  cleanup.add(keys.onChanged(refresh));
  cleanup.add(demo.onChanged(refresh));
  cleanup.add(options.servers.onContextTold(refresh));
  for (const source of [trust.onChanged, keychain.state.onChanged]) cleanup.add(source(() => keys.lookAgain()));
  return {
    router: profilesRouter({ files, keys, trust, demo, servers: options.servers, stateOf: (seen) => states.of(seen) }),
    onChanged: states.onChanged,
    state: (workspace) => states.of(files.in(workspace)).value,
    open: async (workspace) => void (await files.opened(workspace)),
    ...reading(files, sized),
    keysWanted: keys.questions.open,
    ...asking(files, keys),
    [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
  };
}

function reading(files: ProfileFiles, sized: ContextResolver) {
  const published = (profile: ResolvedProfile | undefined) => (profile ? publicProfile(sized(profile)) : undefined);
  const find = (name: string, workspace?: string) => published(files.in(workspace).find(name));
  const configuration = (workspace?: string) => files.in(workspace).configuration;
  return {
    find,
    selected: (workspace?: string) => configuration(workspace).selected.flatMap((name) => find(name, workspace) ?? []),
    list: (workspace?: string) => configuration(workspace).profiles.map((profile) => publicProfile(sized(profile))),
    defaultName: (workspace?: string) => configuration(workspace).default,
    startProblem: (workspace?: string) => configuration(workspace).startProblem,
  };
}

function asking(files: ProfileFiles, keys: KeyService) {
  return {
    keyFor: async ({ id, name, baseUrl }: KeyOwner, signal: AbortSignal): Promise<KeyAnswer> => {
      const profile = files.byId(id);
      if (!profile) return { key: undefined, why: `Profile ${name} is not in the configuration files any more` };
      if (profile.problem !== undefined) return { key: undefined, why: profile.problem };
      if (!isSentTo(profile, baseUrl))
        return { key: undefined, why: `Profile ${name} has another server now; send again` };
      return keys.keyFor(profile, signal);
    },
    unauthorized: async ({ id, baseUrl }: KeyOwner, used: string, signal: AbortSignal) => {
      const profile = files.byId(id);
      return profile && isSentTo(profile, baseUrl) ? keys.unauthorized(profile, used, signal) : undefined;
    },
  };
}

function isSentTo({ origin }: ResolvedProfile, baseUrl: string): boolean {
  return (isUnixAddress(baseUrl) || URL.canParse(baseUrl)) && serverOrigin(baseUrl) === origin;
}
