import type { AnyLedgerEvent, Branch, LedgerEvent, LedgerEventData } from '#contract';
import { knownEvent } from '#ledger';

/** All branches as the records of their workspaces tell of them. */
export class BranchLog {
  readonly #branches = new Map<string, Branch>();
  /** Last request to each branch, until its end is recorded. */
  readonly #asked = new Map<string, { readonly session: string; readonly message: string }>();

  /** Newest first; those that were erased are left out. */
  list(): Branch[] {
    return [...this.#branches.values()].sort(
      (one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1),
    );
  }

  /** Messages whose end is not on the record. */
  unanswered(): { readonly session: string; readonly message: string }[] {
    return [...this.#asked.values()];
  }

  get(id: string): Branch | undefined {
    return this.#branches.get(id);
  }

  /** Changes what is known of a branch while its work goes on; it is not recorded. */
  set(id: string, change: Partial<Branch>): void {
    const branch = this.#branches.get(id);
    if (branch) this.#branches.set(id, { ...branch, ...change });
  }

  /** Notes what the work in a branch came to; an end that cannot be recorded is given here alone. */
  end(at: number, { branch, workspace: _workspace, turn: _turn, ...told }: LedgerEventData<'branch.ended'>): void {
    this.#asked.delete(branch);
    this.set(branch, { endedAt: at, ...told });
  }

  /** @returns whether it was of a branch */
  take(any: AnyLedgerEvent): boolean {
    if (!any.type.startsWith('branch.')) return false;
    const event = knownEvent(any);
    if (event) this.#take(event);
    return event !== undefined;
  }

  #take(event: LedgerEvent): void {
    switch (event.type) {
      case 'branch.created':
        this.#created(event.at, event.data);
        return;
      case 'branch.ready': {
        const { branch, method, changedWhileCopied, remarks } = event.data;
        this.set(branch, { state: 'ready', method, changedWhileCopied, remarks });
        return;
      }
      case 'branch.started':
        this.#started(event.at, event.data);
        return;
      case 'branch.ended':
        this.end(event.at, event.data);
        return;
      case 'branch.taken': {
        const taken = this.get(event.data.branch)?.taken ?? 0;
        this.set(event.data.branch, { taken: taken + event.data.paths.length });
        return;
      }
      case 'branch.kept':
        this.set(event.data.branch, { isKept: true });
        return;
      case 'branch.dropped':
        this.set(event.data.branch, { isDropped: true, isKept: false });
        return;
      case 'branch.restored':
        this.set(event.data.branch, { isDropped: false });
        return;
      case 'branch.erased':
        this.#branches.delete(event.data.branch);
        return;
      default:
    }
  }

  #created(at: number, { branch: id, set, workspace, folder }: LedgerEventData<'branch.created'>): void {
    this.#branches.set(id, {
      id,
      set,
      workspace,
      folder,
      createdAt: at,
      state: 'making',
      line: '',
      taken: 0,
      isDropped: false,
      isKept: false,
      changedWhileCopied: [],
      remarks: [],
    });
  }

  #started(at: number, { branch, session, profile, message, test }: LedgerEventData<'branch.started'>): void {
    if (message !== undefined) this.#asked.set(branch, { session, message });
    // What is worked in was copied whole, also where the line that says how cannot be read.
    const { method = 'copy' } = this.get(branch) ?? {};
    this.set(branch, {
      session,
      method,
      ...(profile !== undefined && { profile }),
      ...(message !== undefined && { state: 'running', startedAt: at }),
      ...(test !== undefined && { test: { command: test } }),
    });
  }
}
