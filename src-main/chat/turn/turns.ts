import { AppError, isAppError, messageOf } from '#core/app-error';
import type { SessionLedger } from '#ledger';
import type { FrozenRunner } from '#tools';
import type { ChatOptions } from '../chat-options.ts';
import { compactConversation } from '../compaction/compaction.ts';
import { summarise } from '../compaction/summarise.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { ConversationLease, SharedConversations } from '../conversation/shared-conversations.ts';
import { systemMessage } from '../history/system-message.ts';
import type { AgentPort } from './agent.ts';
import { type AnsweringModel, type AnsweringSession, answererOf, primaryOf } from './answering-model.ts';
import { SessionLocks } from './session-locks.ts';
import { runTurn, type TurnOutcome } from './turn.ts';
import type { AskingContext, TurnContext } from './turn-context.ts';
import { workspaceContext } from './workspace-context.ts';

type AgentProblem = NonNullable<Awaited<ReturnType<AgentPort['systemPrompt']>>['problem']>;

/** Start of a turn. */
export interface TurnStart {
  readonly session: string;
  readonly turn: string;
  readonly ledger: SessionLedger;
  readonly conversation: Conversation;
  readonly answering: AnsweringModel;
}

export interface TurnOpener {
  /** Returns the profile for that workspace; if it returns nothing, the session's own choice applies. */
  readonly profile: (asked: AnsweringSession) => string | undefined;
  /** Records what the turn starts from: the event of it. */
  readonly begin: (start: TurnStart) => Promise<string>;
}

export interface TurnsOptions extends ChatOptions {
  readonly conversations: SharedConversations;
  readonly titleOf: (session: string) => string;
}

/** A turn whose beginning is on the record; what fails from here on ends it. */
type BegunTurn = Omit<TurnContext, 'agent' | 'runner'>;

