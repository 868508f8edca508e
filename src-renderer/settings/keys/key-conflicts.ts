import type { Action, ActionRegistry } from '../../state/action-registry.ts';

/** Actions that share a key, with the titles of the others. Two of which only one can act at a time are no conflict. */
export function conflictsOf(actions: readonly Action[], registry: ActionRegistry): ReadonlyMap<string, string> {
  const bound = actions.map((action) => ({ action, keys: registry.keysOf(action) }));
  const conflicts = new Map<string, string>();
  for (const { action, keys } of bound) {
    const others = bound.filter(
      (other) => canBothAct(action, other.action) && other.keys.some((key) => keys.includes(key)),
    );
    if (others.length > 0) conflicts.set(action.id, others.map((other) => other.action.title).join(', '));
  }
  return conflicts;
}

function canBothAct(one: Action, other: Action): boolean {
  if (one.id === other.id) return false;
  const places = [one.where ?? 'everywhere', other.where ?? 'everywhere'];
  if (places.includes('in-terminals') && places.includes('outside-terminals')) return false;
  // What a view enables while it is shown never meets what another view enables.
  const areOfViews = one.enabled !== undefined && other.enabled !== undefined;
  return !areOfViews || one.group === other.group;
}
