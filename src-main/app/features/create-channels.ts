import { join } from 'node:path';
import { createChannels } from '#channels';
import type { SocketsFeature } from '#sockets';
import { secretsIn } from '../keychain-secrets.ts';
import type { AppPorts } from '../ports.ts';

/** The channels of all workspaces, plugged into the app; their tokens are the keychain's, which tells the redactor. */
export function createChannelsFeature({ config, cleanup, keychain, log }: AppPorts, sockets: SocketsFeature) {
  const { socketOf, nameApprovers: attend } = sockets;
  const file = join(config.dataFolder, 'channels.json');
  return cleanup.use(createChannels({ file, secrets: secretsIn(keychain), socketOf, attend, log }));
}