/** The turns that run, at most one a session, and what else asks a model for a session; disposing it stops them and has that recorded. */
export class Turns implements AsyncDisposable {
  readonly locks: SessionLocks;
  readonly #options: TurnsOptions;
  readonly #aside = new Set<AbortController>();
  /** Problems with workspaces' own prompts, by session. */
  readonly #problems = new Map<string, string>();

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.locks = new SessionLocks(options.log);
  }

  /**
   * Resolves when what the turn starts from is recorded; the turn then runs by itself.
   *
   * @throws AppError CONFLICT while one runs, NOT_FOUND and UNAVAILABLE without a model, and what `begin` throws
   */
  async start(session: string, beginning: TurnOpener): Promise<{ turn: string }> {
    const { turn, signal, end } = this.locks.begin(session);
    try {
      const held = await this.#options.conversations.hold(session);
      const context = await this.#begun({ session, turn, signal }, held, beginning);
      void this.#run(context).finally(() => {
        held.conversation.settle();
        held.release();
        end();
      });
    } catch (error) {
      end();
      throw error;
    }
    return { turn };
  }

  /** @throws AppError CONFLICT, UNAVAILABLE, CANCELLED, DENIED */
  async compact(session: string): Promise<{ text: string }> {
    const { signal, end } = this.locks.begin(session);
    try {
      return await this.#holding(session, async ({ conversation }) => {
        const primary = await this.#backgroundOf(session, conversation);
        if (!primary) {
          const advice = 'Connect a model in Settings; the demo cannot do it';
          throw new AppError('UNAVAILABLE', 'There is no profile to compact the conversation', { advice });
        }
        const { messages } = conversation.history();
        if (messages.every(({ role }) => role === 'system')) return { text: 'There is nothing to compact.' };
        const context = await this.#asking({ session, signal }, conversation);
        const { text } = await compactConversation(context, primary, { isManual: true });
        return { text };
      });
    } finally {
      end();
    }
  }

  /** Summarises a text without occupying the session's turn. @throws AppError UNAVAILABLE, CANCELLED, DENIED */
  async summarise(session: string, text: string, outer: AbortSignal): Promise<string | undefined> {
    const ending = new AbortController();
    this.#aside.add(ending);
    try {
      return await this.#holding(session, async ({ conversation }) => {
        const primary = await this.#backgroundOf(session, conversation);
        if (!primary) return undefined;
        const signal = AbortSignal.any([outer, ending.signal]);
        return await summarise(await this.#asking({ session, signal }, conversation), primary, text);
      });
    } finally {
      this.#aside.delete(ending);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const ending of this.#aside) ending.abort(new AppError('CANCELLED', 'Sigma Shell is closing'));
    await this.locks[Symbol.asyncDispose]();
  }

  async #holding<T>(session: string, work: (held: ConversationLease) => Promise<T>): Promise<T> {
    const held = await this.#options.conversations.hold(session);
    try {
      return await work(held);
    } finally {
      held.release();
    }
  }

  /** Returns the model for background work; none for the demo, so that what a person types is not sent anywhere. */
  async #backgroundOf(session: string, conversation: Conversation): Promise<AnsweringModel | undefined> {
    const { models, workspaceOf } = this.#options;
    if (models.demo()) return undefined;
    const workspace = await workspaceOf(session);
    await models.open?.(workspace);
    return primaryOf(models, { conversation, workspace });
  }

  async #asking(
    place: { readonly session: string; readonly signal: AbortSignal },
    conversation: Conversation,
  ): Promise<AskingContext> {
    const { ledger: all, ask, titleOf, prices = () => [], spendingCap = () => undefined } = this.#options;
    const [ledger, workspace] = await Promise.all([
      all.session(place.session),
      this.#options.workspaceOf(place.session),
    ]);
    const ports = { ask, prices, spendingCap, ledger, content: all.content, conversation };
    return { ...ports, ...place, sessionTitle: titleOf(place.session), workspace };
  }

  async #begun(
    place: { readonly session: string; readonly turn: string; readonly signal: AbortSignal },
    held: ConversationLease,
    { profile, begin }: TurnOpener,
  ): Promise<BegunTurn> {
    const { models, maxRounds } = this.#options;
    const { conversation } = held;
    const { session, turn } = place;
    try {
      const places = await workspaceContext(this.#options, session);
      const { workspace } = places;
      await models.open?.(workspace);
      const asked = { conversation, workspace };
      const answering = answererOf(models, asked, profile(asked));
      const asking = await this.#asking(place, conversation);
      const cause = await begin({ session, turn, ledger: asking.ledger, conversation, answering });
      const primary = answering.profile && primaryOf(models, asked);
      // Now that it may have got its title from the message.
      const sessionTitle = this.#options.titleOf(session);
      return { ...asking, environment: undefined, ...places, sessionTitle, turn, cause, answering, primary, maxRounds };
    } catch (error) {
      held.release();
      throw error;
    }
  }

  async #run(context: BegunTurn): Promise<void> {
    const outcome = await this.#outcome(context);
    const { ledger, turn, conversation, session, workspace } = context;
    await this.#options.onTurnEnding?.({ session, turn, workspace });
    await ledger.append('turn.ended', { outcome }, { turn, cause: conversation.lastStep }).catch((error: unknown) => {
      this.#options.log.warn('turn.end.unrecorded', { session, turn, error: messageOf(error) });
    });
  }

  async #outcome(begun: BegunTurn): Promise<TurnOutcome> {
    try {
      const agent = await this.#options.agentOf?.(begun.session);
      const runner = toolsFor(begun.conversation, this.#options.runner.freeze(begun));
      const context = { ...begun, agent, runner };
      const cause = await this.#renderPrompt(context);
      return await runTurn({ ...context, cause });
    } catch (error) {
      const isCancelled = isAppError(error, 'CANCELLED', 'DENIED');
      if (!isCancelled) await this.#explain(error, begun);
      return isCancelled ? 'cancelled' : 'failed';
    }
  }

  /** Recorded when it has changed, so that each request's system message is the last one on the ledger. */
  async #renderPrompt(context: TurnContext): Promise<string> {
    const { ledger, conversation, turn, cause, workspace, cwd, primary, agent, signal } = context;
    if (conversation.isExact) return cause;
    const own = await agent?.systemPrompt(signal);
    if (own?.problem) this.#tellProblem(context, own.problem);
    const now = (this.#options.now ?? Date.now)();
    const prompt = systemMessage({ workspace, cwd, now, prompt: primary?.profile?.prompt, pieces: own?.pieces });
    if (conversation.systemHash === prompt.hash) return cause;
    return (await ledger.append('prompt.rendered', prompt, { turn, cause })).id;
  }

  /** Reports a problem once, until it changes. */
  #tellProblem({ session, conversation }: TurnContext, { file, line, message }: AgentProblem): void {
    const text = `${file}${line === undefined ? '' : `:${line}`} of the workspace cannot make the system prompt: ${message}`;
    if (this.#problems.get(session) === text) return;
    this.#problems.set(session, text);
    conversation.announce('warning', text);
  }

  /** Tells the person why the turn failed: the record could not be written, or a bug. */
  async #explain(error: unknown, { session, turn, cause, ledger, conversation }: BegunTurn): Promise<void> {
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
}

/**
 * Returns the tools for a turn: a rendered prompt is sent without tools, so that the model sees what the person saw; a
 * call that comes nevertheless is declined.
 */
function toolsFor({ isExact }: Conversation, runner: FrozenRunner): FrozenRunner {
  if (!isExact) return runner;
  const content = 'Not run: no tools were offered with this request.';
  return {
    ...runner,
    tools: [],
    isReviewedTogether: () => false,
    run: (call, context) => runner.decline(call, context, { outcome: 'invalid', content }),
  };
}
