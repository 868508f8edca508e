import { useMemo, useState } from 'react';
import { useAppInfo } from '../state/app-info.tsx';
import { reviewedInChanges } from '../state/reviewed-in-changes.ts';
import { useSettings } from '../state/settings.tsx';
import { useShownSession } from '../state/shown-session.ts';
import { hasNoModel, useProfiles } from '../state/use-profiles.ts';
import { AppBody } from './body.tsx';
import { ConnectionBanner } from './news/connection-banner.tsx';
import { useProvidersWaiting } from './news/use-providers-waiting.ts';
import { useScheduleNews } from './news/use-schedule-news.ts';
import { notifySystem, useNewQuestions, useWaiting, useWindowTitle } from './news/use-waiting.ts';
import { CommandPalette } from './palette/command-palette.tsx';
import { KeyboardHelp } from './palette/keyboard-help.tsx';
import { usePaletteFinds } from './palette/use-palette-finds.ts';
import { useReviewPanel } from './review/use-review-panel.ts';
import styles from './shell.module.css';
import { QuitDialog } from './start/quit-dialog.tsx';
import { ShownByHost } from './start/shown-by-host.ts';
import { useCloseQuestion } from './start/use-close-question.ts';
import { StatusBar } from './status/status-bar.tsx';
import { useTheme } from './theme.ts';
import { useMenuActions } from './use-menu-actions.ts';
import { type Overlay, useShellActions } from './use-shell-actions.ts';
import { Rail } from './views/rail.tsx';

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
