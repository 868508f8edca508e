import type { ReactNode } from 'react';
import type { ModelStatus, SessionSummary } from '#contract';
import { useConnection } from '../api/api-context.tsx';
import { useAppInfo } from '../state/app-info.tsx';
import { useLayout } from '../state/layout.tsx';
import { useNavigation } from '../state/navigation.tsx';
import { useLive } from '../state/use-live.ts';
import { formatCount, plural } from '../ui/format.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './status-bar.module.css';

const NONE: readonly SessionSummary[] = [];
const CONNECTION_WORDS = {
  connecting: 'Connecting…',
  connected: 'Connected',
  lost: 'Not connected',
  refused: 'Not let in',
} as const;

export function StatusBar({ model }: { readonly model: ModelStatus | undefined }) {
  const info = useAppInfo();
  const { open } = useNavigation();
  const { state } = useConnection();
  const live = useLive((api, signal) => api.sessions.changed(undefined, { signal }), []);
  const sessions = live.status === 'ready' ? live.value : NONE;
  const running = sessions.filter((session) => session.state === 'running').length;
  return (
    <section className={styles.bar} aria-label="Status bar">
      {info === undefined ? undefined : (
        <Item icon="folder" title={`Workspace: ${info.workspace.path}`}>
          {info.workspace.name}
        </Item>
      )}
      <button
        type="button"
        className={styles.item}
        title="Model: change it in the settings"
        onClick={() => open('settings', 'model')}
      >
        <Icon name="model" size={14} />
        {modelWords(model)}
      </button>
      <Item icon="shield" title="Permission mode: every command and every change of a file is asked about">
        Ask
      </Item>
      <span className={styles.gap} />
      <SessionFigures sessions={sessions} />
      {running === 0 ? undefined : (
        <Item icon="running" title="Sessions at work">
          {plural(running, 'task')} running
        </Item>
      )}
      <Item icon={state === 'connected' ? 'check' : 'warning'} title="Connection to the host">
        <span data-connection={state}>{CONNECTION_WORDS[state]}</span>
      </Item>
    </section>
  );
}

function modelWords(model: ModelStatus | undefined): string {
  if (model === undefined) return 'Model…';
  return model.provider === 'none' ? 'No model connected' : model.label;
}

/** Of the session that Sessions shows, or showed last. */
function SessionFigures({ sessions }: { readonly sessions: readonly SessionSummary[] }) {
  const [current] = useLayout<string | undefined>('sessions.current', undefined);
  const session = sessions.find(({ id }) => id === current) ?? sessions[0];
  if (session === undefined) return undefined;
  const { usage, isUsageComplete, repairs } = session;
  const least = isUsageComplete ? '' : '≥ ';
  return (
    <>
      <Item
        icon="activity"
        title={`Tokens of “${session.title}”: ${usage.prompt} sent, ${usage.completion} received${
          isUsageComplete ? '' : '; the server did not report all of them'
        }`}
      >
        {least}
        {formatCount(usage.total)} tokens
      </Item>
      <Item icon="tool" title="Calls of the model that were repaired before they ran">
        {plural(repairs, 'repair')}
      </Item>
    </>
  );
}

interface ItemProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
}

function Item({ icon, title, children }: ItemProps) {
  return (
    <span className={styles.item} title={title}>
      <Icon name={icon} size={14} />
      {children}
    </span>
  );
}
