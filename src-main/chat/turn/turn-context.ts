import type { Ledger, SessionLedger } from '#ledger';
import type { FrozenRunner, QuestionAsker } from '#tools';
import type { Conversation } from '../conversation/conversation.ts';
import type { ModelPrice } from '../cost/meter.ts';
import type { AgentPort } from './agent.ts';
import type { AnsweringModel } from './answering-model.ts';

/** Requirements for asking a model on behalf of a session, in a turn or beside it. */
export interface AskingContext {
  readonly session: string;
  readonly sessionTitle: string;
  /** Id of the turn; absent outside of one. */
  readonly turn?: string | undefined;
  readonly ask: QuestionAsker;
  readonly prices: () => readonly ModelPrice[];
  readonly spendingCap: () => number | undefined;
  readonly ledger: SessionLedger;
  /** Store of the images of messages. */
  readonly content: Ledger['content'];
  readonly conversation: Conversation;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  readonly signal: AbortSignal;
}

export interface TurnContext extends AskingContext {
  readonly turn: string;
  /** The event that started it: the message, or the reply that is asked for again. */
  readonly cause: string;
  readonly answering: AnsweringModel;
  /** The session's first profile; none while the demo answers. */
  readonly primary: AnsweringModel | undefined;
  /** The tools as they were when the turn began. */
  readonly runner: FrozenRunner;
  /**
   * Agent of an agent workspace: its calls run in parallel, and its own functions make the prompt and compact the
   * history.
   */
  readonly agent: AgentPort | undefined;
  readonly maxRounds: () => number;
  /** Absolute, symlinks resolved; as it was when the turn began. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>> | undefined;
}
