import type { AnyLedgerEvent, LedgerEventData, LedgerEventType } from '#contract';
import type { Ledger } from '#ledger';
import { workspacesSession } from './foreign-sessions.ts';

/** Ids that `workspacesSession` gives. */
const OF_WORKSPACES = /^workspace-[0-9a-f]{8}(?:-\d+)?$/;

/** The records of all workspaces, one each, as features write and read them. */
export function workspaceRecords(ledger: Ledger, version: string) {
  return {
    append: async <T extends LedgerEventType>(workspace: string, type: T, data: LedgerEventData<T>) => {
      const { ledger: events, cause } = await workspacesSession({ ledger, workspace, version });
      return await events.append(type, data, { cause });
    },
    /** Every event of them, record after record. */
    history: async function* (): AsyncGenerator<AnyLedgerEvent, void> {
      const ids = (await ledger.sessions()).filter((id) => OF_WORKSPACES.test(id));
      for (const id of ids) yield* (await ledger.session(id)).read();
    },
    onAppended: ledger.onAppended,
  };
}
