import type { AnyLedgerEvent, PermissionMode } from '#contract';
import { PermissionMode as Mode } from '#contract';
import { AppError } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import type { Ledger } from '#ledger';

/** Permission mode of each session: the last one recorded for it, or `ask` without one. */
export class Modes implements Disposable {
  readonly #ledger: Pick<Ledger, 'session' | 'sessions' | 'onAppended'>;
  /** The last one that is set counts, although one that is there already is not written. */
  readonly #changes = new KeyedMutex();
  readonly #known = new Map<string, Promise<PermissionMode>>();
  readonly #unsubscribe: () => void;

  constructor(ledger: Pick<Ledger, 'session' | 'sessions' | 'onAppended'>) {
    this.#ledger = ledger;
    this.#unsubscribe = ledger.onAppended((event) => {
      const mode = modeIn(event);
      if (mode !== undefined) this.#known.set(event.session, Promise.resolve(mode));
    });
  }

  of(session: string): Promise<PermissionMode> {
    const known = this.#known.get(session) ?? this.#read(session);
    this.#known.set(session, known);
    // What could not be read is read again, and in the meantime nothing is decided.
    known.catch(() => this.#known.delete(session));
    return known;
  }

  /** Sets the mode; it is on disk when this resolves. @throws AppError NOT_FOUND, UNAVAILABLE */
  set(session: string, mode: PermissionMode): Promise<void> {
    return this.#changes.run(session, () => this.#write(session, mode));
  }

  async #write(session: string, mode: PermissionMode): Promise<void> {
    if (!(await this.#ledger.sessions()).includes(session)) {
      throw new AppError('NOT_FOUND', `There is no session ${session}`, { advice: 'It may have been deleted' });
    }
    if ((await this.of(session)) === mode) return;
    await (await this.#ledger.session(session)).append('session.permission', { mode });
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
  }

  async #read(session: string): Promise<PermissionMode> {
    for await (const event of (await this.#ledger.session(session)).read({ backward: true })) {
      const mode = modeIn(event);
      if (mode !== undefined) return mode;
    }
    return 'ask';
  }
}

function modeIn({ type, data }: AnyLedgerEvent): PermissionMode | undefined {
  return type === 'session.permission' ? Mode.safeParse(data.mode).data : undefined;
}
