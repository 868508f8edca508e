import type { CommandView, ConversationItem, LedgerEventData, RequestedCall } from '#contract';

export type ToolItem = Extract<ConversationItem, { kind: 'tool' }>;

/** A call that has just come in. */
export function newToolItem(
  id: string,
  call: RequestedCall,
  place: { at: number; turn?: string | undefined },
): ToolItem {
  return {
    id,
    at: place.at,
    ...(place.turn !== undefined && { turn: place.turn }),
    kind: 'tool',
    callId: call.callId,
    tool: call.tool,
    state: 'checking',
    sent: call.arguments,
    repairs: [],
    changes: [],
  };
}

export function repaired(item: ToolItem, data: LedgerEventData<'call.repaired'>): ToolItem {
  return { ...item, ran: data.arguments, repairs: [...item.repairs, ...data.repairs] };
}

export function asked(item: ToolItem, data: LedgerEventData<'approval.asked'>): ToolItem {
  return { ...item, state: 'waiting', question: data.question };
}

export function decided(item: ToolItem, data: LedgerEventData<'approval.decided'>): ToolItem {
  const { question: _, ...rest } = item;
  return { ...rest, state: 'checking', decision: decisionText(data) };
}

/** A command that the person edited is shown as it ran. */
export function called(item: ToolItem, data: LedgerEventData<'tool.called'>): ToolItem {
  const { command_line: command, working_dir: cwd } = data.arguments;
  if (typeof command !== 'string') return { ...item, state: 'running' };
  const view: CommandView = { command, cwd: typeof cwd === 'string' ? cwd : '', output: '', outputBytes: 0 };
  const isEdited = item.decision !== undefined && commandOf(item.ran ?? item.sent) !== command;
  return { ...item, state: 'running', command: view, ...(isEdited && { ran: command }) };
}

export function returned(item: ToolItem, data: LedgerEventData<'tool.returned'>): ToolItem {
  const { question: _, ...rest } = item;
  return { ...rest, state: data.outcome, result: data.content };
}

/** Nothing more will come of it. */
export function interrupted(item: ToolItem): ToolItem {
  const { question: _, ...rest } = item;
  return { ...rest, state: 'interrupted' };
}

export function ran(item: ToolItem, data: LedgerEventData<'command.ran'>): ToolItem {
  const { limits: _, notWatched: __, spool, ...view } = data;
  return { ...item, command: { ...view, ...(spool && { spool: spool.hash }) } };
}

export function changed(item: ToolItem, event: string, data: LedgerEventData<'file.changed'>): ToolItem {
  return { ...item, changes: [...item.changes, { event, path: data.path, change: data.change }] };
}

/** As the runner records which hunks were accepted. */
const ACCEPTED_PART = /^(no hunk|hunks? [\d, ]+) of revision \d+$/;

function decisionText({ by, rule, verdict, reason, edited }: LedgerEventData<'approval.decided'>): string {
  const who = by === 'rule' ? `by the rule "${rule ?? 'unknown'}"` : 'by you';
  if (verdict === 'withdrawn') return reason ? `Withdrawn: ${reason}` : 'Withdrawn';
  if (verdict === 'refuse') return `Refused ${who}${reason ? `: ${reason}` : ''}`;
  const what = edited === undefined ? '' : ` (${ACCEPTED_PART.test(edited) ? edited : 'edited'})`;
  return `Allowed ${who}${what}${reason ? `: ${reason}` : ''}`;
}

function commandOf(sent: string): unknown {
  try {
    return (JSON.parse(sent) as { command_line?: unknown }).command_line;
  } catch {
    return undefined;
  }
}
