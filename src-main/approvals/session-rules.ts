import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type AnyLedgerEvent, Rule } from '#contract';
import { AppError } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import { KeyedMutex } from '#core/async/mutex';
import { LiveValue } from '#core/async/streams';
import type { Ledger } from '#ledger';
import type { NewRule } from './rules/rule-store.ts';

type SessionLedger = Pick<Ledger, 'session' | 'sessions' | 'onAppended'>;

interface RulesChange {
  readonly session: string;
  readonly rules: readonly Rule[];
}

const NONE: readonly Rule[] = [];

/** The rules that count in one session alone: the last list on its record. */
export class SessionRules implements Disposable {
  readonly #ledger: SessionLedger;
  readonly #known = new Map<string, Promise<readonly Rule[]>>();
  /** Each change is made to the list before it. */
  readonly #changes = new KeyedMutex();
  readonly #changed: Emitter<RulesChange>;
  readonly #unsubscribe: () => void;

  constructor(ledger: SessionLedger, onError: (error: unknown) => void) {
    this.#ledger = ledger;
    this.#changed = new Emitter(onError);
    this.#unsubscribe = ledger.onAppended((event) => {
      const rules = rulesInEvent(event);
      if (rules === undefined) return;
      this.#known.set(event.session, Promise.resolve(rules));
      this.#changed.emit({ session: event.session, rules });
    });
  }

  /** The rules of a session now, and whenever they change. */
  async *stream(session: string, signal?: AbortSignal): AsyncGenerator<Rule[], void> {
    const live = new LiveValue<readonly Rule[] | undefined>(undefined);
    const unsubscribe = this.#changed.subscribe((changed) => {
      if (changed.session === session) live.set(changed.rules);
    });
    try {
      const now = await this.of(session);
      if (live.value === undefined) live.set(now);
      for await (const rules of live.stream(signal)) yield [...(rules ?? NONE)];
    } finally {
      unsubscribe();
    }
  }

  of(session: string): Promise<readonly Rule[]> {
    const known = this.#known.get(session) ?? this.#read(session);
    this.#known.set(session, known);
    // What could not be read is read again, and in the meantime nothing is decided.
    known.catch(() => this.#known.delete(session));
    return known;
  }

  /** Saves the rules; they are on disk when this resolves. @throws AppError NOT_FOUND, UNAVAILABLE */
  async save(session: string, given: readonly NewRule[]): Promise<Rule[]> {
    const saved = given.map(({ verdict, subject, note }): Rule => {
      return { id: randomUUID().slice(0, 8), verdict, subject, ...(note && { note }), at: Date.now() };
    });
    await this.#change(session, (rules) => [...rules, ...saved]);
    return saved;
  }

  /** @throws AppError NOT_FOUND, UNAVAILABLE */
  async remove(session: string, id: string): Promise<void> {
    await this.#change(session, (rules) => {
      const left = rules.filter((rule) => rule.id !== id);
      if (left.length === rules.length) throw new AppError('NOT_FOUND', `There is no rule ${id} in this session`);
      return left;
    });
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
  }

  async #existing(session: string): Promise<readonly Rule[]> {
    if ((await this.#ledger.sessions()).includes(session)) return await this.of(session);
    throw new AppError('NOT_FOUND', `There is no session ${session}`, { advice: 'It may have been deleted' });
  }

  #change(session: string, change: (rules: readonly Rule[]) => readonly Rule[]): Promise<void> {
    return this.#changes.run(session, async () => {
      const rules = change(await this.#existing(session));
      await (await this.#ledger.session(session)).append('session.rules', { rules: [...rules] });
    });
  }

  async #read(session: string): Promise<readonly Rule[]> {
    for await (const event of (await this.#ledger.session(session)).read({ backward: true })) {
      const rules = rulesInEvent(event);
      if (rules !== undefined) return rules;
    }
    return NONE;
  }
}

function rulesInEvent({ type, data }: AnyLedgerEvent): readonly Rule[] | undefined {
  return type === 'session.rules' ? z.array(Rule).safeParse(data.rules).data : undefined;
}
