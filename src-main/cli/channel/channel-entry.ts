import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { Config } from '#app/start/config';
import { type ChannelPerson, SessionSocketClient } from '#channels';
import { AppError, messageOf } from '#core/app-error';
import { CHANNEL_HELP, type ChannelFlags, channelFlags, FlagError } from './channel-flags.ts';
import { runFront } from './channel-front.ts';
import { sayOnce } from './say-once.ts';
import { runService } from './service-channel.ts';

/** `sigma channel …`: needs a session's socket and nothing else of the app. */
export async function runChannelEntry(config: Config, words: readonly string[]): Promise<void> {
  const exitCode = await channelCommand(config, words);
  // What the terminal still holds open must not keep the process.
  process.exit(exitCode);
}

async function channelCommand(config: Config, words: readonly string[]): Promise<number> {
  const { stdout, stderr } = process;
  try {
    const flags = channelFlags(words);
    if (flags === undefined) {
      stdout.write(`${CHANNEL_HELP}\n`);
      return 0;
    }
    return await runWithFlags(config, flags);
  } catch (error) {
    const isWrong = error instanceof FlagError;
    const advice = error instanceof AppError ? error.detail?.advice : undefined;
    stderr.write(
      `${messageOf(error)}${isWrong ? '. See sigma channel help.' : ''}\n${advice === undefined ? '' : `${advice}\n`}`,
    );
    return isWrong ? 2 : 1;
  }
}

async function runWithFlags(config: Config, flags: ChannelFlags): Promise<number> {
  const { channel, one } = flags;
  const socket = new SessionSocketClient(resolve(flags.socket));
  if (channel === 'telegram' || channel === 'feishu')
    return await runService(channel, flags, { socket, environment: config.environment });
  const speaker: ChannelPerson = {
    channel,
    user: one('user') ?? userInfo().username,
    conversation: one('conversation'),
  };
  if (channel !== 'cli')
    return await runFront({ channel, socket, speaker, historyFolder: config.dataFolder, streams: flags.streams });
  const message = one('message');
  if (!message?.trim()) throw new FlagError('The flag --message is needed, and says something');
  return await sayOnce({ socket, speaker, message, streams: flags.streams });
}
