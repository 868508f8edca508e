import type { Attendance, MessageFrom, TurnProgress } from '#contract';
import { AppError } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import type { Ledger } from '#ledger';
import type { ChatPort } from '#schedules';

export interface Sent {
  readonly session: string;
  readonly message: string;
  readonly text: string;
  readonly from: MessageFrom | undefined;
  readonly turn: string;
  /** Answers the message. */
  reply(
    text: string,
    usage?: {
      /** Tokens; `undefined` for a server that does not say it. */
      readonly total?: number | undefined;
      readonly cost?: number;
      readonly calls?: boolean;
    },
  ): Promise<void>;
  tell(progress: TurnProgress): void;
  end(outcome: 'done' | 'failed' | 'cancelled', text?: string, error?: string): Promise<void>;
}

/** A chat behind which the test is the model; what it records is on a real ledger. */
export class FakeChat implements ChatPort {
  readonly sent: Sent[] = [];
  readonly withdrawn: string[] = [];
  readonly attendances: { readonly session: string; readonly attendance: Attendance }[] = [];
  readonly stopped: string[] = [];
  /** Begins each turn at once. */
  isQuick = true;
  /** Ends each turn at once with this answer. */
  answer: string | undefined;
  readonly #ledger: Pick<Ledger, 'session'>;
  readonly #queues = new Map<string, { readonly items: TurnProgress[]; wake: Deferred<void> }>();
  #count = 0;

  constructor(ledger: Pick<Ledger, 'session'>) {
    this.#ledger = ledger;
  }

  async permissionOf() {
    return 'ask' as const;
  }

  async create({ workspace, title }: { readonly workspace: string; readonly title: string }) {
    const id = `s-${++this.#count}`;
    const session = await this.#ledger.session(id);
    await session.append('session.created', { title, workspace, app: 'test' });
    return { id };
  }

  async enqueue(session: string, { text }: { readonly text: string }, from?: MessageFrom) {
    const ledger = await this.#ledger.session(session);
    const { id: message } = await ledger.append('message.queued', { text, ...(from && { from }) });
    const turn = `turn-${message}`;
    this.#queues.set(message, { items: [], wake: new Deferred() });
    const tell = (progress: TurnProgress) => this.#tell(message, progress);
    const end: Sent['end'] = async (outcome, answer = '', error) => {
      await ledger.append('turn.ended', { outcome }, { turn });
      tell({ kind: 'ended', outcome, text: answer, ...(error !== undefined && { error }) });
    };
    const reply: Sent['reply'] = async (answer, { cost, calls, ...usage } = {}) => {
      const { total } = { total: 10, ...usage };
      await ledger.append(
        'llm.replied',
        {
          model: 'test',
          text: answer,
          durationMs: 1,
          finish: calls ? 'tool-calls' : 'stop',
          calls: calls ? [{ callId: 'c', tool: 't', arguments: '{}' }] : [],
          ...(total !== undefined && { usage: { prompt: 0, completion: total, total } }),
          ...(cost !== undefined && { cost }),
        },
        { turn },
      );
    };
    const sent: Sent = { session, message, text, from, turn, reply, tell, end };
    this.sent.push(sent);
    if (this.isQuick) await this.begin(sent);
    if (this.answer !== undefined) {
      await reply(this.answer);
      await end('done', this.answer);
    }
    return { message };
  }

  async begin({ session, message, text, from, turn, tell }: Sent): Promise<void> {
    const ledger = await this.#ledger.session(session);
    await ledger.append('message.user', { text, ...(from && { from }), queued: message }, { turn });
    tell({ kind: 'started', turn });
  }

  async *follow(_session: string, message: string, signal?: AbortSignal): AsyncGenerator<TurnProgress, void> {
    const queue = this.#queues.get(message);
    if (!queue) throw new AppError('NOT_FOUND', 'There is no such message');
    signal?.addEventListener('abort', () => queue.wake.resolve());
    for (;;) {
      const item = queue.items.shift();
      if (item) yield item;
      if (item?.kind === 'ended' || item?.kind === 'withdrawn' || signal?.aborted) return;
      if (!item) await queue.wake.promise;
    }
  }

  async withdraw(_session: string, message: string, { reason }: { readonly reason: string }): Promise<void> {
    this.withdrawn.push(message);
    this.#tell(message, { kind: 'withdrawn', reason });
  }

  async stop(session: string): Promise<void> {
    this.stopped.push(session);
    const sent = this.sent.findLast((one) => one.session === session);
    await sent?.end('cancelled');
  }

  async attend(session: string, attendance: Attendance): Promise<void> {
    this.attendances.push({ session, attendance });
  }

  async attendanceOf(session: string): Promise<Attendance> {
    const last = this.attendances.findLast((one) => one.session === session);
    return last?.attendance ?? { kind: 'attended' };
  }

  #tell(message: string, progress: TurnProgress): void {
    const queue = this.#queues.get(message);
    queue?.items.push(progress);
    queue?.wake.resolve();
    if (queue) queue.wake = new Deferred();
  }
}
