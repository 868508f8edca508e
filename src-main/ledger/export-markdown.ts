import type { AnyLedgerEvent, LedgerEvent, LedgerEventData } from '#contract';
import { knownEvent } from './event-line.ts';
import { fenced, inCode, quoted } from './markdown-text.ts';

/** A transcript to read: one section an event, everything that others wrote quoted or fenced. */
export async function* exportMarkdown(
  session: string,
  events: AsyncIterable<AnyLedgerEvent>,
): AsyncGenerator<string, void> {
  yield `# Session ${inCode(session)}\n`;
  for await (const event of events) {
    const time = new Date(event.at).toISOString().replace('T', ' ').replace('Z', ' UTC');
    const known = knownEvent(event);
    yield `\n## ${titleOf(known) ?? inCode(event.type)}\n\n${time} · ${inCode(event.id)}\n\n`;
    yield known ? bodyOf(known) : fenced(JSON.stringify(event.data, undefined, 2), 'json');
  }
}

const TITLES: { readonly [T in LedgerEvent['type']]: string } = {
  'session.created': 'Session created',
  'session.renamed': 'Session renamed',
  'session.opened': 'Session opened',
  'message.user': 'Message',
  'prompt.rendered': 'Prompt rendered',
  'llm.requested': 'Model asked',
  'llm.replied': 'Model replied',
  'call.repaired': 'Call repaired',
  'approval.asked': 'Approval asked',
  'approval.decided': 'Approval decided',
  'tool.called': 'Tool called',
  'tool.returned': 'Tool returned',
  'command.ran': 'Command ran',
  'file.changed': 'File changed',
  'change.undone': 'Change undone',
  'error.raised': 'Error',
};

function titleOf(event: LedgerEvent | undefined): string | undefined {
  return event && TITLES[event.type];
}

function bodyOf(event: LedgerEvent): string {
  switch (event.type) {
    case 'message.user':
      return quoted(event.data.text);
    case 'prompt.rendered':
      return `From ${inCode(event.data.template)}\n\n${fenced(event.data.text)}`;
    case 'llm.replied':
      return repliedBody(event.data);
    case 'tool.returned':
      return `${event.data.outcome} · ${inCode(event.data.tool)}\n\n${fenced(event.data.content)}`;
    case 'command.ran':
      return commandBody(event.data);
    case 'file.changed':
      return `${event.data.change} ${inCode(event.data.path)} by a ${event.data.origin}${lineCounts(event.data)}\n`;
    case 'change.undone':
      return `${inCode(event.data.path)}, change ${inCode(event.data.change)}${event.data.forced ? ', by force' : ''}\n`;
    case 'error.raised':
      return fenced(event.data.message);
    default:
      return fenced(JSON.stringify(event.data, undefined, 2), 'json');
  }
}

function repliedBody({ model, text, calls, finish, error, refusal }: LedgerEventData<'llm.replied'>): string {
  const parts = [`${inCode(model)} · ${finish}\n`];
  if (text !== '') parts.push(quoted(text));
  if (refusal !== undefined) parts.push(`Refused:\n\n${quoted(refusal)}`);
  for (const call of calls) parts.push(`Calls ${inCode(call.tool)}:\n\n${fenced(call.arguments, 'json')}`);
  if (error) parts.push(`Failed (${error.code}):\n\n${fenced(error.message)}`);
  return parts.join('\n');
}

function commandBody(data: LedgerEventData<'command.ran'>): string {
  const end = data.exitCode === undefined ? `ended by ${data.signal ?? data.stopReason}` : `exit code ${data.exitCode}`;
  const facts = `In ${inCode(data.cwd)} · ${end} · ${Math.round(data.durationMs)} ms · ${data.outputBytes} bytes of output`;
  const spool = data.spool ? `\nAll of the output is kept as ${inCode(data.spool.hash)}\n` : '';
  return `${fenced(data.command, 'sh')}\n${facts}\n\n${fenced(data.output)}${spool}`;
}

function lineCounts({ addedLines, removedLines }: LedgerEventData<'file.changed'>): string {
  return addedLines === undefined && removedLines === undefined ? '' : ` (+${addedLines ?? 0} −${removedLines ?? 0})`;
}
