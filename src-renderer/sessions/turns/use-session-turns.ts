import { useMemo } from 'react';
import type { ChangeList, TurnChanges } from '#contract';
import { type LiveState, useLive } from '../../state/use-live.ts';
import type { ConversationItems } from '../items/conversation-state.ts';

/** The newest turns whose changes a conversation tells; Changes has those before them. */
const TOLD_TURNS = 200;

/** Loads the changes of a session's turns, by turn. Nothing is requested before a call of it changed a file. */
export function useSessionTurns(session: string, items: ConversationItems): ReadonlyMap<string, TurnChanges> {
  const hasChanges = items.some((item) => item.kind === 'tool' && item.changes.length > 0);
  const live: LiveState<ChangeList> = useLive(
    async (api, signal) => (hasChanges ? api.changes.changed({ session, turns: TOLD_TURNS }, { signal }) : doNothing()),
    [session, hasChanges],
  );
  const turns = live.status === 'ready' ? live.value.turns : undefined;
  return useMemo(() => new Map(turns?.map((turn) => [turn.turn, turn])), [turns]);
}

async function* doNothing(): AsyncGenerator<never> {}

/** Maps the last entry of each finished turn to what the turn changed. Later notes about a turn do not count. */
export function turnEnds(
  items: ConversationItems,
  turns: ReadonlyMap<string, TurnChanges>,
  isRunning: boolean,
): ReadonlyMap<string, TurnChanges> {
  const ends = new Map<string, { readonly item: string; readonly changes: TurnChanges }>();
  let last: string | undefined;
  for (const { id, kind, turn } of items.filter(hasTurn)) {
    if (kind === 'notice') continue;
    last = turn;
    const changes = turns.get(turn);
    if (changes && changes.state !== 'rejected') ends.set(turn, { item: id, changes });
  }
  if (isRunning && last !== undefined) ends.delete(last);
  return new Map([...ends.values()].map(({ item, changes }) => [item, changes]));
}

type TurnItem = ConversationItems[number];

function hasTurn(item: TurnItem): item is TurnItem & { readonly turn: string } {
  return item.turn !== undefined;
}
