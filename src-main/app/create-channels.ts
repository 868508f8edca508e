import { join } from 'node:path';
import { createChannels } from '#channels';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Logger } from '#core/logger';
import type { Keychain } from '#keychain';
import type { Config } from './config.ts';

export interface ChannelsFeatureOptions {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly log: Logger;
  readonly keychain: Keychain;
  /** The session socket of a workspace; undefined while it has none. */
  readonly socketOf: (workspace: string) => string | undefined;
  /** Names who may answer the questions of a workspace's conversations over channels. */
  readonly attend: (workspace: string, approvers: readonly string[]) => Promise<void>;
}

/** The channels of all workspaces, plugged into the app; their tokens are the keychain's, which tells the redactor. */
export function createChannelsFeature(options: ChannelsFeatureOptions) {
  const { config, cleanup, log, keychain, socketOf, attend } = options;
  return cleanup.use(
    createChannels({
      file: join(config.dataFolder, 'channels.json'),
      secrets: keychain,
      ...{ socketOf, attend, log },
    }),
  );
}
