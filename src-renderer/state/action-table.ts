import type { Action } from './action-registry.ts';

/** An action as it is known before the view that has it was opened. */
export interface ActionDeclaration extends Pick<Action, 'title' | 'group' | 'keys' | 'where'> {
  /** Whether it needs nothing that is visible: from elsewhere it opens its view and acts there. */
  readonly fromAnywhere?: true;
}

/** Declarations by id. */
export type ActionTable = Readonly<Record<string, ActionDeclaration>>;

/** An action of the table, and what it does. */
export function actionOf<T extends ActionTable>(
  table: T,
  id: keyof T & string,
  rest: Pick<Action, 'run'> & Partial<Action>,
): Action {
  return { ...tableAction(id, table[id] as ActionDeclaration), ...rest };
}

/** Every action of the table, to be listed and given keys. Only those from anywhere can act; `begin` has them do so. */
export function inactiveActions(table: ActionTable, begin: (id: string) => void): readonly Action[] {
  return Object.entries(table).map(([id, declaration]) => ({
    ...tableAction(id, declaration),
    enabled: declaration.fromAnywhere === true,
    run: () => begin(id),
  }));
}

function tableAction(id: string, { fromAnywhere: _, ...rest }: ActionDeclaration): Omit<Action, 'run'> {
  return { id, ...rest };
}
