import type { ConversationItem, LedgerEvent } from '#contract';

export type AssistantItem = Extract<ConversationItem, { kind: 'assistant' }>;

type EventOfType<T extends LedgerEvent['type']> = Extract<LedgerEvent, { type: T }>;

/** Reason given to the model for a turn that the person stopped. */
export const STOPPED_BY_PERSON = 'The person stopped the turn';

/** Item of a request that is on its way. */
export function newAssistantItem({ id, at, turn, data }: EventOfType<'llm.requested'>): AssistantItem {
  return {
    id,
    at,
    ...(turn !== undefined && { turn }),
    kind: 'assistant',
    text: '',
    model: data.model,
    ...(data.profile !== undefined && { profile: data.profile }),
    state: 'waiting',
    canRetry: false,
  };
}

/** Removes the note about waiting. */
export function withoutNote({ note: _, isPassing: __, ...rest }: AssistantItem): AssistantItem {
  return rest;
}

export function applyReply(item: AssistantItem, { data }: EventOfType<'llm.replied'>): AssistantItem {
  const note = replyNote(data);
  const isBroken = data.finish === 'failed' || data.finish === 'interrupted' || data.finish === 'cancelled';
  return {
    ...withoutNote(item),
    text: data.text,
    model: data.model,
    state: isBroken ? (data.finish as 'failed' | 'interrupted' | 'cancelled') : 'complete',
    canRetry: isBroken || saysNothing(data),
    durationMs: data.durationMs,
    ...(note !== undefined && { note }),
    ...(data.reasoning !== undefined && { reasoning: data.reasoning }),
    ...(data.refusal !== undefined && { refusal: data.refusal }),
    ...(data.usage !== undefined && { usage: data.usage }),
    ...(data.cost !== undefined && { cost: data.cost }),
  };
}

/** Item of a turn that ended before the model could be asked for its reply. */
export function failedBefore(
  place: Pick<AssistantItem, 'id' | 'at' | 'turn'>,
  model: string,
  note: string,
): AssistantItem {
  return { ...place, kind: 'assistant', text: '', model, state: 'failed', note, canRetry: true };
}

/** Item of a reply that was never recorded: the app ended first, or the record could not be written. */
export function brokenOffItem(item: AssistantItem): AssistantItem {
  return {
    ...withoutNote(item),
    state: 'interrupted',
    note: 'Sigma Shell ended before this reply was recorded',
    canRetry: true,
  };
}

/** A failure in the server's own words; a reply that is whole but short says why. */
export function replyNote(data: EventOfType<'llm.replied'>['data']): string | undefined {
  const { finish, error } = data;
  // The state of the reply says it.
  if (error?.code === 'cancelled' && error.message === STOPPED_BY_PERSON) return undefined;
  if (error) return error.message;
  if (finish === 'length') return 'Cut off at the length limit of the model; a tool call that was cut off was not run';
  if (finish === 'content-filter') return 'Ended by the content filter of the server';
  return saysNothing(data) ? 'The model sent an empty reply' : undefined;
}

/** Whether a reply has nothing that a person could read or a tool could run. */
export function saysNothing({ text, refusal, calls }: EventOfType<'llm.replied'>['data']): boolean {
  return text.trim() === '' && !refusal && calls.length === 0;
}
