import type { AnyLedgerEvent, LedgerEventData, LedgerEventType } from '#contract';
import { messageOf } from '#core/app-error';
import { type Ledger, sessionIfThere } from '#ledger';
import { workspacesSession } from './foreign-sessions.ts';
import type { Notices } from './notices.ts';

const UNREADABLE = 'The record of a workspace cannot be read';

/** Ids that `workspacesSession` gives. */
const OF_WORKSPACES = /^workspace-[0-9a-f]{8}(?:-\d+)?$/;

export interface WorkspaceRecordsOptions {
  readonly ledger: Ledger;
  readonly version: string;
  readonly notices: Pick<Notices, 'add'>;
}

/** The records of all workspaces, one each, as features write and read them. */
export function workspaceRecords({ ledger, version, notices }: WorkspaceRecordsOptions) {
  return {
    append: async <T extends LedgerEventType>(workspace: string, type: T, data: LedgerEventData<T>) => {
      const { ledger: events, cause } = await workspacesSession({ ledger, workspace, version });
      return await events.append(type, data, { cause });
    },
    /**
     * Every event of them, record after record. Of a record that cannot be read to its end nothing is given, since the
     * rest may be about what was before; it is told, also to the person.
     */
    history: async function* (onUnreadable: (problem: string) => void): AsyncGenerator<AnyLedgerEvent, void> {
      const ids = (await ledger.sessions()).filter((id) => OF_WORKSPACES.test(id));
      for (const id of ids) {
        try {
          yield* await eventsOf(ledger, id);
        } catch (error) {
          const problem = `The record ${id} cannot be read: ${messageOf(error)}`;
          notices.add('warning', UNREADABLE, `${problem}. Branches and runs of its workspace are not shown.`);
          onUnreadable(problem);
        }
      }
    },
    onAppended: ledger.onAppended,
  };
}

async function eventsOf(ledger: Ledger, id: string): Promise<readonly AnyLedgerEvent[]> {
  const events: AnyLedgerEvent[] = [];
  const session = await sessionIfThere(ledger, id);
  for await (const event of session?.read() ?? []) events.push(event);
  return events;
}
