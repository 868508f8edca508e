import type { ConversationItem, LedgerEvent, LedgerEventData, RecordCut } from '#contract';
import { answererWords, attendanceWords } from '#contract/message-words';
import { recordCutText } from '#contract/record-cut-text';
import { rewoundWords, turnUndoneWords } from '#contract/undo-words';
import { usableText } from '../compaction/background-reply.ts';
import type { ItemUndo } from './undone-changes.ts';

type NoticeItem = Extract<ConversationItem, { kind: 'notice' }>;
type NoticeContent = Pick<NoticeItem, 'level' | 'text' | 'changes'>;

/**
 * Describes an event that is neither a message nor a call; `undefined` if a conversation does not show it. `undone` are
 * the changes of calls that the event undoes or makes again.
 */
export function noticeOf(event: LedgerEvent, undone: readonly ItemUndo[]): NoticeItem | undefined {
  const said = noticeContent(event, undone);
  if (!said) return undefined;
  const { id, at, turn } = event;
  return { id, at, ...(turn !== undefined && { turn }), kind: 'notice', ...said };
}

/** Id of the notice of a record that was found cut. */
export const CUT_NOTICE = 'record.cut';

/** Says what is missing of a record that does not say so itself yet. */
export function cutNotice(cut: RecordCut): NoticeItem {
  return { id: CUT_NOTICE, at: cut.at, kind: 'notice', level: 'warning', text: recordCutText(cut) };
}

function noticeContent(event: LedgerEvent, undone: readonly ItemUndo[]): NoticeContent | undefined {
  switch (event.type) {
    case 'error.raised':
      return { level: 'error', text: event.data.message };
    case 'session.opened':
      return event.data.repaired === undefined ? undefined : { level: 'warning', text: event.data.repaired };
    case 'record.cut':
      return { level: 'warning', text: recordCutText(event.data) };
    case 'change.undone':
    case 'change.redone':
      return changeText(event, undone);
    case 'turn.undone':
      return turnText(event.data);
    case 'session.rewound':
      return rewoundText(event.data);
    case 'approval.asked':
      return isOwnQuestion(event) ? { level: 'info', text: event.data.why } : undefined;
    case 'session.attendance':
      return { level: 'info', text: attendanceWords(event.data) };
    case 'history.compacted':
      return { level: 'info', text: compactedText(event.data) };
    case 'history.replaced':
      return { level: 'info', text: replacedText(event.data) };
    case 'history.refused':
      return {
        level: 'warning',
        text: `${event.data.file} of the workspace could not compact the conversation: ${event.data.why}. Sigma Shell goes on without it`,
      };
    case 'history.kept':
      return {
        level: 'info',
        text: 'The earlier conversation was not compacted: its summary would have been no smaller',
      };
    case 'history.shortened':
      return { level: 'warning', text: shortenedNotice(event.data) };
    case 'history.reset':
      return {
        level: 'info',
        text: 'From here on the model knows nothing of what is above; the record keeps all of it',
      };
    default:
      return undefined;
  }
}

/** The paths of a turn's undo are told together. */
function changeText(
  {
    type,
    data: { change, path, transaction, byBox, hasFailed },
  }: Extract<LedgerEvent, { type: 'change.undone' | 'change.redone' }>,
  undone: readonly ItemUndo[],
): NoticeContent | undefined {
  if (transaction !== undefined) return undefined;
  if (byBox !== undefined) {
    const text = `The box took the change of ${path} back: ${byBox}. You are asked whether it is to stand`;
    return { level: 'info', text, changes: change };
  }
  if (hasFailed) return { level: 'info', text: `The change of ${path} did not come to be`, changes: change };
  const isRedone = type === 'change.redone' || undone.some(({ isUndone }) => !isUndone);
  return { level: 'info', text: `The change of ${path} was ${isRedone ? 'done again' : 'undone'}`, changes: change };
}

/** Paths named in a notice. */
const MAX_NAMED = 5;

