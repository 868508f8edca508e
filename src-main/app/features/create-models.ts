import { join } from 'node:path';
import { createKeychain } from '#keychain';
import { createClients } from '#llm';
import { createProfiles, type ProfilesFeature } from '#profiles';
import { AiSocketProfiles } from '../ai-socket-profiles.ts';
import { LatePort } from '../late-port.ts';
import type { FoundationPorts, ModelPorts } from '../ports.ts';
import type { Config } from '../start/config.ts';
import { TrustedFolders } from '../trusted-folders.ts';

/** Creates the models: profiles, their keys, and a client for each. */
export async function createModels(ports: FoundationPorts): Promise<ModelPorts> {
  const { config, cleanup, redactor, log, notices, settings, openKeychainEntry: openEntry } = ports;
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
      ...(openEntry && { openEntry }),
    }),
  );
  // Clients ask the profiles for keys, and the profiles take what clients learn of servers.
  const late = new LatePort<ProfilesFeature>('The list of profiles');
  const keys: Pick<ProfilesFeature, 'keyFor' | 'unauthorized'> = {
    keyFor: async (profile, signal) =>
      aiSockets.owns(profile) ? { key: '', from: 'profile' } : await late.get().keyFor(profile, signal),
    unauthorized: async (profile, used, signal) =>
      aiSockets.owns(profile) ? undefined : await late.get().unauthorized(profile, used, signal),
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
      folder: config.workspace ?? ports.workspaces.first.path,
      selected: config.profiles,
      environmentKey: config.phishellKey,
      serviceKeys: serviceKeys(config),
      environment: serverOf(config, ports.isConsole),
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
  late.bind(profiles);
  return { trust, keychain, profiles, clients, aiSockets };
}

/** Reads the keys from the variables that other programs of the field use; programs started here still receive them. */
function serviceKeys({ environment }: Config) {
  const { ANTHROPIC_API_KEY, OPENROUTER_API_KEY } = environment;
  return { ANTHROPIC_API_KEY, OPENROUTER_API_KEY };
}

function serverOf({ environment }: Config, givesWayToFiles: boolean) {
  const { SIGMA_BASE_URL: baseUrl, SIGMA_MODEL: model, SIGMA_API_KEY: key } = environment;
  return baseUrl ? { baseUrl, model, key, givesWayToFiles } : undefined;
}
