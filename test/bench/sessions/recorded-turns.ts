import type { SessionEvent } from '../../support/recorded-session.ts';
import { EXPLAINED } from './long-session.ts';

/** A session of so many everyday turns, as the host records them. */
export function recordedTurns(title: string, turns: number): SessionEvent[] {
  const events: SessionEvent[] = [{ type: 'session.created', data: { title, workspace: '/tmp', app: 'bench' } }];
  for (let number = 1; number <= turns; number += 1) events.push(...recordedTurn(number, events.length));
  return events;
}

function recordedTurn(number: number, start: number): SessionEvent[] {
  const [callId, tool, turn] = [`call-${number}`, 'read_file', `turn-${number}`];
  const request = { client: 'openai', model: 'everyday', messages: 2 * number, tools: [tool], round: 1 };
  const reply = { model: 'everyday', durationMs: 900, usage: { prompt: 900, completion: 150, total: 1050 } };
  const calls = [{ callId, tool, arguments: JSON.stringify({ path: 'notes.md' }) }];
  const content = Array.from({ length: 40 }, (_, line) => `Line ${line} of the notes.`).join('\n');
  const text = `Turn ${number}: what do the notes say, and what is to be done about it?`;
  const events: SessionEvent[] = [
    { type: 'message.user', data: { text } },
    { type: 'llm.requested', data: request, cause: start },
    { type: 'llm.replied', data: { ...reply, text: '', calls, finish: 'tool-calls' }, cause: start + 1 },
    { type: 'tool.called', data: { callId, tool, arguments: { path: 'notes.md' } }, cause: start + 2 },
    { type: 'tool.returned', data: { callId, tool, content, outcome: 'done' }, cause: start + 3 },
    { type: 'llm.requested', data: request, cause: start + 4 },
    { type: 'llm.replied', data: { ...reply, text: EXPLAINED, calls: [], finish: 'stop' }, cause: start + 5 },
    { type: 'turn.ended', data: { outcome: 'done' }, cause: start + 6 },
  ];
  return events.map((event) => ({ ...event, turn }));
}
