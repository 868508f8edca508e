import { useEffect, useState } from 'react';
import type { AdapterClient, AdapterShell, AdapterState, RunLimits } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { UsageGauges } from '../../ui/usage-gauges.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import styles from './adapter-pane.module.css';
import { runLimits } from './adapter-values.ts';
import { clientTitle, shellFacts, shellTitle } from './adapter-words.ts';

/** List of connected clients. */
export function AdapterClients({ state }: { readonly state: AdapterState }) {
  const { open } = useNavigation();
  const now = useNow();
  const shellsOf = (client: AdapterClient) => state.shells.filter((shell) => shell.client === client.id).length;
  return (
    <section className={styles.section} aria-label="Clients">
      <h2 className={styles.heading}>Clients</h2>
      {state.clients.length === 0 ? (
        <p className={styles.note}>Nobody is connected. A program connects to the address above with its token.</p>
      ) : (
        <ul className={styles.list} aria-label="Clients">
          {state.clients.map((client) => (
            <li key={client.id} className={styles.item}>
              <div className={styles.row}>
                <Icon name="providers" size={14} />
                <span className={styles.name}>
                  <VisibleText text={clientTitle(client)} />
                </span>
                <span className={styles.note}>
                  connected for {shellAge(now - client.connectedAt)}, {plural(shellsOf(client), 'shell')}
                </span>
                <span className={styles.gap} />
                <Button size="small" variant="ghost" onClick={() => open('activity', `session:${client.record}`)}>
                  What it did
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** List of open shells, what runs in them, and their usage. */
export function AdapterShells({ state }: { readonly state: AdapterState }) {
  const now = useNow();
  const limits = runLimits(state.values);
  const titles = new Map(state.clients.map((client) => [client.id, clientTitle(client)]));
  return (
    <section className={styles.section} aria-label="Shells">
      <h2 className={styles.heading}>Shells</h2>
      {state.shells.length === 0 ? (
        <p className={styles.note}>None is open.</p>
      ) : (
        <ul className={styles.list} aria-label="Shells">
          {state.shells.map((shell) => (
            <ShellRow key={shell.id} shell={shell} client={titles.get(shell.client ?? '')} limits={limits} now={now} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ShellProps {
  readonly shell: AdapterShell;
  readonly client: string | undefined;
  /** Limits, if the shell itself reports none. */
  readonly limits: RunLimits | undefined;
  readonly now: number;
}

function ShellRow({ shell, client, limits, now }: ShellProps) {
  const api = useApi();
  const doing = useSettingsAction();
  const { running } = shell;
  const most = running?.limits ?? limits;
  const verb = shell.kind === 'session' ? 'Close' : 'Stop';
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <Icon name={running === undefined ? 'dot' : 'running'} size={14} />
        <span className={styles.name}>{shellTitle(shell)}</span>
        <span className={styles.note}>{running === undefined ? 'idle' : 'running'}</span>
        <span className={styles.gap} />
        <Button
          size="small"
          aria-label={`${verb} ${shellTitle(shell)}`}
          title="Ends it with everything that runs in it"
          disabled={doing.isBusy}
          onClick={() => void doing.run(() => api.adapter.closeShell({ id: shell.id }))}
        >
          <Icon name="stop" size={14} /> {verb}
        </Button>
      </div>
      <p className={styles.note}>
        {client === undefined ? '' : `${client} · `}
        <code>
          <VisibleText text={shell.cwd} />
        </code>{' '}
        · {shellFacts(shell, now)}
      </p>
      {running === undefined ? undefined : (
        <pre className={styles.command}>
          <VisibleText text={running.command} />
        </pre>
      )}
      {running === undefined || most === undefined ? undefined : (
        <UsageGauges usage={running.usage} limits={most} isCompact />
      )}
      <RefusalBanner doing={doing} />
    </li>
  );
}

/** The time, each second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function shellAge(ms: number): string {
  const minutes = Math.floor(Math.max(ms, 0) / 60_000);
  if (minutes < 1) return 'less than a minute';
  return minutes < 60 ? plural(minutes, 'minute') : `${plural(Math.floor(minutes / 60), 'hour')}`;
}
