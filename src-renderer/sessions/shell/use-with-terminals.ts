import { useMemo } from 'react';
import type { ConversationItem } from '#contract';
import type { ConversationItems } from '../items/conversation-state.ts';
import { useConsoleCommands } from './console-commands.ts';

/** The conversation with the terminals of the typed lines that run. */
export function useWithTerminals(items: readonly ConversationItem[]): ConversationItems {
  const { startedHere, running } = useConsoleCommands();
  return useMemo(
    () =>
      items.map((item) => {
        if (item.kind !== 'console' || item.state !== 'running') return item;
        const terminal = startedHere.get(item.id) ?? (running?.block === item.id ? running.terminal : undefined);
        return terminal === undefined ? item : { ...item, terminal };
      }),
    [items, startedHere, running],
  );
}
