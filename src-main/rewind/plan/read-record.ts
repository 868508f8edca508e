import type { ContentHash, GitHead, LedgerEvent } from '#contract';
import { textStart } from '#contract/text-ends';
import { AppError } from '#core/app-error';
import { ChangeStates, type FoldedChange, knownEvent, type RedoProblem, RewindFold, type SessionLedger } from '#ledger';

/** Target of a rewind: the state before a message, or the state before a rewind. */
export type RewindTarget = { readonly message: string } | { readonly redo: string };

/** The first point of what is to be taken back. */
export interface FirstPoint {
  /** Its `point.taken`. */
  readonly event: string;
  readonly snapshot: ContentHash;
  readonly head: GitHead | undefined;
}

/** Recorded facts about everything that came after a message. */
export interface RecordedPart {
  readonly title: string;
  /** Number of the person's messages in it that are part of the conversation now. */
  readonly messages: number;
  /** Changes of the session that stand, oldest first. */
  readonly changes: readonly FoldedChange[];
  readonly point: FirstPoint | undefined;
}

/** Recorded facts about a rewind. */
export interface RecordedRewinding {
  readonly title: string;
  /** The message that it had gone to. */
  readonly to: string;
  readonly withFiles: boolean;
  readonly messages: number;
  /** Its changes to files, each with the changes that it settled. */
  readonly changes: readonly (FoldedChange & { readonly settles: readonly string[] })[];
}

/** Longest title, in characters. */
const MAX_TITLE = 80;

const OF_PART: ReadonlySet<string> = new Set([
  'message.user',
  'event.copied',
  'session.rewound',
  'point.taken',
  'file.changed',
  'change.undone',
  'change.redone',
  'turn.undone',
]);

/** @throws AppError NOT_FOUND for an unknown message, CONFLICT for one that is folded */
export async function readPart(record: SessionLedger, message: string): Promise<RecordedPart> {
  const events = await eventsFrom(record, (event) => messageText(event) === message);
  const first = events[0];
  if (!first) throw notOnRecord('message', message);
  const rewinds = foldOf(events);
  if (!rewinds.isCurrent(message) || isFoldedWhole(events, rewinds)) {
    throw new AppError('CONFLICT', 'The conversation was rewound to before this message already', {
      where: message,
      advice: 'Redo the rewind first, if you want to go back from there',
    });
  }
  const states = changeStates(events);
  const own = events.filter((event) => event.type === 'file.changed' && isOwnOrigin(event.data.origin));
  return {
    title: messageTitle(first),
    messages: messagesIn(events, rewinds),
    changes: own.filter(({ id }) => !states.isUndone(id)).flatMap(({ id }) => states.folded(id) ?? []),
    point: firstPoint(events),
  };
}

/** @throws AppError NOT_FOUND for an unknown rewind, CONFLICT if it cannot be redone */
export async function readRewinding(record: SessionLedger, rewind: string): Promise<RecordedRewinding> {
  let to: string | undefined;
  const events = await eventsFrom(record, (event) => {
    if (event.id === rewind && event.type === 'session.rewound') to = event.data.to;
    return to !== undefined && messageText(event) === to;
  });
  const rewinds = foldOf(events);
  const code = rewinds.whyNotRedoable(rewind) ?? (isFoldedWhole(events, rewinds) ? 'folded' : undefined);
  if (code !== undefined) throw notRedoable(code, rewind);
  const { data, from } = rewinds.rewind(rewind) as NonNullable<ReturnType<RewindFold['rewind']>>;
  const states = changeStates(events);
  const changes = events.flatMap((event) => {
    if (event.type !== 'file.changed' || event.data.transaction !== data.transaction) return [];
    const { path, before, after, settles = [] } = event.data;
    return states.isUndone(event.id) ? [] : [{ id: event.id, path, before, after, settles }];
  });
  const place = events.findIndex(({ id }) => id === rewind);
  const folded = events.slice(from, place).filter((event) => messageText(event) !== undefined);
  const { title, withFiles } = data;
  return { title, to: data.to, withFiles, messages: folded.length, changes };
}

