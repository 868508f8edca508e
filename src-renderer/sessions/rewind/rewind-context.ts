import { createContext, useContext } from 'react';
import type { ConversationItem, MessageImage } from '#contract';

/** A message of the conversation that can be gone back to. */
export interface RewindPlace {
  /** The message that is folded with all that comes after it; absent if nothing does. */
  readonly before: string | undefined;
  /** Text for the message field if the message itself is edited. */
  readonly text?: string;
  readonly images?: readonly MessageImage[];
}

export interface RewindActions {
  /** Returns the place to go back to from an entry; undefined if that is not possible. */
  readonly placeOf: (item: ConversationItem) => RewindPlace | undefined;
  /** Opens the preview; `edit` brings the message back to its field. */
  readonly rewind: (place: RewindPlace, how: 'rewind' | 'edit') => void;
  readonly fork: (place: RewindPlace) => void;
  /** Takes a rewind back: asks first where something would be left. */
  readonly redo: (rewind: string) => void;
  /** Rewinds whose entries are shown. */
  readonly opened: ReadonlySet<string>;
  readonly toggle: (rewind: string) => void;
}

const none: RewindActions = {
  placeOf: () => undefined,
  rewind: () => {},
  fork: () => {},
  redo: () => {},
  opened: new Set(),
  toggle: () => {},
};

export const RewindContext = createContext<RewindActions>(none);

/** The way back to any message, for whatever shows one. */
export function useRewinding(): RewindActions {
  return useContext(RewindContext);
}
