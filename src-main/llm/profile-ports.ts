import type { ProfileProtocol } from '#contract';

/** A profile as far as its client needs it; the profiles feature has more. */
export interface ClientProfile {
  /** Names the place where the profile is written; clients, queues and counts are kept by it. */
  readonly id: string;
  readonly name: string;
  /** Absolute, http or https, or `unix:` with the path of a socket. */
  readonly baseUrl: string;
  /** OpenAI's where it is absent. */
  readonly protocol?: ProfileProtocol | undefined;
  readonly model: string;
  /** Requests at once, over the whole app. */
  readonly concurrency: number;
}

type KeyOwner = Pick<ClientProfile, 'id' | 'name' | 'baseUrl'>;

/** Source of keys; the profiles feature is one. */
export interface KeyPort {
  /** May ask the person; never throws. An empty key is none. */
  keyFor(
    profile: KeyOwner,
    signal: AbortSignal,
  ): Promise<{ readonly key: string } | { readonly key: undefined; readonly why: string }>;
  /** Called after a 401: returns a key with which the request is sent again, once; undefined if the refusal stands. */
  unauthorized(profile: KeyOwner, used: string, signal: AbortSignal): Promise<string | undefined>;
}

export interface RequestSettings {
  readonly topP: number;
  /** Longest time without an event before a reply is given up, in milliseconds. */
  readonly stallMs: number;
  /** PEM file of further certificate authorities to trust. */
  readonly extraCaFile?: string | undefined;
}
