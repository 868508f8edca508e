import type { Permission } from '../../state/permission.ts';
import { Icon } from '../../ui/icon.tsx';
import { PermissionMenu } from '../../ui/permission-menu.tsx';
import { permissionName } from '../../ui/permission-words.ts';
import styles from './mode-choice.module.css';

/** What this session may do without asking, as Shift+Tab goes through it. */
export function PermissionChoice({ permission: { mode, choose } }: { readonly permission: Permission }) {
  return (
    <PermissionMenu
      mode={mode}
      onChoose={choose}
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
