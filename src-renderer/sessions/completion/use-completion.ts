import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from 'react';
import { textStart } from '#contract/text-ends';
import { useApi } from '../../api/api-context.tsx';
import { useLatestRequest } from '../../state/use-latest-request.ts';
import { announce } from '../../ui/announce.ts';
import { plural } from '../../ui/format.ts';
import { type CompletionOffers, isPromptName, promptOffers } from './prompt-offers.ts';
import type { HistoryKind } from './use-line-history.ts';

/** Text with the cursor in it, in UTF-16 units. */
export interface TextWithCursor {
  readonly text: string;
  readonly cursor: number;
}

interface OpenCompletion extends CompletionOffers {
  readonly at: TextWithCursor;
  readonly chosen: number;
}

export interface CompletionList {
  readonly items: CompletionOffers['items'];
  readonly chosen: number;
  readonly isOpen: boolean;
  readonly move: (steps: number) => void;
  readonly close: () => void;
  /** Returns the text with the chosen item, or with the one of that number. */
  readonly accepted: (index?: number) => TextWithCursor | undefined;
  /** Answers with the text where there was only one way to go on, or a common beginning; else the list opens. */
  readonly complete: (at: TextWithCursor) => Promise<TextWithCursor | undefined>;
  /** Updates the list while a mention is being typed; it does not change the text. */
  readonly suggest: (at: TextWithCursor) => Promise<void>;
}

/** Completes the word at the cursor of `text`; what was found for another text is not offered for it. */
export function useCompletion(session: string | undefined, kind: HistoryKind, text: string): CompletionList {
  const api = useApi();
  const [open, setOpen] = useState<OpenCompletion | undefined>(undefined);
  const latest = useLatestRequest();

  const ask = useCallback(
    async (at: TextWithCursor): Promise<CompletionOffers | undefined> => {
      const isPrompt = kind === 'chat' && isPromptName(at.text);
      if (session === undefined && !isPrompt) return undefined;
      try {
        return isPrompt
          ? await promptOffers(api, at.text)
          : await api.console.complete({ session: session ?? '', mode: kind, ...at });
      } catch {
        // Nothing is known of how it goes on.
        return undefined;
      }
    },
    [api, session, kind],
  );
  const close = useCallback(() => {
    latest.cancel();
    setOpen(undefined);
  }, [latest]);
  const complete = useCallback(
    async (at: TextWithCursor) => {
      const isLatest = latest.begin();
      const found = await ask(at);
      if (!isLatest()) return undefined;
      const [first, ...others] = found?.items ?? [];
      if (found === undefined || first === undefined) {
        setOpen(undefined);
        announce('Nothing to complete');
        return undefined;
      }
      const next = completeFurthest(at, found);
      setOpen(others.length === 0 ? undefined : { ...found, at: next, chosen: 0 });
      if (others.length > 0) announce(`${plural(found.items.length, 'completion')}, ${first.text.trim()}`);
      return next === at ? undefined : next;
    },
    [ask, latest],
  );
  const suggest = useCallback(
    async (at: TextWithCursor) => {
      const isLatest = latest.begin();
      const found = await ask(at);
      if (!isLatest() || found === undefined) return;
      setOpen(found.items.length === 0 ? undefined : { ...found, at, chosen: 0 });
    },
    [ask, latest],
  );

  const shown = open?.at.text === text ? open : undefined;
  return useMemo(() => completionList(shown, setOpen, { close, complete, suggest }), [shown, close, complete, suggest]);
}

function completionList(
  open: OpenCompletion | undefined,
  setOpen: Dispatch<SetStateAction<OpenCompletion | undefined>>,
  acts: Pick<CompletionList, 'close' | 'complete' | 'suggest'>,
): CompletionList {
  const items = open?.items ?? [];
  const move = (steps: number) => {
    if (open === undefined) return;
    const chosen = (open.chosen + steps + items.length) % items.length;
    setOpen({ ...open, chosen });
    announce(items[chosen]?.text.trim() ?? '');
  };
  const accepted = (index = open?.chosen ?? 0) => {
    const item = items[index];
    return open === undefined || item === undefined ? undefined : insertItem(open.at, open.from, item.text);
  };
  return { items, chosen: open?.chosen ?? 0, isOpen: open !== undefined, move, accepted, ...acts };
}

/** The one way to go on, or what all ways begin with where that is more than there is. */
function completeFurthest(at: TextWithCursor, { from, items }: CompletionOffers): TextWithCursor {
  const begun = items.length === 1 ? (items[0]?.text ?? '') : commonBeginning(items.map(({ text }) => text));
  return items.length === 1 || begun.length > at.cursor - from ? insertItem(at, from, begun) : at;
}

function insertItem({ text, cursor }: TextWithCursor, from: number, item: string): TextWithCursor {
  return { text: text.slice(0, from) + item + text.slice(cursor), cursor: from + item.length };
}

function commonBeginning(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return textStart(first, length);
}

/** Whether the cursor is in a mention, which is completed as it is typed. */
export function isInMention({ text, cursor }: TextWithCursor): boolean {
  return /(?:^|\s)@[^\s@]*$/.test(text.slice(0, cursor));
}
