import type { LedgerEvent } from '#contract';
import { type InterruptedRun, knownEvent, type SessionLedger } from '#ledger';

/** What the ledger says about a command whose end may be missing. */
export interface RunFacts {
  readonly called: Extract<LedgerEvent, { type: 'tool.called' }>;
  readonly command: string;
  readonly cwd: string;
  readonly hasRan: boolean;
  /** Paths of the changes that are on the ledger already. */
  readonly changed: ReadonlySet<string>;
}

/** Reads no further back than to the call; `undefined` when it is not there. */
export async function factsOf(session: SessionLedger, run: InterruptedRun): Promise<RunFacts | undefined> {
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

function factsFrom(called: RunFacts['called'], after: readonly LedgerEvent[]): RunFacts {
  const effects = after.filter(({ cause }) => cause === called.id);
  const { command_line: command, working_dir: cwd } = called.data.arguments;
  return {
    called,
    command: typeof command === 'string' ? command : called.data.tool,
    cwd: typeof cwd === 'string' ? cwd : '',
    hasRan: effects.some(({ type }) => type === 'command.ran'),
    changed: new Set(effects.flatMap((event) => (event.type === 'file.changed' ? event.data.path : []))),
  };
}
