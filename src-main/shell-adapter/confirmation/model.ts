import type { Judgement } from '#contract';
import type { AdapterError, CommandPlace } from '../shells/model.ts';

/** Classification of a command line, by its text and by the rules: `deny` is never run, whatever the answer. */
export interface Classification {
  readonly verdict: 'safe' | 'risky' | 'deny';
  /** A sentence each. */
  readonly reasons: readonly string[];
  /** Reason that denied it, or made it safe although it would not be by itself. */
  readonly by?: 'allow-list' | 'deny-list' | 'rule' | 'mode';
  /** Judgement of the policy: above all where it runs. */
  readonly judgement?: Judgement | undefined;
}

/**
 * Patterns of simple commands, matched by the words that bash would make of them: `*` and `?` match any text and any
 * character, and a program alone matches it with any arguments.
 */
export interface CommandLists {
  /** Commands that need no question. Everything else in their line is still examined. */
  readonly allow: readonly string[];
  /** Commands that never run, nor does the line that contains them. */
  readonly deny: readonly string[];
}

/** `cwd` is where its shell stands at the moment it would start; in `workspace`, what stays in the box is safe. */
export type Classify = (
  command: string,
  cwd: string,
  lists: CommandLists,
  mode: 'ask' | 'workspace',
) => Promise<Classification>;

export interface ConfirmationSettings extends CommandLists {
  /**
   * Commands that ask. `risky`: those not known to be harmless; `workspace`: those of them that leave the box; `all`:
   * every command.
   */
  readonly mode: 'off' | 'workspace' | 'risky' | 'all';
  readonly timeoutMs: number;
  /** Approver: the person at the app, or the client that sent the command. */
  readonly approver: 'user' | 'client';
}

/** Payload of `command_confirmation_required`. */
export interface RequiredConfirmation {
  readonly confirmation_id: string;
  readonly session_id?: string;
  readonly command: string;
  readonly cwd: string;
  readonly reasons: readonly string[];
  /** Unix milliseconds. */
  readonly expires_at: number;
}

/** Payload of `confirm_command`. */
export interface ConfirmationAnswer {
  readonly confirmation_id: string;
  readonly approved: boolean;
  readonly reason?: string | undefined;
  /** Time for which the same text then runs without a question: as long as its session is open. */
  readonly remember?: 'session' | undefined;
}

export interface ConfirmationRequest {
  /** Client that sent it; no other client can answer for it. */
  readonly owner: string;
  /** Session in which its actions are recorded. */
  readonly record: string;
  /** The command that is decided; its text may be another's, too. */
  readonly callId: string;
  /** Shell to run in; if absent, the command gets a shell of its own, and nothing is remembered. */
  readonly shell?: string | undefined;
  readonly command: string;
  readonly cwd: string;
  /** Its folder is there in its session's box alone, so that it can run nowhere else. */
  readonly isInBoxAlone?: boolean | undefined;
  /** Aborted when the adapter stopped, the client left or the command was cancelled: then no answer is needed. */
  readonly signal: AbortSignal;
  /** Tells the client that its command waits, whatever the approver. */
  readonly onRequired: (required: RequiredConfirmation) => void;
}

/** Decision and its details, for the log and the record. */
export interface ConfirmationDecision {
  /** Id of the confirmation; absent if nobody was asked. */
  readonly confirmation?: string;
  readonly owner: string;
  readonly record: string;
  readonly callId: string;
  readonly shell?: string;
  readonly command: string;
  readonly cwd: string;
  readonly verdict: 'allowed' | 'denied' | 'expired' | 'withdrawn';
  readonly by:
    | 'off'
    | 'safe'
    | 'mode'
    | 'allow-list'
    | 'remembered'
    | 'user'
    | 'client'
    | 'deny-list'
    | 'rule'
    | 'time'
    | 'stop';
  readonly reasons: readonly string[];
  /** Remark of the person or client who answered. */
  readonly said?: string;
  /** Says that the answer let it run outside the box, where it would have run in it. */
  readonly isLetOut?: boolean | undefined;
}

/** Question as the person sees it. */
export interface ConfirmationQuestion {
  readonly confirmation: string;
  readonly owner: string;
  readonly record: string;
  readonly callId: string;
  readonly command: string;
  readonly cwd: string;
  readonly reasons: readonly string[];
  readonly judgement?: Judgement | undefined;
}

/** Asks the person, and rejects when the question is withdrawn. A command that the person edited is not taken: what was asked is what runs. */
export type AskPerson = (
  question: ConfirmationQuestion,
  signal: AbortSignal,
) => Promise<{
  readonly approved: boolean;
  readonly reason?: string | undefined;
  readonly remember?: boolean;
  /** Whether to run outside the box, instead of in it. */
  readonly outside?: boolean | undefined;
}>;

export interface ConfirmationsOptions {
  readonly classify: Classify;
  readonly askPerson: AskPerson;
  /** Settings that apply to new commands. */
  readonly settings: () => ConfirmationSettings;
  /** Called with every decision before the command runs; if it fails, the command does not run. */
  readonly onDecision: (decision: ConfirmationDecision) => void | Promise<void>;
  readonly now?: () => number;
}

/** The gate before every command of a client. Commands of one shell are to be passed one after another, each when it would start. */
export interface Confirmations extends AsyncDisposable {
  /**
   * Resolves when the command may run, with the place for it; its time begins then.
   *
   * @throws AdapterError confirmation_denied and confirmation_expired, with the reason in words; cancelled; adapter_stopping
   */
  pass(request: ConfirmationRequest): Promise<CommandPlace>;
  /**
   * A client's answer, once.
   *
   * @throws AdapterError invalid_request for an id that is unknown, another's, used or expired, and where the person is to answer
   */
  answer(owner: string, answer: ConfirmationAnswer): void;
  /** Forgets what was remembered for a shell. */
  forgetShell(shell: string): void;
  /** Withdraws what waits, and forgets what was remembered. */
  forgetOwner(owner: string): void;
}

/** Outcome of a question. */
export interface ConfirmationOutcome {
  readonly approved: boolean;
  readonly reason?: string | undefined;
  readonly remember?: boolean | undefined;
  readonly outside?: boolean | undefined;
  /** End of the request without an answer. */
  readonly ended?: 'expired' | 'withdrawn';
  /** Error for the sender of the command if the question was withdrawn. */
  readonly error?: AdapterError;
}
