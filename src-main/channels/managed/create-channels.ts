import type { ChannelSettings, ManagedChannel } from '#contract';
import type { Logger } from '#core/logger';
import { os } from '#core/procedures';
import { LiveValue } from '#core/streams';
import type { Messenger } from '../messenger/messenger.ts';
import type { Wait } from '../messenger/pace.ts';
import { Channels } from './channels.ts';

/** Keeps what must not lie in a file: the keychain, which also tells whoever writes logs. */
export interface Secrets {
  read(account: string): Promise<{ readonly secret?: string; readonly problem?: string }>;
  write(account: string, secret: string): Promise<'kept' | 'session'>;
  remove(account: string): Promise<void>;
}

export interface ChannelsOptions {
  /** Absolute path of the file in which channels are kept. */
  readonly file: string;
  readonly secrets: Secrets;
  /** The session socket of a workspace; undefined while it has none. */
  readonly socketOf: (workspace: string) => string | undefined;
  /** Names who may answer questions of a workspace's conversations, as `channel:person`. */
  readonly attend: (workspace: string, approvers: readonly string[]) => Promise<void>;
  readonly log: Logger;
  /** Another messenger than the services' own. */
  readonly openMessenger?: (settings: ChannelSettings, token: string) => Promise<Messenger>;
  readonly wait?: Wait;
  readonly now?: () => number;
}

/** Channels that the app runs, by workspace: kept in a file, started with the app where they were on. */
export function createChannels(options: ChannelsOptions) {
  const state = new LiveValue<readonly ManagedChannel[]>([]);
  const channels = new Channels(options, state);
  const router = os.channels.router({
    changed: os.channels.changed.handler(async function* ({ signal }) {
      for await (const all of state.stream(signal)) yield [...all];
    }),
    add: os.channels.add.handler(({ input }) => channels.add(input)),
    edit: os.channels.edit.handler(({ input }) => channels.edit(input)),
    remove: os.channels.remove.handler(({ input }) => channels.remove(input.id)),
    start: os.channels.start.handler(({ input }) => channels.turn(input.id, true)),
    stop: os.channels.stop.handler(({ input }) => channels.turn(input.id, false)),
    test: os.channels.test.handler(({ input }) => channels.test(input.id)),
  });
  return {
    ...{ router, state },
    /** Starts again what was on. */
    start: () => channels.begin(),
    /** What is on, in words. */
    background: (): string[] => channels.background(),
    [Symbol.asyncDispose]: () => channels.end(),
  };
}
