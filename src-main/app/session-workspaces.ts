import type { AnyLedgerEvent } from '#contract';
import type { Unsubscribe } from '#core/async/emitter';
import { knownEvent, type Ledger } from '#ledger';

/** Folders in which features work, as absolute paths. */
export interface WorkspaceLookup {
  /** The workspace of a session; its folder may be gone. */
  readonly workspaceOf: (session: string) => Promise<string>;
  /** The real path of a folder, which is then an open workspace; the first one if none is named. @throws AppError */
  readonly openWorkspace: (path?: string) => Promise<string>;
  /** The workspace that the app was started with, for what no session does. */
  readonly firstWorkspace: () => string;
}

/** The workspace of each session: the folder it was made in, as its record says. */
export class SessionWorkspaces implements Disposable {
  readonly #ledger: Pick<Ledger, 'session'>;
  readonly #firstWorkspace: () => string;
  readonly #known = new Map<string, string>();
  readonly #unsubscribe: Unsubscribe;

  constructor(ledger: Pick<Ledger, 'session' | 'onAppended'>, firstWorkspace: () => string) {
    this.#ledger = ledger;
    this.#firstWorkspace = firstWorkspace;
    this.#unsubscribe = ledger.onAppended((event) => this.#take(event));
  }

  /** Absolute; the folder may be gone. The first workspace where the record does not say. @throws AppError NOT_FOUND */
  readonly of: WorkspaceLookup['workspaceOf'] = async (session) => {
    const known = this.#known.get(session);
    if (known !== undefined) return known;
    for await (const event of (await this.#ledger.session(session)).read()) {
      const found = this.#take(event);
      if (found !== undefined) return found;
    }
    return this.#firstWorkspace();
  };

  [Symbol.dispose](): void {
    this.#unsubscribe();
  }

  #take(any: AnyLedgerEvent): string | undefined {
    if (any.type !== 'session.created') return undefined;
    const event = knownEvent(any);
    if (event?.type !== 'session.created' || event.data.workspace === '') return undefined;
    const { workspace } = event.data;
    this.#known.set(event.session, workspace);
    return workspace;
  }
}
