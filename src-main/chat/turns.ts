import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { AppError, messageOf } from '#core/app-error';
import { Emitter } from '#core/emitter';
import type { SessionLedger } from '#ledger';
import type { ChatOptions } from './chat-options.ts';
import type { Conversation } from './conversation.ts';
import type { Held, SharedConversations } from './shared-conversations.ts';
import { systemMessage } from './system-message.ts';
import { runTurn } from './turn.ts';
import type { TurnContext } from './turn-context.ts';

/** What a turn starts from. */
export interface Start {
  readonly session: string;
  readonly turn: string;
  readonly ledger: SessionLedger;
  readonly conversation: Conversation;
}

interface Running {
  readonly turn: string;
  readonly stop: AbortController;
  readonly finished: Promise<void>;
}

export interface TurnsOptions extends ChatOptions {
  readonly conversations: SharedConversations;
  readonly titleOf: (session: string) => string;
}

/** Owns the turns that run, at most one a session; disposing it stops them and has that recorded. */
export class Turns implements AsyncDisposable {
  readonly #options: TurnsOptions;
  readonly #running = new Map<string, Running>();
  readonly #changed: Emitter<string>;
  #isDisposed = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#changed = new Emitter((error) => options.log.error('turns.listener.failed', { error: messageOf(error) }));
  }

  /** A session whose turn has begun or ended. */
  get onChanged() {
    return this.#changed.subscribe;
  }

  isRunning(session: string): boolean {
    return this.#running.has(session);
  }

  sessions(): string[] {
    return [...this.#running.keys()];
  }

  /**
   * Resolves when `begin` has recorded what the turn starts from; the turn then runs by itself.
   *
   * @throws AppError CONFLICT while one runs, UNAVAILABLE without a model, and what `begin` throws
   */
  async start(session: string, begin: (start: Start) => Promise<string>): Promise<{ turn: string }> {
    if (this.#isDisposed) throw new AppError('UNAVAILABLE', 'Sigma Shell is closing');
    if (this.#running.has(session)) throw alreadyRunning();
    const client = this.#options.model();
    if (!client) throw noModel();
    const { running, finish } = newRunning();
    this.#running.set(session, running);
    this.#changed.emit(session);
    const end = () => {
      this.#running.delete(session);
      this.#changed.emit(session);
      finish();
    };
    try {
      const held = await this.#options.conversations.hold(session);
      const context = await this.#begun(session, { held, running, client }, begin);
      void this.#run(context).finally(() => {
        held.conversation.settle();
        held.release();
        end();
      });
    } catch (error) {
      end();
      throw error;
    }
    return { turn: running.turn };
  }

  /** Resolves when nothing of the turn runs any more; at once when none does. */
  async stop(session: string): Promise<void> {
    const running = this.#running.get(session);
    running?.stop.abort(new AppError('CANCELLED', 'The person stopped the turn'));
    await running?.finished;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const all = [...this.#running.values()];
    for (const { stop } of all) stop.abort(new AppError('CANCELLED', 'Sigma Shell is closing'));
    await Promise.all(all.map(({ finished }) => finished));
  }

  async #begun(
    session: string,
    { held, running, client }: { held: Held; running: Running; client: TurnContext['client'] },
    begin: (start: Start) => Promise<string>,
  ): Promise<TurnContext> {
    const { ledger: all, runner, ask, maxRounds, titleOf } = this.#options;
    const { conversation } = held;
    try {
      const workspace = await this.#workspace();
      const ledger = await all.session(session);
      const cause = await begin({ session, turn: running.turn, ledger, conversation });
      const { turn, stop } = running;
      const ports = { client, runner, ask, maxRounds, ledger, conversation };
      return { ...ports, session, sessionTitle: titleOf(session), turn, cause, workspace, signal: stop.signal };
    } catch (error) {
      held.release();
      throw error;
    }
  }

  async #run(context: TurnContext): Promise<void> {
    try {
      const cause = await this.#renderPrompt(context);
      await runTurn({ ...context, cause });
    } catch (error) {
      await this.#explain(error, context);
    }
  }

  /** Recorded when it has changed, so that each request's system message is the last one on the ledger. */
  async #renderPrompt({ ledger, conversation, turn, cause, workspace }: TurnContext): Promise<string> {
    const prompt = systemMessage({ workspace, cwd: workspace, now: (this.#options.now ?? Date.now)() });
    if (conversation.systemHash === prompt.hash) return cause;
    return (await ledger.append('prompt.rendered', prompt, { turn, cause })).id;
  }

  /** A ledger that cannot be written, or a bug; the person sees it either way. */
  async #explain(error: unknown, { session, turn, cause, ledger, conversation }: TurnContext): Promise<void> {
    const { log } = this.#options;
    if (error instanceof AppError) {
      log.warn('turn.ended', { session, turn, error: error.message });
      const advice = error.detail?.advice;
      conversation.announce('error', `${error.message}${advice ? `. ${advice}` : ''}`);
      return;
    }
    log.error('turn.bug', { session, turn, error: messageOf(error), stack: error instanceof Error ? error.stack : '' });
    const message = `The turn ended through a fault in Sigma Shell: ${messageOf(error)}`;
    await ledger
      .append('error.raised', { message, where: 'turn' }, { turn, cause })
      .catch(() => conversation.announce('error', message));
  }

  async #workspace(): Promise<string> {
    const path = this.#options.workspace();
    try {
      return await realpath(path);
    } catch (error) {
      const advice = 'Start Sigma Shell with -dir and a folder that exists';
      throw new AppError('UNAVAILABLE', `The workspace cannot be opened: ${messageOf(error)}`, { where: path, advice });
    }
  }
}

function newRunning(): { running: Running; finish: () => void } {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { running: { turn: randomUUID(), stop: new AbortController(), finished }, finish };
}

function alreadyRunning(): AppError {
  return new AppError('CONFLICT', 'A turn of this session is still running', {
    advice: 'Wait for it to end, or stop it',
  });
}

function noModel(): AppError {
  return new AppError('UNAVAILABLE', 'No model is connected', {
    advice: 'Connect a model in Settings, or try the demo',
  });
}
