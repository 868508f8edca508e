import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SessionEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Place of the event that led to this one, in the list. */
  readonly cause?: number;
  readonly turn?: string;
}

/** Writes a session as if it had happened, for conversations that would take too long to have. */
export async function recordSession(dataFolder: string, id: string, events: readonly SessionEvent[]): Promise<void> {
  const folder = join(dataFolder, 'ledger', 'sessions');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = Date.now() - events.length * 1000;
  const lines: string[] = [];
  let previous = '';
  for (const [index, { type, data, cause, turn }] of events.entries()) {
    const head = { v: 1, id: eventId(index), at: at + index * 1000, session: id };
    const links = { ...(turn !== undefined && { turn }), ...(cause !== undefined && { cause: eventId(cause) }) };
    const line = JSON.stringify({ ...head, ...links, previous, type, data });
    previous = createHash('sha256').update(line).digest('hex');
    lines.push(line);
  }
  await writeFile(join(folder, `${id}.jsonl`), `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** A session of `calls` commands, one a reply. */
export function manyCommands(calls: number): SessionEvent[] {
  const events: SessionEvent[] = [
    { type: 'session.created', data: { title: 'Four hundred calls', workspace: '/tmp', app: 'test' } },
    { type: 'message.user', data: { text: 'Do all of it' } },
  ];
  for (let count = 1; count <= calls; count++) events.push(...oneCommand(count, events.length));
  return events;
}

function oneCommand(count: number, start: number): SessionEvent[] {
  const callId = `call-${count}`;
  const tool = 'execute_command';
  const command = `make step-${count}`;
  const output = Array.from({ length: 30 }, (_, line) => `step ${count}, line ${line}: \u001b[32mok\u001b[0m`).join(
    '\n',
  );
  const request = { client: 'openai', model: 'tiny', messages: 2, tools: [tool], round: count };
  const calls = [{ callId, tool, arguments: JSON.stringify({ command_line: command }) }];
  const ran = {
    command,
    cwd: '/tmp',
    exitCode: 0,
    stopReason: 'exit',
    durationMs: 40,
    output,
    outputBytes: output.length,
  };
  return [
    { type: 'llm.requested', data: request },
    {
      type: 'llm.replied',
      data: { model: 'tiny', text: `Step **${count}** next.`, calls, finish: 'tool-calls', durationMs: 900 },
      cause: start,
    },
    { type: 'tool.called', data: { callId, tool, arguments: { command_line: command } }, cause: start + 1 },
    {
      type: 'command.ran',
      data: { ...ran, limits: { timeoutMs: 120_000, maxOutputBytes: 50_000_000 }, notWatched: [] },
      cause: start + 2,
    },
    {
      type: 'tool.returned',
      data: { callId, tool, content: `Exit code: 0\n${output}`, outcome: 'done' },
      cause: start + 2,
    },
  ];
}

function eventId(index: number): string {
  return `e${String(index).padStart(8, '0')}`;
}
