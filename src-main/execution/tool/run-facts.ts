import type { LedgerEvent } from '#contract';
import { type InterruptedRun, knownEvent, type SessionLedger } from '#ledger';

/** Facts from the ledger about a call whose end may be missing. */
export interface CommandRunFacts {
  readonly called: Extract<LedgerEvent, { type: 'tool.called' }>;
  readonly command: string;
  readonly cwd: string;
  /** The session of the Shell Adapter it ran in. */
  readonly shell: string | undefined;
  /** Its end is on the ledger. */
  readonly hasEnded: boolean;
  /** Paths of the changes that are on the ledger already. */
  readonly changed: ReadonlySet<string>;
}

/** Reads no further back than to the call; `undefined` if it is not there. */
export async function readRunFacts(session: SessionLedger, run: InterruptedRun): Promise<CommandRunFacts | undefined> {
  const after: LedgerEvent[] = [];
  for await (const any of session.read({ backward: true })) {
    const event = knownEvent(any);
    if (event?.type === 'tool.called' && event.data.callId === run.callId) {
      return factsFrom(event, after);
    }
    if (event) after.push(event);
  }
  return undefined;
}

function factsFrom(called: CommandRunFacts['called'], after: readonly LedgerEvent[]): CommandRunFacts {
  const effects = after.filter(({ cause }) => cause === called.id);
  const { tool, arguments: given } = called.data;
  // Clients of the Shell Adapter name theirs in the document's way.
  const command = given.command_line ?? given.command;
  const { working_dir: cwd, session_id: shell } = given;
  return {
    called,
    command: typeof command === 'string' ? command : tool,
    cwd: typeof cwd === 'string' ? cwd : '',
    shell: typeof shell === 'string' ? shell : undefined,
    hasEnded: effects.some(({ type }) => type === 'command.ran' || type === 'call.watched'),
    changed: new Set(effects.flatMap((event) => (event.type === 'file.changed' ? event.data.path : []))),
  };
}
