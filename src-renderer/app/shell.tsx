import { useMemo, useState } from 'react';
import { useAppInfo } from '../state/app-info.tsx';
import { reviewedInChanges } from '../state/reviewed-in-changes.ts';
import { useSettings } from '../state/settings.tsx';
import { useShownSession } from '../state/shown-session.ts';
import { hasNoModel, useProfiles } from '../state/use-profiles.ts';
import { AppBody } from './body.tsx';
import { CommandPalette } from './command-palette.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { QuitDialog } from './quit-dialog.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';
import { ShownByHost } from './shown-by-host.ts';
import { StatusBar } from './status-bar.tsx';
import { useTheme } from './theme.ts';
import { useCloseQuestion } from './use-close-question.ts';
import { useMenuActions } from './use-menu-actions.ts';
import { usePaletteFinds } from './use-palette-finds.ts';
import { useProvidersWaiting } from './use-providers-waiting.ts';
import { useReviewPanel } from './use-review-panel.ts';
import { useScheduleNews } from './use-schedule-news.ts';
import { type Overlay, useShellActions } from './use-shell-actions.ts';
import { notifySystem, useNewQuestions, useWaiting, useWindowTitle } from './use-waiting.ts';

/** Rail, views, review and status bar, and what opens over them. */
export function Shell({ onRetryConnection }: { readonly onRetryConnection: () => void }) {
  const settings = useSettings();
  const info = useAppInfo();
  const [overlay, setOverlay] = useState<Overlay | undefined>(undefined);
  const waiting = useWaiting();
  const panel = useReviewPanel(waiting);
  const { shown } = useShownSession();
  const profiles = useProfiles(shown);
  const providers = useProvidersWaiting();
  const schedules = useScheduleNews();

  useTheme(settings.appearance);
  useWindowTitle(waiting.length, shown?.title);
  useNewQuestions(waiting, () => {
    panel.reveal();
    if (settings.notifications.approvals) notifySystem(info?.target);
  });
  useShellActions({ panel, overlay, setOverlay });
  useMenuActions();
  useCloseQuestion({ target: info?.target, onStayed: () => setOverlay('quit') });

  const badges = useMemo(
    () => ({
      sessions: waiting.length,
      providers,
      schedules,
      changes: waiting.filter((one) => reviewedInChanges(one) !== undefined).length,
    }),
    [waiting, providers, schedules],
  );
  const finds = usePaletteFinds(overlay === 'palette');
  const close = () => setOverlay(undefined);
  return (
    <div className={styles.shell}>
      <h1 className={styles.title}>Sigma Shell</h1>
      <ShownByHost />
      <ConnectionBanner onRetry={onRetryConnection} />
      <div className={styles.middle}>
        <Rail badges={badges} />
        <AppBody panel={panel} hasNoModel={hasNoModel(profiles)} />
      </div>
      <StatusBar profiles={profiles} />
      <CommandPalette isOpen={overlay === 'palette'} onClose={close} finds={finds} />
      <KeyboardHelp isOpen={overlay === 'keys'} onClose={close} />
      {overlay === 'quit' ? <QuitDialog onClose={close} /> : undefined}
    </div>
  );
}
