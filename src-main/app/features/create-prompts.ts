import { join } from 'node:path';
import type { Keychain } from '#keychain';
import { createPrompts, type PromptsFeature, type RedisPassword } from '#prompts/library';
import { restSession } from '../foreign-sessions.ts';
import type { AppPorts, ChatFeature } from '../ports.ts';
import { ownFacts } from './create-app-variables.ts';
import { mcpOfProviders, modelOfProfiles } from './create-prompts-ports.ts';
import { sendThrough } from './create-prompts-send.ts';

/** Creates the prompt engine, which loads nothing until it is first used. */
export function createPromptsFeature(ports: AppPorts, chat: ChatFeature): PromptsFeature {
  const { config, cleanup, redactor, log, ledger, settings, keychain, profiles, firstWorkspace } = ports;
  return cleanup.use(
    createPrompts({
      version: config.version,
      folder: join(config.dataFolder, 'prompts'),
      samples: join(config.installFolder, 'resources', 'prompts'),
      ledger,
      redactor,
      log,
      settings: () => settings.current().prompts,
      onSettingsChanged: settings.onChanged,
      redisPassword: passwordIn(keychain),
      own: ownFacts(ports, chat),
      mcp: mcpOfProviders(ports),
      llm: modelOfProfiles(profiles),
      restRecord: async () =>
        (await restSession({ ledger, workspace: firstWorkspace(), version: config.version })).ledger,
      send: sendThrough(chat, ledger),
    }),
  );
}

/** The account under which the keychain has it. */
const REDIS_ACCOUNT = 'redis';

function passwordIn(keychain: Keychain): RedisPassword {
  return {
    read: async () => (await keychain.read(REDIS_ACCOUNT)).secret,
    look: async () => {
      const { secret, problem } = await keychain.read(REDIS_ACCOUNT);
      const isForRun = keychain.isForRun(REDIS_ACCOUNT);
      return { isKept: secret !== undefined, isForRun, ...(problem !== undefined && { problem }) };
    },
    write: async (password) => {
      if (password !== undefined) return await keychain.write(REDIS_ACCOUNT, password);
      await keychain.remove(REDIS_ACCOUNT);
      return 'kept';
    },
  };
}
