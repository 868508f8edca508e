import type { Action, ActionRegistry } from '../state/action-registry.ts';
import { formatChord } from '../state/chord.ts';

/** Actions that share a chord, with the titles of the others. Two of which only one can act at a time are no conflict. */
export function conflictsOf(actions: readonly Action[], registry: ActionRegistry): ReadonlyMap<string, string> {
  const byChord = new Map<string, Action[]>();
  for (const action of actions.filter(({ enabled }) => enabled !== false)) {
    for (const chord of registry.chordsOf(action)) {
      const key = `${formatChord(chord, false)} ${action.where ?? 'everywhere'}`;
      byChord.set(key, [...(byChord.get(key) ?? []), action]);
    }
  }
  const conflicts = new Map<string, string>();
  for (const sharing of byChord.values()) {
    if (sharing.length < 2) continue;
    for (const action of sharing) {
      const others = sharing.filter(({ id }) => id !== action.id).map(({ title }) => title);
      conflicts.set(action.id, others.join(', '));
    }
  }
  return conflicts;
}
