import type { LedgerEvent, SessionSummary, TokenUsage } from '#contract';

export const DEFAULT_TITLE = 'New session';

type Reply = Extract<LedgerEvent, { type: 'llm.replied' }>['data'];

/** One line of the list of sessions, computed from the session's events without keeping them. */
export class SummaryFold {
  readonly #id: string;
  #title = DEFAULT_TITLE;
  #createdAt: number | undefined;
  #updatedAt = 0;
  #messages = 0;
  #usage: TokenUsage = { prompt: 0, completion: 0, total: 0 };
  #isUsageComplete = true;
  #repairs = 0;
  #question: string | undefined;
  /** How it would stand if nothing more came. */
  #rest: 'idle' | 'done' | 'failed' = 'idle';

  constructor(id: string) {
    this.#id = id;
  }

  get title(): string {
    return this.#title;
  }

  summary(isRunning: boolean): SessionSummary {
    const running = this.#question === undefined ? 'running' : 'needs-you';
    return {
      id: this.#id,
      title: this.#title,
      state: isRunning ? running : this.#rest,
      createdAt: this.#createdAt ?? this.#updatedAt,
      updatedAt: this.#updatedAt,
      messages: this.#messages,
      usage: this.#usage,
      isUsageComplete: this.#isUsageComplete,
      repairs: this.#repairs,
    };
  }

  apply(event: LedgerEvent): void {
    this.#createdAt ??= event.at;
    if (event.type !== 'session.opened') this.#updatedAt = event.at;
    switch (event.type) {
      case 'session.created':
      case 'session.renamed':
        this.#title = event.data.title;
        return;
      case 'message.user':
        this.#messages += 1;
        this.#rest = 'idle';
        this.#question = undefined;
        return;
      case 'llm.requested':
        this.#rest = 'failed';
        this.#question = undefined;
        return;
      case 'llm.replied':
        this.#onReplied(event.data);
        return;
      case 'call.repaired':
        this.#repairs += event.data.repairs.length;
        return;
      default:
        this.#onApproval(event);
        return;
    }
  }

  #onReplied(reply: Reply): void {
    this.#messages += 1;
    this.#rest = restAfter(reply);
    const { usage } = reply;
    if (usage) {
      this.#usage = {
        prompt: this.#usage.prompt + usage.prompt,
        completion: this.#usage.completion + usage.completion,
        total: this.#usage.total + usage.total,
      };
    } else if (reply.finish !== 'failed') this.#isUsageComplete = false;
  }

  #onApproval(event: LedgerEvent): void {
    if (event.type === 'approval.asked') this.#question = event.data.question;
    if (event.type === 'approval.decided') {
      this.#question = undefined;
      if (event.data.verdict !== 'allow') this.#rest = 'idle';
    }
    if (event.type === 'tool.called') this.#rest = 'failed';
    if (event.type === 'tool.returned') {
      this.#question = undefined;
      if (event.data.outcome === 'cancelled') this.#rest = 'idle';
    }
  }
}

/** Calls that never got a result, and a reply that broke off, have failed unless more comes. */
function restAfter({ finish, calls }: Reply): 'idle' | 'done' | 'failed' {
  if (finish === 'cancelled') return 'idle';
  if (finish === 'failed' || finish === 'interrupted') return 'failed';
  return calls.length > 0 ? 'failed' : 'done';
}
