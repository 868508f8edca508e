import { useEffect, useState } from 'react';
import type { Notice } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useHasRefusedLayout, useLayout } from '../../state/layout.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { useSettingsState } from '../../state/settings.tsx';
import { useLive } from '../../state/use-live.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './notices.module.css';

const NONE: readonly Notice[] = [];

/**
 * Notices that belong to no session: a broken settings file, a folder that cannot be written. Each stays until
 * dismissed.
 */
export function Notices() {
  const api = useApi();
  const live = useLive((remote, signal) => remote.app.notices(undefined, { signal }), []);
  const notices = useUnseen(live.status === 'ready' ? live.value : NONE);
  const hasBrokenSettings = useHasBrokenSettings();
  const hasRefused = useHasRefusedLayout();
  if (notices.length === 0 && !hasBrokenSettings && !hasRefused) return undefined;
  return (
    <section className={styles.notices} aria-label="Notices">
      {hasBrokenSettings ? <BrokenSettings /> : undefined}
      {hasRefused ? (
        <Banner level="warning" title="Unsent and unsaved texts are too large to be kept.">
          Together they have more than 4 MB: what was typed last is lost when this window closes. Send, save or shorten
          some of them.
        </Banner>
      ) : undefined}
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

/** Filters out one-time notices that an earlier page has shown; those of this page stay until dismissed. */
function useUnseen(notices: readonly Notice[]): readonly Notice[] {
  const [seen, setSeen] = useLayout<readonly string[]>('notices.seen', NO_IDS);
  const [before] = useState(seen);
  const once = notices.filter(({ isOnce }) => isOnce === true).map(({ id }) => id);
  const isNews = once.some((id) => !seen.includes(id));
  // Those that are gone need not be remembered.
  useEffect(() => {
    if (isNews) setSeen(once);
  });
  return notices.filter(({ id, isOnce }) => isOnce !== true || !before.includes(id));
}

const NO_IDS: readonly string[] = [];

/** Settings says it itself, with what can be done. */
function useHasBrokenSettings(): boolean {
  const { view } = useNavigation();
  return useSettingsState().problems.length > 0 && view !== 'settings';
}

function BrokenSettings() {
  const { open } = useNavigation();
  const { file, problems } = useSettingsState();
  const [first] = problems;
  const place = first?.line === undefined ? file : `${file}, line ${first.line}`;
  return (
    <Banner
      level="error"
      title="The settings file has problems; it is left as it is, and the defaults are used until it is fixed."
      actions={
        <Button size="small" onClick={() => open('settings')}>
          Open settings
        </Button>
      }
    >
      {place}: {first?.path ? `${first.path}: ` : ''}
      {first?.message}
    </Banner>
  );
}
