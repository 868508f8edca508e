import { randomUUID } from 'node:crypto';
import type { LedgerEventData } from '#contract';
import { AppError } from '#core/app-error';
import { knownEvent, type SessionLedger } from '#ledger';
import type { ChatOptions } from '../chat-options.ts';
import { workspaceContext } from '../turn/workspace-context.ts';
import type { Sessions } from './sessions.ts';

interface CommandRun {
  readonly event: string;
  readonly data: LedgerEventData<'command.ran'>;
}

/** Name of the tool that runs commands. */
const COMMAND_TOOL = 'execute_command';

/**
 * Runs a command of a session once more, outside the box that refused it something, as the person wants; what comes of it is told
 * to the model with the next message. Resolves when it has ended.
 *
 * @throws AppError NOT_FOUND for an unknown call · CONFLICT where no box refused it anything · UNAVAILABLE
 */
export async function runOutside(
  sessions: Sessions,
  options: ChatOptions,
  { session, callId }: { readonly session: string; readonly callId: string },
): Promise<{ readonly callId: string }> {
  const ledger = await options.ledger.session(session);
  const { event, data } = await refusedRun(ledger, callId);
  const { command, cwd } = data;
  const { workspace } = await workspaceContext(options, session);
  const again = `outside-${randomUUID()}`;
  const pending = await sessions.pending(session);
  using call = await sessions.foreign.begin(session, again);
  const { signal, onOutput, onUsage } = call;
  const sessionTitle = sessions.titleOf(session);
  const { content } = await options.runner.run(
    { callId: again, tool: COMMAND_TOOL, arguments: JSON.stringify({ command_line: command, working_dir: cwd }) },
    {
      session,
      sessionTitle,
      cause: event,
      workspace,
      cwd,
      ledger,
      signal,
      onOutput,
      onUsage,
      allowedByPerson: 'outside',
    },
  );
  const text = `The person ran this outside the box, after the box had stopped it: ${command}\n\n${content}`;
  await pending.add(session, { kind: 'note', label: `Ran outside the box: ${command.split('\n')[0]}`, text });
  return { callId: again };
}

async function refusedRun(ledger: Pick<SessionLedger, 'read'>, callId: string): Promise<CommandRun> {
  const started = new Set<string>();
  let ran: CommandRun | undefined;
  for await (const any of ledger.read()) {
    const event = knownEvent(any);
    if (event?.type === 'tool.called' && event.data.callId === callId) started.add(event.id);
    if (event?.type === 'command.ran' && started.has(event.cause ?? '')) ran = { event: event.id, data: event.data };
  }
  if (!ran) throw new AppError('NOT_FOUND', 'This command is not on the record of the session', { where: callId });
  if (ran.data.refusedByBox === undefined) {
    throw new AppError('CONFLICT', 'The box did not stop this command', { where: callId });
  }
  return ran;
}
