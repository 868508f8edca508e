import type { SessionSummary } from '#contract';
import { PermissionMenu } from '../../permissions/permission-menu.tsx';
import { PERMISSIONS, permissionName } from '../../permissions/permission-words.ts';
import { useActions } from '../../state/actions.tsx';
import { usePermission } from '../../state/permission.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './status-bar.module.css';

/** Permission mode of the visible session, with the menu and the palette's entries that change it. */
export function PermissionItem({ session }: { readonly session: SessionSummary | undefined }) {
  const { mode, choose, cycle, problem } = usePermission(session);
  useActions([
    ...PERMISSIONS.map(({ value, name }) => ({
      id: `permission.${value}`,
      title: `Permission mode: ${name}`,
      group: 'Permission',
      run: () => choose(value),
    })),
    { id: 'permission.cycle', title: 'Next permission mode', group: 'Permission', run: cycle },
  ]);
  return (
    <PermissionMenu
      mode={mode}
      onChoose={choose}
      session={session?.id}
      trigger={
        <button
          type="button"
          className={styles.item}
          data-permission={mode}
          title={problem ?? `Permission mode${session === undefined ? '' : ` of “${session.title}”`}`}
        >
          <Icon name={problem === undefined ? 'shield' : 'warning'} size={14} />
          <span className={styles.name}>Permission mode: </span>
          <span className={styles.words}>{permissionName(mode)}</span>
        </button>
      }
    />
  );
}
