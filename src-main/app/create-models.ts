import { join } from 'node:path';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/redact';
import { createKeychain, type OpenEntry } from '#keychain';
import { createClients } from '#llm';
import { createProfiles, type ProfilesFeature } from '#profiles';
import type { SettingsFeature } from '#settings';
import { AiSocketProfiles } from './ai-socket-profiles.ts';
import type { Config } from './config.ts';
import type { Notices } from './notices.ts';
import { TrustedFolders } from './trusted-folders.ts';

export interface ModelsOptions {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly notices: Notices;
  readonly settings: SettingsFeature;
  /** Another keychain than the system's. */
  readonly openKeychainEntry: OpenEntry | undefined;
  /** Folder in which the local profiles are searched. */
  readonly folder: string;
  /** A server named by variables is none if there are profiles in a file. */
  readonly prefersFiles: boolean;
}

/** Creates the models: profiles, their keys, and a client for each. */
export async function createModels(options: ModelsOptions) {
  const { config, cleanup, redactor, log, notices, settings } = options;
  const { dataFolder, home } = config;
  const aiSockets = new AiSocketProfiles();
  const trust = new TrustedFolders(join(dataFolder, 'trusted.json'), log);
  await trust.load();
  const keychain = cleanup.use(
    await createKeychain({
      file: join(dataFolder, 'keys.enc'),
      choice: {
        current: () => settings.current().keychain.store,
        choose: (store) => settings.setAll({ 'keychain.store': store }),
        onChanged: settings.onChanged,
      },
      redactor,
      log,
      ...(options.openKeychainEntry && { openEntry: options.openKeychainEntry }),
    }),
  );
  const keys: Pick<ProfilesFeature, 'keyFor' | 'unauthorized'> = {
    keyFor: async (profile, signal) =>
      aiSockets.owns(profile) ? { key: '', from: 'profile' } : await profiles.keyFor(profile, signal),
    unauthorized: async (profile, used, signal) =>
      aiSockets.owns(profile) ? undefined : await profiles.unauthorized(profile, used, signal),
  };
  const clients = cleanup.use(
    createClients({
      keys,
      settings: () => {
        const { top_p: topP, stall_seconds: stallSeconds, extra_ca_file: extraCaFile } = settings.current().chat;
        return { topP, stallMs: stallSeconds * 1000, extraCaFile };
      },
      environment: config.environment,
      log,
      redactor,
    }),
  );
  const profiles = cleanup.use(
    await createProfiles({
      home,
      folder: options.folder,
      selected: config.profiles,
      environmentKey: config.phishellKey,
      serviceKeys: serviceKeys(config),
      environment: serverOf(config, options.prefersFiles),
      keychain,
      trust,
      demo: {
        isOn: () => settings.current().model.demo,
        set: (isOn) => settings.setAll({ 'model.demo': isOn }),
        onChanged: settings.onChanged,
      },
      servers: clients.servers,
      originsFile: join(dataFolder, 'key-origins.json'),
      redactor,
      log,
      onWarning: (title, text) => notices.add('warning', title, text, { isOnce: true }),
    }),
  );
  return { trust, keychain, profiles, clients, aiSockets };
}

export type Models = Awaited<ReturnType<typeof createModels>>;

/** Reads the keys from the variables that other programs of the field use; programs started here still receive them. */
function serviceKeys({ environment }: Config) {
  const { ANTHROPIC_API_KEY, OPENROUTER_API_KEY } = environment;
  return { ANTHROPIC_API_KEY, OPENROUTER_API_KEY };
}

function serverOf({ environment }: Config, givesWayToFiles: boolean) {
  const { SIGMA_BASE_URL: baseUrl, SIGMA_MODEL: model, SIGMA_API_KEY: key } = environment;
  return baseUrl ? { baseUrl, model, key, givesWayToFiles } : undefined;
}