function turnText(data: LedgerEventData<'turn.undone'>): NoticeContent {
  return { ...pathsText(turnUndoneWords(data), data), changes: data.turn };
}

function rewoundText(data: LedgerEventData<'session.rewound'>): NoticeContent {
  return pathsText(rewoundWords(data), { ...data, paths: withoutFilled(data.paths) });
}

/** Folders go without saying where something in them is named. */
function withoutFilled(paths: Paths['paths']): Paths['paths'] {
  const all = paths.map(({ path }) => path);
  return paths.filter(({ path }) => !all.some((other) => other.startsWith(`${path}/`)));
}

type Paths = Pick<LedgerEventData<'turn.undone'>, 'paths' | 'left' | 'unknown' | 'interrupted'>;

function pathsText(first: string, { paths, left, unknown, interrupted }: Paths): NoticeContent {
  const told = paths.filter(({ why }) => why !== undefined);
  const named = told.slice(0, MAX_NAMED).map(({ path, why }) => `${path}: ${why}`);
  if (told.length > named.length) named.push(`and ${told.length - named.length} more`);
  const sentences = [first, ...named];
  if (interrupted !== undefined) sentences.push(interrupted);
  return { level: left + unknown > 0 ? 'warning' : 'info', text: sentences.join('\n') };
}

function compactedText({ profile, sizeBefore, sizeAfter }: LedgerEventData<'history.compacted'>): string {
  const sizes = `about ${sizeBefore} tokens became ${sizeAfter}`;
  return `The model goes on with a summary of what is above, by profile ${profile}: ${sizes}; the record keeps all of it`;
}

function replacedText({ file, sizeBefore, sizeAfter }: LedgerEventData<'history.replaced'>): string {
  if (sizeBefore === 0) {
    return `The model goes on with what the history file ${file} holds: about ${sizeAfter} tokens, which are not shown here`;
  }
  const sizes = `about ${sizeBefore} tokens became ${sizeAfter}`;
  return `The model goes on with what ${file} of the workspace made of what is above: ${sizes}; the record keeps all of it`;
}

function shortenedNotice({ profile, leftOut, kept }: LedgerEventData<'history.shortened'>): string {
  const rest =
    kept === 0
      ? 'with this message alone'
      : `with its newest ${kept === 1 ? 'message' : `${kept} messages`} and this one`;
  return `The earlier conversation does not fit the context of profile ${profile}: the model goes on ${rest}. ${leftOut} older ${leftOut === 1 ? 'message is' : 'messages are'} not sent any more; the record keeps all of it`;
}

/** Words for a request that is not part of the conversation, on its way or answered. */
export function backgroundText(
  purpose: 'summary' | 'compaction',
  profile: string,
  reply: LedgerEventData<'llm.replied'> | undefined,
): Pick<NoticeItem, 'level' | 'text'> {
  const deed = purpose === 'summary' ? 'describe a long output' : 'compact the earlier conversation';
  const text = `Profile ${profile} was asked to ${deed}`;
  if (!reply) return { level: 'info', text };
  const usable = usableText(reply);
  if (usable.text !== undefined) return { level: 'info', text };
  return { level: 'warning', text: `${text} and could not: ${usable.why}` };
}

/** Whether a question asks to go on, with more rounds or at more cost. */
export function isOwnQuestion({ data }: { readonly data: LedgerEventData<'approval.asked'> }): boolean {
  return data.subject.kind === 'rounds' || data.subject.kind === 'spending';
}

/** The question whether to go on, with its answer. */
export function ownDecided(
  notice: NoticeItem,
  { verdict, reason, person }: LedgerEventData<'approval.decided'>,
): NoticeItem {
  const answers = { allow: 'It went on', refuse: 'It was ended here', withdrawn: 'The question was withdrawn' };
  const who = person ? ` by ${answererWords(person)}` : '';
  return { ...notice, text: `${notice.text}. ${answers[verdict]}${who}${reason ? `: ${reason}` : ''}` };
}
