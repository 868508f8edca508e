import { join } from 'node:path';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Redactor } from '#core/redact';
import type { Keychain } from '#keychain';
import { createPrompts, type RedisPassword } from '#prompts/library';
import type { JudgeCall, ProvidersFeature } from '#providers';
import type { SettingsFeature } from '#settings';
import { type AppVariablesOptions, ownFacts } from './create-app-variables.ts';
import { mcpOfProviders, modelOfProfiles } from './create-prompts-ports.ts';
import { sendThrough } from './create-prompts-send.ts';
import { restSession } from './foreign-sessions.ts';

export interface PromptsFeatureOptions extends AppVariablesOptions {
  readonly cleanup: CleanupStack;
  readonly redactor: Redactor;
  readonly settings: SettingsFeature;
  readonly keychain: Keychain;
  readonly providers: ProvidersFeature;
  readonly judgeCall: JudgeCall;
}

/** Creates the prompt engine, which loads nothing until it is first used. */
export function createPromptsFeature(options: PromptsFeatureOptions) {
  const { config, cleanup, redactor, log, ledger, settings, keychain, chat, providers, profiles, firstWorkspace } =
    options;
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
      own: ownFacts(options),
      mcp: mcpOfProviders(providers, options.judgeCall),
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
      return { isKept: secret !== undefined, ...(problem !== undefined && { problem }) };
    },
    write: async (password) => {
      if (password !== undefined) return await keychain.write(REDIS_ACCOUNT, password);
      await keychain.remove(REDIS_ACCOUNT);
      return 'kept';
    },
  };
}
