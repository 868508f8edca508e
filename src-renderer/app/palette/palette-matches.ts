import { defaultFilter } from 'cmdk';
import type { Action } from '../../state/action-registry.ts';

/**
 * Selects the actions that a search may mean, the likeliest first, so that its group comes first too; without a search
 * all in their order.
 */
export function matchingActions(actions: readonly Action[], search: string): readonly Action[] {
  const wanted = search.trim();
  if (wanted === '') return actions;
  return actions
    .map((action) => ({ action, score: defaultFilter(`${action.title} ${action.id}`, wanted, [action.group]) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ action }) => action);
}

/** Actions that are called as is searched for, then what is found, then actions that are called something like it. */
export function withFinds(actions: readonly Action[], finds: readonly Action[], search: string): readonly Action[] {
  const found = matchingFinds(finds, search);
  if (found.length === 0) return actions;
  const isCalledSo = ({ title }: Action) => titleHasWords(title, search);
  return [...actions.filter(isCalledSo), ...found, ...actions.filter((action) => !isCalledSo(action))];
}

function titleHasWords(title: string, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => title.toLowerCase().includes(word));
}

/** Finds of one kind that are listed. */
const MAX_FINDS = 6;

/** Finds search results in addition to actions, once something is searched for: every word of it is in the title. */
export function matchingFinds(finds: readonly Action[], search: string): readonly Action[] {
  if (search.trim().length < 2) return [];
  const counts = new Map<string, number>();
  return finds.filter(({ title, group }) => {
    const count = counts.get(group) ?? 0;
    if (count >= MAX_FINDS || !titleHasWords(title, search)) return false;
    counts.set(group, count + 1);
    return true;
  });
}