/** Reads the events from the one that `isFirst` finds, searching from the end of the record; empty if there is none. */
async function eventsFrom(record: SessionLedger, isFirst: (event: LedgerEvent) => boolean): Promise<LedgerEvent[]> {
  const events: LedgerEvent[] = [];
  for await (const any of record.read({ backward: true })) {
    const event = OF_PART.has(any.type) ? knownEvent(any) : undefined;
    if (!event) continue;
    events.push(event);
    if (isFirst(event)) return events.reverse();
  }
  return [];
}

function foldOf(events: readonly LedgerEvent[]): RewindFold {
  const rewinds = new RewindFold();
  for (const event of events) rewinds.add(event);
  return rewinds;
}

/** Whether a rewind that stands had gone to before all of them. */
function isFoldedWhole(events: readonly LedgerEvent[], rewinds: RewindFold): boolean {
  const rewound = events.filter((event) => event.type === 'session.rewound');
  const redone = new Set(rewound.map(({ data }) => data.of));
  return rewound.some(({ id, data }) => data.of === undefined && !redone.has(id) && !rewinds.hasMessage(data.to));
}

function changeStates(events: readonly LedgerEvent[]): ChangeStates {
  const states = new ChangeStates();
  for (const event of events) states.add(event);
  return states;
}

function messageText(event: LedgerEvent): string | undefined {
  if (event.type === 'message.user') return event.id;
  return event.type === 'event.copied' && event.data.type === 'message.user' ? event.data.id : undefined;
}

function messagesIn(events: readonly LedgerEvent[], rewinds: RewindFold): number {
  const messages = events.flatMap((event) => messageText(event) ?? []);
  return messages.filter((message) => rewinds.isCurrent(message)).length;
}

function isOwnOrigin(origin: Extract<LedgerEvent, { type: 'file.changed' }>['data']['origin']): boolean {
  return origin !== 'undo' && origin !== 'redo';
}

function firstPoint(events: readonly LedgerEvent[]): FirstPoint | undefined {
  for (const event of events) {
    if (event.type !== 'point.taken' || event.data.at !== 'before') continue;
    return { event: event.id, snapshot: event.data.snapshot, head: event.data.head };
  }
  return undefined;
}

function messageTitle(event: LedgerEvent): string {
  const { text } = (event.type === 'event.copied' ? event.data.data : event.data) as { readonly text?: unknown };
  const line = typeof text === 'string' ? (text.split('\n').find((one) => one.trim() !== '') ?? '') : '';
  const title = line.replace(/\s+/g, ' ').trim();
  if (title === '') return 'a message';
  return title.length > MAX_TITLE ? `${textStart(title, MAX_TITLE)}…` : title;
}

const WHY_NOT: Readonly<
  Record<Exclude<RedoProblem, 'unknown'>, { readonly message: string; readonly advice: string }>
> = {
  redone: { message: 'This rewind was redone already', advice: 'Rewind again if you want to go back once more' },
  folded: { message: 'A later rewind has folded this one', advice: 'Redo the later one first' },
  'went-on': {
    message: 'The conversation went on after this rewind, so it cannot be redone',
    advice:
      'Nothing is lost: what was rewound stays in the conversation to be read, and Undo in Changes brings files back',
  },
};

function notRedoable(code: RedoProblem, rewind: string): AppError {
  if (code === 'unknown') return notOnRecord('rewind', rewind);
  const { message, advice } = WHY_NOT[code];
  return new AppError('CONFLICT', message, { where: rewind, advice });
}

function notOnRecord(what: string, id: string): AppError {
  return new AppError('NOT_FOUND', `There is no such ${what} in this session`, { where: id });
}
