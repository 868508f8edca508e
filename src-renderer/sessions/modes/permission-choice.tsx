import { PermissionMenu } from '../../permissions/permission-menu.tsx';
import { permissionName } from '../../permissions/permission-words.ts';
import type { PermissionControl } from '../../state/permission.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './mode-choice.module.css';

export interface PermissionChoiceProps {
  readonly permission: PermissionControl;
  readonly session: string | undefined;
}

/** Choice of the session's permission mode, in the order of Shift+Tab. */
export function PermissionChoice({ permission: { mode, choose }, session }: PermissionChoiceProps) {
  return (
    <PermissionMenu
      mode={mode}
      onChoose={choose}
      session={session}
      trigger={
        <button
          type="button"
          className={styles.permission}
          data-permission={mode}
          aria-label={`Permission mode: ${permissionName(mode)}`}
          title="Permission mode: Shift+Tab goes to the next"
        >
          <Icon name="shield" size={14} />
          <span>{permissionName(mode)}</span>
        </button>
      }
    />
  );
}
