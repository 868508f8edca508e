import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import type { Ledger, SessionLedger } from '#ledger';
import type { LateChanges } from './watched-workspace.ts';

export interface LateOptions {
  readonly ledger: Pick<Ledger, 'session'>;
  /** Opens the record for changes that belong to no call: that of the workspace's programs. */
  readonly sessionFor: (workspace: string) => Promise<{ readonly ledger: Pick<SessionLedger, 'append'> }>;
  readonly log: Logger;
}

const ANYBODY = 'Found when nothing was being called: one of these programs may have made it, or you, or somebody else';

/** Records what was found changed while no call was open, as a set of its own. Never throws. */
export class LateRecorder {
  readonly #options: LateOptions;
  /** Sessions by workspace and program, the newest call last. */
  readonly #callers = new Map<string, Map<string, string>>();

  constructor(options: LateOptions) {
    this.#options = options;
  }

  noteCall(workspace: string, program: string, session: string): void {
    const callers = this.#callers.get(workspace) ?? new Map<string, string>();
    callers.delete(program);
    callers.set(program, session);
    this.#callers.set(workspace, callers);
  }

  async record(
    workspace: string,
    { changes, since, notWatched }: LateChanges,
    alive: readonly string[],
  ): Promise<void> {
    try {
      const session = await this.#sessionOf(workspace, alive);
      const by = [...alive];
      const found = await session.append('changes.found', {
        changes: changes.length,
        alive: by,
        since,
        notWatched: [...notWatched],
      });
      const links = { cause: found.id };
      await Promise.all(
        changes.map((change) =>
          session.append('file.changed', { ...change, origin: 'unknown', by, shared: ANYBODY }, links),
        ),
      );
    } catch (error) {
      this.#options.log.error('changes.found.unrecorded', { workspace, error: messageOf(error) });
    }
  }

  /** The session that called one of them last; it may have been deleted since. */
  async #sessionOf(workspace: string, alive: readonly string[]): Promise<Pick<SessionLedger, 'append'>> {
    const { ledger, sessionFor } = this.#options;
    const callers = [...(this.#callers.get(workspace) ?? [])].filter(([program]) => alive.includes(program));
    const session = callers.at(-1)?.[1];
    const known = session === undefined ? undefined : await ledger.session(session).catch(() => undefined);
    return known ?? (await sessionFor(workspace)).ledger;
  }
}
