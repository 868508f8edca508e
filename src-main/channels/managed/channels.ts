import { randomUUID } from 'node:crypto';
import type { ChannelSettings, ManagedChannel } from '#contract';
import { AppError, isAppError, messageOf } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import type { LiveValue } from '#core/async/streams';
import type { Messenger } from '../messenger/messenger.ts';
import { type ChannelCondition, runChannel } from '../messenger/run-channel.ts';
import { Strangers } from '../messenger/strangers.ts';
import { approversIn, managedChannel } from './managed-channel.ts';
import type { ChannelsOptions } from './ports.ts';
import { RememberedChannels, type StoredChannel } from './remembered-channels.ts';
import { sendTest } from './send-test.ts';
import { noTokenError, openService, refuseUnreachable, serviceOf } from './services.ts';

interface RunningChannel {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

type NewChannel = ChannelSettings & { readonly workspace: string; readonly token: string };
type ChannelEdit = Omit<ChannelSettings, 'kind'> & { readonly id: string; readonly token?: string | undefined };

const TITLES = { telegram: 'Telegram', feishu: 'Feishu' } as const;
const INTERVAL_MS = 1000;
const channelAccount = (id: string) => `channel-${id}`;

/** All channels of the app, and those that run. */
export class Channels {
  readonly #options: ChannelsOptions;
  readonly #state: LiveValue<readonly ManagedChannel[]>;
  readonly #kept: RememberedChannels;
  readonly #running = new Map<string, RunningChannel>();
  readonly #conditions = new Map<string, ChannelCondition>();
  readonly #strangers = new Map<string, Strangers>();
  /** Channels that did not start because their token could not be read. */
  readonly #tokenless = new Set<string>();
  readonly #doing = new KeyedMutex();
  #hasEnded = false;

  constructor(options: ChannelsOptions, state: LiveValue<readonly ManagedChannel[]>) {
    this.#options = options;
    this.#state = state;
    this.#kept = new RememberedChannels(options.file, options.log);
  }

  async begin(): Promise<void> {
    await this.#kept.load();
    this.announce();
    for (const { id, isOn, workspace } of this.#kept.all) {
      void this.#attend(workspace);
      if (isOn) void this.#doing.run(id, () => this.#launch(id));
    }
  }

