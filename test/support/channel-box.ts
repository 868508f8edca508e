import { type ChannelCondition, type ChannelOptions, runChannel, Strangers } from '#channels';
import type { Logger } from '#core/logger';

/** Channel in a test: times pass at once, and its output is kept. */
export interface ChannelBox extends AsyncDisposable {
  readonly conditions: readonly ChannelCondition[];
  readonly log: readonly { readonly event: string; readonly fields: Readonly<Record<string, unknown>> | undefined }[];
  /** Durations of its waits, in milliseconds. */
  readonly waits: readonly number[];
  readonly strangers: Strangers;
  readonly ended: Promise<void>;
  /** Ends the channel. */
  readonly stop: () => Promise<void>;
}

export interface ChannelBoxOptions extends Pick<ChannelOptions, 'messenger'> {
  readonly socket: string | undefined;
  readonly allowed?: readonly string[];
  readonly approvers?: readonly string[];
  readonly streams?: boolean;
}

export function channelBox({
  messenger,
  socket,
  allowed = [],
  approvers = [],
  streams = true,
}: ChannelBoxOptions): ChannelBox {
  const conditions: ChannelCondition[] = [];
  const entries: { event: string; fields: Readonly<Record<string, unknown>> | undefined }[] = [];
  const waits: number[] = [];
  const note = (event: string, fields?: Readonly<Record<string, unknown>>) => void entries.push({ event, fields });
  const log: Logger = { debug: note, info: note, warn: note, error: note };
  const strangers = new Strangers({ channel: messenger.channel, log, now: () => 1, onChanged: () => {} });
  const keys = new Map<string, string>();
  const stop = new AbortController();
  let clock = 0;
  const ended = runChannel(
    {
      messenger,
      strangers,
      streams,
      log,
      intervalMs: 1000,
      socketPath: () => socket,
      access: () => ({ allowed: new Set(allowed), approvers: new Set(approvers) }),
      conversations: { get: (person) => keys.get(person), set: async (person, key) => void keys.set(person, key) },
      onCondition: (condition) => conditions.push(condition),
      now: () => clock,
      wait: async (milliseconds, signal) => {
        waits.push(milliseconds);
        // The sign of life is beside the clock that edits go by.
        if (milliseconds !== 4000) clock += milliseconds;
        await new Promise((resolve) => setTimeout(resolve, 5));
        signal.throwIfAborted();
      },
    },
    stop.signal,
  );
  const stopped = async () => {
    stop.abort();
    await ended;
  };
  return {
    conditions,
    waits,
    strangers,
    ended,
    log: entries,
    stop: stopped,
    [Symbol.asyncDispose]: stopped,
  };
}
