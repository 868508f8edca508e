import type { ChannelSettings } from '#contract';
import { AppError } from '#core/app-error';
import { feishuMessenger } from '../feishu/feishu-messenger.ts';
import type { Messenger } from '../messenger/messenger.ts';
import { telegramMessenger } from '../telegram/telegram-messenger.ts';
import type { ChannelsOptions } from './ports.ts';

/** Refuses settings that no service could be reached by. @throws AppError INVALID_INPUT */
export function refuseUnreachable({ kind, appId }: Pick<ChannelSettings, 'kind' | 'appId'>): void {
  if (kind !== 'feishu' || /^cli_[0-9a-fA-F]{16}$/.test(appId ?? '')) return;
  throw new AppError('INVALID_INPUT', 'A Feishu app id is cli_ and 16 hexadecimal digits', { where: 'appId' });
}

/** Key of the settings that need a new connection when they change. */
export const serviceOf = ({ appId, apiRoot, proxy, streams }: ChannelSettings) =>
  JSON.stringify([appId, apiRoot, proxy, streams]);

/** The services' own messengers. */
export function openService({ log }: ChannelsOptions) {
  return async ({ kind, appId = '', apiRoot, proxy }: ChannelSettings, token: string): Promise<Messenger> =>
    kind === 'telegram'
      ? await telegramMessenger({ token, apiRoot, proxy })
      : await feishuMessenger({ appId, appSecret: token, apiRoot, log });
}

/** Error about a token that is not to be had; `problem`: why it cannot be read. */
export function noTokenError(problem: string | undefined): AppError {
  const why =
    problem === undefined ? 'its token is not in the keychain: enter it again' : `its token cannot be read: ${problem}`;
  return new AppError('UNAVAILABLE', `The channel cannot start: ${why}`);
}
