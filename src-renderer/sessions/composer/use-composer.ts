import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isPromptName } from '../completion/prompt-offers.ts';
import { type CompletionList, isInMention, type TextWithCursor, useCompletion } from '../completion/use-completion.ts';
import { type HistoryKind, type LineHistory, useLineHistory } from '../completion/use-line-history.ts';
import { usePromptDialog } from '../completion/use-prompt-dialog.ts';
import { useDraftImages } from '../sending/use-draft-images.ts';
import { useMessageDraft } from '../sending/use-message-draft.ts';
import { type ComposerKey, composerKey } from './composer-keys.ts';
import type { ComposerOptions } from './composer-model.ts';
import { useSubmit } from './use-submit.ts';
import { useTabKey } from './use-tab-key.ts';

/** Holds the text being written, and handles its keys. */
export function useComposer(options: ComposerOptions, field: RefObject<HTMLTextAreaElement | null>) {
  const { session, modes } = options;
  const kind = modes.mode.kind;
  const [draft, setDraft] = useMessageDraft(session?.id);
  const attached = useDraftImages(session?.id);
  const history = useLineHistory(kind);
  const completion = useCompletion(session?.id, kind, draft);
  const [isSearching, setSearching] = useState(false);
  const { tabMovesFocus, hasCycled, ...tab } = useTabKey(modes);
  const place = useCursor(draft, field);
  const sending = useSubmit({ ...options, draft, setDraft, attached, history });

  const prompt = usePromptDialog(options.turn, sending.profile, { draft, setDraft, attached });
  const writing = { draft, setDraft, place, field, completion, kind, onPrompt: prompt.choose };
  const { put, here, change, accept, complete } = useWriting(writing);
  const { recall, mayRecall } = recallHandlers({ put, here, draft, history, kind });

  /** Answers whether the key was used. */
  const act: Readonly<Record<ComposerKey, () => boolean>> = {
    submit: runAndHandle(sending.submit),
    stop: runAndHandle(sending.stop),
    abandon: runAndHandle(() => setDraft('')),
    cycle: runAndHandle(tab.cycle),
    complete: runAndHandle(() => void complete()),
    permission: runAndHandle(options.permission.cycle),
    older: () => mayRecall() && recall(history.older(draft)),
    newer: () => recall(history.newer(draft)),
    search: runAndHandle(() => setSearching(true)),
    'toggle-tab': runAndHandle(tab.toggle),
    'list-next': runAndHandle(() => completion.move(1)),
    'list-previous': runAndHandle(() => completion.move(-1)),
    'list-accept': runAndHandle(() => accept()),
    'list-close': runAndHandle(completion.close),
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const key = composerKey(event.nativeEvent, {
      isEmpty: sending.isBlank,
      isRunning: sending.canStop,
      isListOpen: completion.isOpen,
      tabMovesFocus,
      hasSelection: selectionStart !== selectionEnd,
    });
    if (key === undefined || !act[key]()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const endSearch = (line: string | undefined) => {
    setSearching(false);
    if (line !== undefined) put({ text: line, cursor: line.length });
  };
  return {
    ...sending,
    prompt,
    attached,
    draft,
    setDraft,
    change,
    accept,
    completion,
    isSearching,
    endSearch,
    onKeyDown,
    tabMovesFocus,
    hasCycled,
  };
}

interface RecallOptions {
  readonly put: (at: TextWithCursor) => void;
  readonly here: () => TextWithCursor;
  readonly draft: string;
  readonly history: LineHistory;
  readonly kind: HistoryKind;
}

/** Lines of before go into the field where the arrows are not needed inside the text. */
function recallHandlers({ put, here, draft, history, kind }: RecallOptions) {
  const recall = (line: string | undefined): boolean => {
    if (line !== undefined) put({ text: line, cursor: line.length });
    return line !== undefined;
  };
  const mayRecall = () => {
    if (draft === '' || history.isRecalled(draft)) return true;
    return kind === 'shell' && !draft.slice(0, here().cursor).includes('\n');
  };
  return { recall, mayRecall };
}

function runAndHandle(act: () => void): () => boolean {
  return () => {
    act();
    return true;
  };
}

/** Sets the cursor once the field has its next text: setting a value by program leaves it at the end. */
function useCursor(draft: string, field: RefObject<HTMLTextAreaElement | null>): (cursor: number) => void {
  const wanted = useRef<number | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the text's change that moves the cursor.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    field.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = undefined;
  }, [draft, field]);
  return (cursor) => {
    wanted.current = cursor;
  };
}

interface WritingOptions {
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  readonly place: (cursor: number) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly completion: CompletionList;
  readonly kind: HistoryKind;
  readonly onPrompt: (name: string) => void;
}

/** Changes of the text, by typing and by what completes it. */
function useWriting({ draft, setDraft, place, field, completion, kind, onPrompt }: WritingOptions) {
  const put = ({ text, cursor }: TextWithCursor) => {
    place(cursor);
    setDraft(text);
  };
  const here = (): TextWithCursor => ({ text: draft, cursor: field.current?.selectionStart ?? draft.length });
  const change = (text: string) => {
    const at = { text, cursor: field.current?.selectionStart ?? text.length };
    setDraft(text);
    if (kind === 'chat' && (isInMention(at) || isPromptName(text))) void completion.suggest(at);
    else completion.close();
  };
  const accept = (index?: number) => {
    const next = completion.accepted(index);
    const chosen = completion.items[index ?? completion.chosen];
    completion.close();
    if (chosen?.kind === 'prompt') return onPrompt(chosen.text.slice(1));
    if (next) put(next);
  };
  const complete = async () => {
    const at = here();
    // A name alone would go as a text: a prompt is chosen from the list.
    if (kind === 'chat' && isPromptName(at.text)) return await completion.suggest(at);
    const next = await completion.complete(at);
    if (next && field.current?.value === at.text) put(next);
  };
  return { put, here, change, accept, complete };
}
