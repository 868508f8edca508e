import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { ConversationItems, SessionItem } from '../items/conversation-state.ts';

/** Entries that a person has used last stay as they left them: what they opened stays open. */
const MAX_USED_ENTRIES = 12;

/** Entries that stay drawn wherever the person reads: what waits or runs, what they are in, have selected or have used. */
export function useKeptEntries(list: RefObject<HTMLElement | null>, entries: ConversationItems): ReadonlySet<string> {
  const focused = useFocused(list);
  const selected = useSelected(list, entries);
  const used = useUsed(list);
  const active = entries.filter(isActive).map(({ id }) => id);
  const key = [...active, ...selected, ...used, ...(focused === undefined ? [] : [focused])].join(' ');
  return useMemo(() => new Set(key.split(' ')), [key]);
}

/** Whether an entry waits for an answer or runs, and so must stay drawn. */
function isActive(entry: SessionItem): boolean {
  if (entry.kind === 'tool')
    return entry.state === 'waiting' || entry.state === 'running' || entry.state === 'checking';
  return entry.kind === 'console' && entry.state === 'running';
}

function useFocused(list: RefObject<HTMLElement | null>): string | undefined {
  const [focused, setFocused] = useState<string | undefined>(undefined);
  useEffect(() => {
    const element = list.current;
    const onIn = (event: FocusEvent) => setFocused(entryOf(element, event.target));
    const onOut = (event: FocusEvent) => setFocused(entryOf(element, event.relatedTarget));
    element?.addEventListener('focusin', onIn);
    element?.addEventListener('focusout', onOut);
    return () => {
      element?.removeEventListener('focusin', onIn);
      element?.removeEventListener('focusout', onOut);
    };
  }, [list]);
  return focused;
}

/** Finds the entries between both ends of the selection, so that it can be dragged across more than is drawn. */
function useSelected(list: RefObject<HTMLElement | null>, entries: ConversationItems): readonly string[] {
  const [ends, setEnds] = useState<string | undefined>(undefined);
  useEffect(() => {
    const onSelection = () => {
      const selection = document.getSelection();
      const places = selection === null || selection.isCollapsed ? [] : [selection.anchorNode, selection.focusNode];
      const [one, other] = places.map((node) => entryOf(list.current, node));
      setEnds(one === undefined || other === undefined ? undefined : `${one} ${other}`);
    };
    document.addEventListener('selectionchange', onSelection);
    return () => document.removeEventListener('selectionchange', onSelection);
  }, [list]);
  return useMemo(() => {
    if (ends === undefined) return [];
    const [first = 0, last = 0] = ends
      .split(' ')
      .map((end) => entries.findIndex(({ id }) => id === end))
      .sort((one, other) => one - other);
    return first === -1 ? [] : entries.slice(first, last + 1).map(({ id }) => id);
  }, [ends, entries]);
}

function useUsed(list: RefObject<HTMLElement | null>): readonly string[] {
  const [used, setUsed] = useState<readonly string[]>([]);
  useEffect(() => {
    const element = list.current;
    const onClick = (event: MouseEvent) => {
      const id = entryOf(element, event.target);
      if (id === undefined) return;
      setUsed((before) =>
        before[0] === id ? before : [id, ...before.filter((one) => one !== id)].slice(0, MAX_USED_ENTRIES),
      );
    };
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [list]);
  return used;
}

/** The entry that a place in the page is in. */
function entryOf(list: HTMLElement | null, place: EventTarget | null): string | undefined {
  if (!(place instanceof Node) || !list?.contains(place)) return undefined;
  const element = place instanceof HTMLElement ? place : place.parentElement;
  return element?.closest<HTMLElement>('[data-entry]')?.dataset.entry;
}
