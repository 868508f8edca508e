import type { ConversationItem, LedgerEvent, LedgerEventData } from '#contract';

type NoticeItem = Extract<ConversationItem, { kind: 'notice' }>;

/** What a conversation says about an event that is neither a message nor a call; `undefined` for those it does not show. */
export function noticeOf(event: LedgerEvent): NoticeItem | undefined {
  const said = textOf(event);
  if (!said) return undefined;
  const { id, at, turn } = event;
  return { id, at, ...(turn !== undefined && { turn }), kind: 'notice', ...said };
}

function textOf(event: LedgerEvent): Pick<NoticeItem, 'level' | 'text'> | undefined {
  switch (event.type) {
    case 'error.raised':
      return { level: 'error', text: event.data.message };
    case 'session.opened':
      return event.data.repaired === undefined ? undefined : { level: 'warning', text: event.data.repaired };
    case 'change.undone':
      return { level: 'info', text: `The change of ${event.data.path} was undone` };
    case 'approval.asked':
      return isRoundsQuestion(event) ? { level: 'info', text: event.data.why } : undefined;
    default:
      return undefined;
  }
}

export function isRoundsQuestion({ data }: { readonly data: LedgerEventData<'approval.asked'> }): boolean {
  return data.subject.kind === 'rounds';
}

/** The question whether to go on, with its answer. */
export function roundsDecided(
  notice: NoticeItem,
  { verdict, reason }: LedgerEventData<'approval.decided'>,
): NoticeItem {
  const answers = { allow: 'It went on', refuse: 'It was ended here', withdrawn: 'The question was withdrawn' };
  return { ...notice, text: `${notice.text}. ${answers[verdict]}${reason ? `: ${reason}` : ''}` };
}
