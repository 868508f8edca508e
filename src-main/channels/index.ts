/** Channels: people and programs elsewhere, as clients of a session's socket. */
export { feishuMessenger } from './feishu/feishu-messenger.ts';
export { createChannels } from './managed/create-channels.ts';
export { type ChannelCondition, type ChannelOptions, runChannel } from './messenger/run-channel.ts';
export { Strangers } from './messenger/strangers.ts';
export { type ChannelPerson, SessionSocketClient } from './socket/session-socket.ts';
export { telegramMessenger } from './telegram/telegram-messenger.ts';
