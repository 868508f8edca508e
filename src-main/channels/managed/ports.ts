import type { ChannelSettings } from '#contract';
import type { Subscribe } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import type { Messenger } from '../messenger/messenger.ts';
import type { WaitFunction } from '../messenger/pace.ts';

/** Storage for secrets that must not be in a file: the keychain, which also tells the redactor of logs. */
export interface Secrets {
  read(account: string): Promise<{ readonly secret?: string; readonly problem?: string }>;
  write(account: string, secret: string): Promise<'kept' | 'session'>;
  remove(account: string): Promise<unknown>;
  /** Whether a secret is held for this run alone. */
  isForRun(account: string): boolean;
  /** Tells that other secrets than before may be held for the run alone. */
  readonly onChanged: Subscribe<unknown>;
  /** Tells that another store is asked than before, or one that was locked: what could not be read may be readable. */
  readonly onOtherStore: Subscribe<unknown>;
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
  readonly wait?: WaitFunction;
  readonly now?: () => number;
}
