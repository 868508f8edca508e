import type { LedgerEvent, SessionSummary } from '#contract';
import { textStart } from '#contract/text-ends';
import { AppError, messageOf } from '#core/app-error';
import { copiedEvent, knownEvent, type Ledger, RewindFold } from '#ledger';
import type { ChatOptions } from '../chat-options.ts';
import type { Sessions } from './sessions.ts';

/**
 * Event types to copy into a fork: what is shown of a conversation and sent to a model; events about changed files or
 * cost stay in the original.
 */
const COPIED: ReadonlySet<string> = new Set([
  'message.user',
  'prompt.rendered',
  'llm.requested',
  'llm.replied',
  'turn.ended',
  'call.repaired',
  'approval.asked',
  'approval.decided',
  'tool.called',
  'tool.returned',
  'command.ran',
  'output.filtered',
  'history.compacted',
  'history.replaced',
  'history.refused',
  'history.kept',
  'history.shortened',
  'history.reset',
  'push.added',
  'push.dropped',
  'console.started',
  'console.ended',
]);

const MAX_TITLE = 200;

/**
 * Makes a session whose conversation begins with that of another, as it goes on now, up to the message `before`. The record of the
 * new one holds all of it, so that it outlives the other. It asks at least as much as the other.
 *
 * @throws AppError NOT_FOUND for an unknown session or message, CONFLICT where the message is folded, UNAVAILABLE
 */
export async function forkSession(
  sessions: Sessions,
  { ledger, workspaceOf, log }: Pick<ChatOptions, 'ledger' | 'workspaceOf' | 'log'>,
  { session, before }: { readonly session: string; readonly before?: string | undefined },
): Promise<SessionSummary> {
  const { title, permission } = await sessions.index.summary(session);
  const said = await conversationEvents(ledger, session, before);
  const workspace = await workspaceOf(session);
  const forkOf = { session, title, ...(before !== undefined && { before }) };
  const name = textStart(`Fork of ${title}`, MAX_TITLE);
  const fork = await sessions.create({ title: name, workspace, forkOf, permission });
  try {
    const record = await ledger.session(fork.id);
    await Promise.all(said.map((event) => record.append('event.copied', copyOf(event))));
    return await sessions.index.summary(fork.id);
  } catch (error) {
    await sessions.remove(fork.id).catch((failure: unknown) => {
      log.warn('fork.unremoved', { session: fork.id, error: messageOf(failure) });
    });
    throw error;
  }
}

/** The events of a conversation as it goes on now, oldest first. */
async function conversationEvents(ledger: Ledger, session: string, before: string | undefined): Promise<LedgerEvent[]> {
  const rewinds = new RewindFold();
  const all: { readonly event: LedgerEvent; readonly place: number }[] = [];
  for await (const any of (await ledger.session(session)).read()) {
    const event = knownEvent(any);
    if (!event) continue;
    rewinds.add(event);
    const said = event.type === 'event.copied' ? copiedEvent(event) : event;
    if (said && COPIED.has(said.type)) all.push({ event: said, place: rewinds.place });
  }
  refuseUnknown(rewinds, before);
  const present = all.filter(({ place }) => !rewinds.at(place)).map(({ event }) => event);
  const end = before === undefined ? -1 : present.findIndex(({ id }) => id === before);
  return end === -1 ? present : present.slice(0, end);
}

function refuseUnknown(rewinds: RewindFold, message: string | undefined): void {
  if (message === undefined || rewinds.isCurrent(message)) return;
  const where = { where: message };
  if (!rewinds.hasMessage(message)) throw new AppError('NOT_FOUND', 'There is no such message in this session', where);
  const advice = 'Redo the rewind first';
  throw new AppError('CONFLICT', 'The conversation was rewound to before this message', { ...where, advice });
}

function copyOf({ id, at, type, turn, cause, data }: LedgerEvent) {
  return { id, at, type, data, ...(turn !== undefined && { turn }), ...(cause !== undefined && { cause }) };
}
