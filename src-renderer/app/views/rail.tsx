import { useKeyFor } from '../../state/actions.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './rail.module.css';
import { type ViewEntry, views } from './views.ts';

/** Number of items that wait for the person, by view; runs of schedules are unread. */
export type Badges = Partial<Record<ViewEntry['id'], number>>;

export function Rail({ badges }: { readonly badges: Badges }) {
  return (
    <nav className={styles.rail} aria-label="Main">
      {views.map((entry) => (
        <RailButton key={entry.id} entry={entry} waiting={badges[entry.id] ?? 0} />
      ))}
    </nav>
  );
}

function RailButton({ entry: { id, title, icon }, waiting }: { readonly entry: ViewEntry; readonly waiting: number }) {
  const { view, open } = useNavigation();
  const key = useKeyFor(`view.${id}`);
  return (
    <button
      type="button"
      className={styles.button}
      aria-current={view === id ? 'page' : undefined}
      title={key === undefined ? title : `${title} (${key})`}
      data-foot={id === 'settings' ? '' : undefined}
      onClick={() => open(id)}
    >
      <Icon name={icon} size={20} />
      <span className={styles.label}>{title}</span>
      {waiting === 0 ? undefined : (
        <span className={styles.badge}>
          <Badge tone="accent" label={`, ${waiting} ${id === 'schedules' ? 'unread' : 'waiting for you'}`}>
            {waiting}
          </Badge>
        </span>
      )}
    </button>
  );
}
