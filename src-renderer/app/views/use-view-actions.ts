import { useMemo } from 'react';
import { activityActions } from '../../activity/action-table.ts';
import { changeActions } from '../../changes/review/action-table.ts';
import { promptActions } from '../../prompts/action-table.ts';
import { providerActions } from '../../providers/action-table.ts';
import { scheduleActions } from '../../schedules/action-table.ts';
import { sessionActions } from '../../sessions/action-table.ts';
import { settingsActions } from '../../settings/action-table.ts';
import { type ActionTable, actionOf, inactiveActions } from '../../state/action-table.ts';
import { useActionRegistry, useDeclaredActions } from '../../state/actions.tsx';
import { useNavigation, type ViewId } from '../../state/navigation.tsx';
import { terminalActions } from '../../terminals/action-table.ts';
import { workspaceActions } from '../../workspaces/action-table.ts';

const tables: Readonly<Record<ViewId, ActionTable>> = {
  sessions: sessionActions,
  terminals: terminalActions,
  changes: changeActions,
  prompts: promptActions,
  workspaces: workspaceActions,
  schedules: scheduleActions,
  providers: providerActions,
  activity: activityActions,
  settings: settingsActions,
};

/**
 * Registers the actions of views, even before they were opened: listed with their keys, and carried out if they need
 * nothing that is visible.
 */
export function useViewActions(): void {
  const { open } = useNavigation();
  const registry = useActionRegistry();
  const actions = useMemo(() => {
    const inView = (view: ViewId) => (id: string) => {
      open(view);
      registry.runWhenSet(id);
    };
    const later = Object.entries(tables).flatMap(([view, table]) => inactiveActions(table, inView(view as ViewId)));
    return [...later, actionOf(terminalActions, 'terminal.new', { run: () => open('terminals') })];
  }, [open, registry]);
  useDeclaredActions(actions);
}
