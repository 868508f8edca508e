import type { Attendance, MessageFrom, TurnProgress } from '#contract';
import { AppError } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import type { ChatPort } from '#sockets';

export interface TakenMessage {
  readonly session: string;
  readonly text: string;
  readonly images: number;
  readonly profile: string | undefined;
  readonly from: MessageFrom | undefined;
}

/** Steps of a turn, one after the other. */
export type FakeTurn = (message: TakenMessage) => AsyncIterable<TurnProgress> | Iterable<TurnProgress>;

/** Turns one after the other in each session, as the app's are. */
export class FakeChat implements ChatPort {
  readonly taken: TakenMessage[] = [];
  readonly ended: string[] = [];
  readonly stopped: string[] = [];
  readonly attendance = new Map<string, Attendance>();
  /** Titles by session. */
  readonly sessions = new Map<string, string>();
  readonly #turn: FakeTurn;
  readonly #messages: { readonly progress: TurnProgress[]; readonly wake: Set<() => void>; isOver: boolean }[] = [];
  readonly #last = new Map<string, Promise<void>>();

  constructor(turn: FakeTurn) {
    this.#turn = turn;
  }

  async enqueue(session: string, content: Parameters<ChatPort['enqueue']>[1], from?: MessageFrom) {
    if (!this.sessions.has(session)) throw new AppError('NOT_FOUND', 'There is no such session');
    const { text, images = [], profile } = content;
    const message = { session, text, images: images.length, profile, from };
    this.taken.push(message);
    const kept = { progress: [] as TurnProgress[], wake: new Set<() => void>(), isOver: false };
    const number = this.#messages.push(kept) - 1;
    const run = async () => {
      for await (const one of this.#turn(message)) {
        kept.progress.push(one);
        for (const wake of kept.wake) wake();
      }
      kept.isOver = true;
      this.ended.push(text);
      for (const wake of kept.wake) wake();
    };
    const before = this.#last.get(session) ?? Promise.resolve();
    this.#last.set(session, before.then(run));
    return { message: String(number) };
  }

  async *follow(_session: string, message: string, signal?: AbortSignal): AsyncGenerator<TurnProgress, void> {
    const kept = this.#messages[Number(message)];
    if (!kept) return;
    for (let at = 0; !signal?.aborted; ) {
      const next = kept.progress[at];
      if (next) {
        at += 1;
        yield next;
      } else if (kept.isOver) return;
      else {
        const news = new Deferred<void>();
        const wake = () => news.resolve();
        kept.wake.add(wake);
        signal?.addEventListener('abort', wake, { once: true });
        await news.promise;
        kept.wake.delete(wake);
        signal?.removeEventListener('abort', wake);
      }
    }
  }

  async stop(session: string): Promise<void> {
    this.stopped.push(session);
  }

  async attend(session: string, attendance: Attendance): Promise<void> {
    if (!this.sessions.has(session)) throw new AppError('NOT_FOUND', 'There is no such session');
    this.attendance.set(session, attendance);
  }

  async attendanceOf(session: string): Promise<Attendance> {
    const found = this.attendance.get(session);
    if (found) return found;
    throw new AppError('NOT_FOUND', 'There is no such session');
  }

  async create({ title }: { readonly workspace: string; readonly title: string }) {
    const id = `s${this.sessions.size + 1}`;
    this.sessions.set(id, title);
    return { id };
  }
}

/** A turn that says this and ends. */
export const saying =
  (text: string): FakeTurn =>
  () => [
    { kind: 'started', turn: 't' },
    { kind: 'text', text },
    { kind: 'ended', outcome: 'done', text, model: 'fake' },
  ];
