import type { Notice } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { useLive } from '../state/use-live.ts';
import { Banner } from '../ui/banner.tsx';
import styles from './notices.module.css';

const NONE: readonly Notice[] = [];

/** What belongs to no session: a broken settings file, a folder that cannot be written. Each stays until dismissed. */
export function Notices() {
  const api = useApi();
  const live = useLive((remote, signal) => remote.app.notices(undefined, { signal }), []);
  const notices = live.status === 'ready' ? live.value : NONE;
  if (notices.length === 0) return undefined;
  return (
    <section className={styles.notices} aria-label="Notices">
      {notices.map(({ id, level, title, text }) => (
        <Banner
          key={id}
          level={level}
          title={title}
          onDismiss={() => void api.app.dismissNotice({ id }).catch(() => {})}
        >
          {text}
        </Banner>
      ))}
    </section>
  );
}