  /** @throws AppError INVALID_INPUT, UNAVAILABLE */
  async add({ token, ...settings }: NewChannel): Promise<{ id: string; isKept: boolean }> {
    refuseUnreachable(settings);
    const id = randomUUID();
    return await this.#doing.run(id, async () => {
      // First: a token without its channel would never be asked for, or removed.
      await this.#kept.set({ ...settings, id, isOn: false, conversations: {} });
      const kept = await this.#options.secrets.write(channelAccount(id), token);
      await this.#attend(settings.workspace);
      this.announce();
      return { id, isKept: kept === 'kept' };
    });
  }

  /** @throws AppError NOT_FOUND, INVALID_INPUT, UNAVAILABLE */
  async edit({ id, token, ...settings }: ChannelEdit): Promise<void> {
    await this.#doing.run(id, async () => {
      const before = this.#kept.get(id);
      refuseUnreachable({ ...settings, kind: before.kind });
      const { conversations, kind, workspace, isOn } = before;
      await this.#kept.change(id, (now) => ({
        ...settings,
        id,
        kind,
        workspace,
        isOn,
        conversations: now.conversations ?? conversations,
      }));
      // Where the file cannot be written, the channel keeps its token, too.
      if (token !== undefined) await this.#options.secrets.write(channelAccount(id), token);
      await this.#attend(workspace);
      const isOther = token !== undefined || serviceOf(before) !== serviceOf(this.#kept.get(id));
      // Lists are asked for at each message: only another service needs another connection, also where the last one failed.
      if (isOther && isOn) {
        await this.#halt(id);
        await this.#launch(id);
      }
      this.announce();
    });
  }

  /** @throws AppError NOT_FOUND, UNAVAILABLE */
  async remove(id: string): Promise<void> {
    await this.#doing.run(id, async () => {
      const { workspace } = this.#kept.get(id);
      // First: where that fails nothing has changed, and it runs on.
      await this.#options.secrets.remove(channelAccount(id));
      await this.#halt(id);
      await this.#kept.remove(id);
      for (const known of [this.#conditions, this.#strangers, this.#tokenless]) known.delete(id);
      await this.#attend(workspace);
      this.announce();
    });
  }

  /** Turns it on or off, also for the next start of the app. @throws AppError NOT_FOUND, UNAVAILABLE */
  async turn(id: string, isOn: boolean): Promise<void> {
    await this.#doing.run(id, async () => {
      await this.#kept.change(id, (entry) => ({ ...entry, isOn }));
      await this.#halt(id);
      this.#conditions.delete(id);
      if (isOn) await this.#launch(id);
      this.announce();
    });
  }

  /** @throws AppError NOT_FOUND, INVALID_INPUT, UNAVAILABLE */
  async test(id: string): Promise<{ sent: number }> {
    const entry = this.#kept.get(id);
    if (entry.allowed.length === 0) {
      throw new AppError('INVALID_INPUT', 'Nobody is on the list of this channel: name somebody to send a test to');
    }
    try {
      await sendTest(await this.#open(entry), entry.allowed);
      return { sent: entry.allowed.length };
    } catch (error) {
      if (error instanceof AppError) throw error;
      const advice =
        entry.kind === 'telegram' ? 'A bot can write to people only after they have written to it.' : undefined;
      throw new AppError('UNAVAILABLE', messageOf(error), advice === undefined ? undefined : { advice });
    }
  }

  background(): string[] {
    return [...this.#running.keys()].map((id) => {
      const { kind, workspace } = this.#kept.get(id);
      return `Channel ${TITLES[kind]} of ${workspace}`;
    });
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#doing.settled();
    await Promise.all([...this.#running.keys()].map((id) => this.#halt(id)));
  }

  /** Starts the channels that should run and whose token could not be read, as when a key file was locked. */
  startTokenless(): void {
    for (const id of [...this.#tokenless]) {
      void this.#doing.run(id, async () => {
        if (this.#kept.find(id)?.isOn) await this.#launch(id);
      });
    }
  }

  async #launch(id: string): Promise<void> {
    if (this.#hasEnded || this.#running.has(id)) return;
    const { log, socketOf, wait, now } = this.#options;
    const entry = this.#kept.get(id);
    this.#tokenless.delete(id);
    this.#condition(id, { state: 'starting' });
    let messenger: Messenger;
    try {
      messenger = await this.#open(entry);
    } catch (error) {
      if (isAppError(error, 'UNAVAILABLE')) this.#tokenless.add(id);
      this.#condition(id, { state: 'failed', problem: messageOf(error) });
      return;
    }
    const stop = new AbortController();
    const ended = runChannel(
      {
        messenger,
        log,
        intervalMs: INTERVAL_MS,
        streams: entry.streams,
        strangers: this.#strangersOf(entry),
        ...(wait && { wait }),
        ...(now && { now }),
        socketPath: () => socketOf(entry.workspace),
        access: () => {
          const { allowed, approvers } = this.#kept.get(id);
          return { allowed: new Set(allowed), approvers: new Set(approvers) };
        },
        conversations: {
          get: (person) => this.#kept.get(id).conversations[person],
          set: (person, key) =>
            this.#kept.change(id, (one) => ({ ...one, conversations: { ...one.conversations, [person]: key } })),
        },
        onCondition: (condition) => this.#condition(id, condition),
      },
      stop.signal,
    ).finally(() => {
      if (this.#running.get(id)?.stop === stop) this.#running.delete(id);
    });
    this.#running.set(id, { stop, ended });
  }

  async #halt(id: string): Promise<void> {
    const running = this.#running.get(id);
    running?.stop.abort();
    await running?.ended;
  }

  /** @throws AppError, also where the token is not to be had */
  async #open(entry: StoredChannel): Promise<Messenger> {
    const { secrets, openMessenger = openService(this.#options) } = this.#options;
    const { secret, problem } = await secrets.read(channelAccount(entry.id));
    if (secret === undefined) throw noTokenError(problem);
    return await openMessenger(entry, secret);
  }

  #strangersOf({ id, kind }: StoredChannel): Strangers {
    const { log, now = Date.now } = this.#options;
    const found =
      this.#strangers.get(id) ?? new Strangers({ channel: kind, log, now, onChanged: () => this.announce() });
    this.#strangers.set(id, found);
    return found;
  }

  async #attend(workspace: string): Promise<void> {
    const { attend, log } = this.#options;
    await attend(workspace, approversIn(this.#kept.all, workspace)).catch((error: unknown) => {
      log.warn('channels.not-attended', { workspace, why: messageOf(error) });
    });
  }

  #condition(id: string, condition: ChannelCondition): void {
    this.#conditions.set(id, condition);
    this.announce();
  }

  /** Tells of all channels as they are now. */
  announce(): void {
    const { secrets } = this.#options;
    const views = this.#kept.all.map((entry) =>
      managedChannel(entry, {
        condition: this.#conditions.get(entry.id),
        strangers: this.#strangers.get(entry.id),
        isTokenForRun: secrets.isForRun(channelAccount(entry.id)),
      }),
    );
    this.#state.set(views);
  }
}
