import type { ConnectionTest, ProfileProtocol } from '#contract';
import type { Subscribe } from '#core/async/emitter';

/** Storage of keys; the keychain feature is one. */
export interface KeyStore {
  /** Never throws; no such item: neither a secret nor a problem. */
  read(account: string): Promise<{ readonly secret?: string; readonly problem?: string }>;
  /** `session`: it will be forgotten with this run. */
  write(account: string, secret: string): Promise<'kept' | 'session'>;
  /** `unreachable`: no keychain answers, so that one of an earlier run may be left in it. @throws AppError if it is still there */
  remove(account: string): Promise<'removed' | 'unreachable'>;
  readonly state: {
    readonly value: { readonly store: 'system' | 'file' | 'session' };
    readonly onChanged: Subscribe<unknown>;
  };
}

/** The folders whose own files the person trusts. */
export interface TrustPort {
  has(folder: string): boolean;
  set(folder: string, trusted: boolean): Promise<void>;
  readonly onChanged: Subscribe<unknown>;
}

/** Whether the demo answers instead of a profile; a setting. */
export interface DemoPort {
  isOn(): boolean;
  set(on: boolean): Promise<void>;
  readonly onChanged: Subscribe<unknown>;
}

/** Access to servers; provided by the models feature. */
export interface ServersPort {
  test(
    connection: {
      readonly baseUrl: string;
      readonly model: string;
      readonly key: string | undefined;
      readonly protocol?: ProfileProtocol | undefined;
    },
    signal: AbortSignal,
  ): Promise<ConnectionTest>;
  localServers(signal: AbortSignal): Promise<{ name: string; baseUrl: string; models: string[] }[]>;
  /** Tokens that a model takes at once, where its server has said so in this run. */
  reportedContext(baseUrl: string, model: string): number | undefined;
  readonly onContextTold: Subscribe<unknown>;
}
