import { useCallback } from 'react';
import { ApiProvider, useConnection } from '../../api/api-context.tsx';
import type { ApiClient } from '../../api/connect.ts';
import { ActionsProvider } from '../../state/actions.tsx';
import { AppInfoProvider } from '../../state/app-info.tsx';
import { LayoutProvider } from '../../state/layout.tsx';
import { NavigationProvider } from '../../state/navigation.tsx';
import { SessionsProvider } from '../../state/sessions.tsx';
import { SettingsProvider } from '../../state/settings.tsx';
import { LinkQuestionDialog } from '../../text/link-question.tsx';
import { Shell } from '../shell.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FailedToStart, StartingPage } from './full-pages.tsx';
import { RefusedDialog } from './refused-dialog.tsx';
import { useBoot } from './use-boot.ts';
import { useRetryOnReturn } from './use-retry-on-return.ts';

/** The whole window, from the connection down. */
export function App({ client }: { readonly client: ApiClient }) {
  const retry = useCallback(() => client.link.retryNow(), [client]);
  useRetryOnReturn(retry);
  return (
    <ErrorBoundary name="Sigma Shell">
      <ApiProvider api={client.api} connection={client.link.state}>
        <BootedApp onRetry={retry} />
        <RefusedDialog onRetry={retry} />
        <LinkQuestionDialog />
      </ApiProvider>
    </ErrorBoundary>
  );
}

function BootedApp({ onRetry }: { readonly onRetry: () => void }) {
  const boot = useBoot();
  const { state } = useConnection();
  if (boot.status === 'failed') return <FailedToStart error={boot.error} />;
  if (boot.status === 'loading') return <StartingPage isLost={state === 'lost' || state === 'ended'} />;
  const { info, layout, settings } = boot.value;
  return (
    <AppInfoProvider info={info}>
      <SettingsProvider state={settings}>
        <LayoutProvider store={layout}>
          <ActionsProvider keymap={settings.settings.keys}>
            <NavigationProvider>
              <SessionsProvider>
                <Shell onRetryConnection={onRetry} />
              </SessionsProvider>
            </NavigationProvider>
          </ActionsProvider>
        </LayoutProvider>
      </SettingsProvider>
    </AppInfoProvider>
  );
}
