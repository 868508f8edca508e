import { defaultFilter } from 'cmdk';
import type { Action } from '../state/action-registry.ts';

/** Those that a search may mean, the likeliest first, so that its group comes first too; all in their order without one. */
export function matchingActions(actions: readonly Action[], search: string): readonly Action[] {
  const wanted = search.trim();
  if (wanted === '') return actions;
  return actions
    .map((action) => ({ action, score: defaultFilter(`${action.title} ${action.id}`, wanted, [action.group]) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ action }) => action);
}
