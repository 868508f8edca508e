import type { CommandView, ConversationItem, LedgerEvent, LedgerEventData, RequestedCall } from '#contract';
import { answererWords } from '#contract/message-words';
import { PERMISSION_NAMES } from '#contract/permission-names';
import type { ItemUndo } from './undone-changes.ts';

export type ToolItem = Extract<ConversationItem, { kind: 'tool' }>;
type RecordedEvent<T extends LedgerEvent['type']> = Pick<Extract<LedgerEvent, { type: T }>, 'id' | 'data'>;

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

export function applyRepair(item: ToolItem, data: LedgerEventData<'call.repaired'>): ToolItem {
  return { ...item, ran: data.arguments, repairs: [...item.repairs, ...data.repairs] };
}

export function askedItem(item: ToolItem, data: LedgerEventData<'approval.asked'>): ToolItem {
  const { subject } = data;
  const { command, cwd } = subject as { command?: unknown; cwd?: unknown };
  const isCommand = typeof command === 'string' && typeof cwd === 'string';
  const view = isCommand ? unsent(item, { command, cwd }) : {};
  return { ...item, ...view, state: 'waiting', question: data.question };
}

export function applyDecision(item: ToolItem, data: LedgerEventData<'approval.decided'>): ToolItem {
  const { question: _, ...rest } = item;
  return { ...rest, ...(data.command && unsent(item, data.command)), state: 'checking', decision: decisionText(data) };
}

/** Adds what is known about a command that belongs to no reply of a model. */
function unsent({ sent, command: known }: ToolItem, { command, cwd }: Pick<CommandView, 'command' | 'cwd'>) {
  return sent === '' && !known ? { command: { command, cwd, output: '', outputBytes: 0 } } : {};
}

/** Item of a call that was made; a command that the person edited is shown as it ran. */
export function applyToolCalled(item: ToolItem, data: LedgerEventData<'tool.called'>): ToolItem {
  const { command_line: command, working_dir: cwd, keeps, use_kept: usesKept } = data.arguments;
  // It has run, and what it changed is to stand after all.
  if (keeps !== undefined && item.command !== undefined) return { ...item, state: 'running' };
  // Where no reply says what was sent, what runs is all that is known.
  const sent = item.sent === '' ? JSON.stringify(data.arguments) : item.sent;
  if (typeof command !== 'string') return { ...item, sent, state: 'running' };
  // What is shown of an earlier run is a result, and no output of a command.
  if (usesKept === true) return { ...item, sent, state: 'running', ran: JSON.stringify(data.arguments) };
  const view: CommandView = { command, cwd: typeof cwd === 'string' ? cwd : '', output: '', outputBytes: 0 };
  const isEdited = item.decision !== undefined && sentCommand(item.ran ?? sent) !== command;
  return { ...item, sent, state: 'running', command: view, ...(isEdited && { ran: command }) };
}

export function applyToolReturned(item: ToolItem, { id, data }: RecordedEvent<'tool.returned'>): ToolItem {
  const { question: _, ...rest } = item;
  return { ...rest, state: data.outcome, result: data.content, output: item.output ?? id };
}

/** Marks an item as interrupted, to which nothing will be added. */
export function markInterrupted(item: ToolItem): ToolItem {
  const { question: _, ...rest } = item;
  return { ...rest, state: 'interrupted' };
}

export function applyCommandRan(item: ToolItem, { id, data }: RecordedEvent<'command.ran'>): ToolItem {
  const { notWatched, spool, split, ...view } = data;
  const unseen = notWatched.length > 0 && { notWatched };
  const raised = item.command?.raised && { raised: item.command.raised };
  return {
    ...item,
    output: id,
    command: {
      ...view,
      ...raised,
      ...unseen,
      ...(spool && { spool: spool.hash }),
      ...(split && { split: recordedToolView(split) }),
    },
  };
}

function recordedToolView({
  producer,
  filter,
  producerExitCode,
  treatment,
  filterStopReason,
  notice,
}: NonNullable<LedgerEventData<'command.ran'>['split']>) {
  return {
    producer,
    filter,
    treatment,
    notice,
    ...(producerExitCode !== undefined && { producerExitCode }),
    ...(filterStopReason && { filterStopReason }),
  };
}

export function changedItem(item: ToolItem, event: string, data: LedgerEventData<'file.changed'>): ToolItem {
  const { path, change, shared } = data;
  const shown = { event, path, change, ...(shared !== undefined && { shared }) };
  return { ...item, changes: [...item.changes, shown] };
}

/** Item of a call of which a change was undone, or done again. */
export function applyUndo(item: ToolItem, { change: event, isUndone, undo }: ItemUndo): ToolItem {
  const changes = item.changes.map((change) => {
    if (change.event !== event) return change;
    const { undone: _, ...rest } = change;
    return isUndone ? { ...rest, undone: undo === undefined ? {} : { event: undo } } : rest;
  });
  return { ...item, changes };
}

/** Pattern in which the runner records the accepted hunks. */
const ACCEPTED_PART = /^(no hunk|hunks? [\d, ]+) of revision \d+$/;

const MODES: ReadonlySet<string> = new Set(Object.values(PERMISSION_NAMES));

function ruleWords(rule = 'unknown'): string {
  return MODES.has(rule) ? `by the mode ${rule}` : `by the rule "${rule}"`;
}

function decisionText(data: LedgerEventData<'approval.decided'>): string {
  const { verdict, reason, edited, useKept } = data;
  if (useKept === true) return `Kept output chosen ${deciderWords(data)}`;
  const who = deciderWords(data);
  if (verdict === 'withdrawn') return reason ? `Withdrawn: ${reason}` : 'Withdrawn';
  if (verdict === 'refuse') return `Refused ${who}${reason ? `: ${reason}` : ''}`;
  const what = edited === undefined ? '' : ` (${ACCEPTED_PART.test(edited) ? edited : 'edited'})`;
  return `Allowed ${who}${what}${reason ? `: ${reason}` : ''}`;
}

function deciderWords({ by, person, rule }: Pick<LedgerEventData<'approval.decided'>, 'by' | 'person' | 'rule'>) {
  if (by === 'rule') return ruleWords(rule);
  return person ? `by ${answererWords(person)}` : 'by you';
}

function sentCommand(sent: string): unknown {
  try {
    return (JSON.parse(sent) as { command_line?: unknown }).command_line;
  } catch {
    return undefined;
  }
}
